import type { ContentSeals } from '#storage/content-seals.ts'
import type { Sql } from '#storage/database.ts'
import type { SealedJson } from '#storage/seal.ts'

/** What a receiver returned. */
export interface ReceivedAnswer {
  readonly contentType: string | null
  /** The beginning of the text; null when the response had none that can be read. */
  readonly text: string | null
  readonly isCut: boolean
}

/** One attempt to send a delivery. */
export interface DeliveryAttempt {
  readonly startedAt: Date
  readonly durationMs: number
  /** Null when there was no response. */
  readonly status: number | null
  readonly failure: string | null
  readonly answer: ReceivedAnswer | null
}

type WrittenAttempt = Omit<DeliveryAttempt, 'answer'> & {
  readonly answer: SealedJson<ReceivedAnswer> | null
}

/** The latest attempts that are kept of a delivery: replays can repeat it any number of times. */
const keptMax = 20

interface DeliveryOf {
  readonly id: string
  readonly jobId: string
}

/** Adds an attempt of a delivery that is not under zero data retention. */
export async function writeAttempt(
  sql: Sql,
  { id, jobId, attempt }: DeliveryOf & { readonly attempt: DeliveryAttempt },
  contentSeals: ContentSeals,
): Promise<void> {
  const { startedAt, durationMs, status, failure, answer } = attempt
  const seal = await contentSeals.of({ id: jobId, zeroDataRetention: false }, sql)
  await sql.query(
    `with expired as (
       delete from delivery_attempts where delivery_id = $1 and position <= (
         select position from delivery_attempts where delivery_id = $1
         order by position desc offset $7 limit 1))
     insert into delivery_attempts (delivery_id, started_at, duration_ms, status, failure, answer)
     select $1, $2, $3, $4, $5, $6 where exists (select from deliveries where id = $1)`,
    [id, startedAt, durationMs, status, failure, answer && seal.object(answer), keptMax - 1],
  )
}

/** Attempts of a delivery, oldest first. */
export async function readAttempts(
  sql: Sql,
  { id, jobId }: DeliveryOf,
  contentSeals: ContentSeals,
): Promise<DeliveryAttempt[]> {
  const rows = await sql.query<WrittenAttempt>(
    `select started_at as "startedAt", duration_ms as "durationMs", status, failure, answer
     from delivery_attempts where delivery_id = $1 order by position`,
    [id],
  )
  const seal = await contentSeals.of({ id: jobId, zeroDataRetention: false })
  return rows.map(({ answer, ...row }) => ({ ...row, answer: answer && seal.openObject(answer) }))
}
