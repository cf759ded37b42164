import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Log } from '#kernel/log.ts'
import { startPolling } from '#queue/poll.ts'
import type { Database } from '#storage/database.ts'
import type { VectorEncoder } from './encoder.ts'
import { toVectors, type PageVectors } from './to-vectors.ts'

interface EncodingDeps {
  readonly database: Database
  readonly encoder: VectorEncoder
  readonly log: Log
}

const encodeMsMax = 60_000
/** How long a page belongs to the process that has claimed it. */
const claimMs = 2 * encodeMsMax
/** A page that cannot be encoded is tried so often, after 1, 4, 16 and 64 minutes. */
const attemptsMax = 5
const pause = { first: 1_000, last: 30_000 }

const decompress = promisify<Uint8Array, Buffer>(zstdDecompress)

/** Makes the vectors of pages that have none, or those of another encoder: it was changed, or could not be reached. */
export function startEncoding(deps: EncodingDeps): AsyncDisposable {
  return startPolling({
    ticks: [() => encodeNext(deps)],
    pause,
    pausesFirst: true,
    log: deps.log,
    failure: 'vectors of pages not made',
  })
}

interface Claimed {
  readonly team: string
  readonly id: number
  readonly title: string
  readonly body: Buffer
  readonly version: number
  readonly attempts: number
}

/**
 * Makes the vectors of a page that has none of this encoder; false when there is no such page. No transaction is open while the encoder
 * works. A page that cannot be encoded keeps none from others and is passed over; fails when it is the encoder that does not work.
 */
export async function encodeNext({ database, encoder, log }: EncodingDeps): Promise<boolean> {
  const space = await encoder.findSpace(limitTime())
  const [page] = await database.query<Claimed>(claim, [space])
  if (!page) return false
  try {
    await write(database, page, await encodePage(page, encoder))
  } catch (err) {
    await checkEncoder(encoder).catch(async (reason: unknown) => {
      await database.query(release, [page.team, page.id])
      throw reason
    })
    await postpone(database, page, space)
    log.warn({ err, teamId: page.team, attempts: page.attempts + 1 }, 'vectors of a page not made')
  }
  return true
}

const limitTime = () => AbortSignal.timeout(encodeMsMax)

/** Two ranges of the index; a comparison with "unequal" would read all pages. */
const claim = `
  with claimed as (
    insert into search_vector_claims as held (team_id, page_id, version, due_at)
    select team_id, id, vector_version, now() + make_interval(secs => ${claimMs / 1_000}) from (
      select * from (${oneOfOthers('<')}) before union all select * from (${oneOfOthers('>')}) behind limit 1) one
    on conflict (team_id, page_id) do update set due_at = excluded.due_at, version = excluded.version,
      attempts = case when held.version is not distinct from excluded.version then held.attempts else 0 end
    where held.due_at <= now() or held.version is distinct from excluded.version
    returning team_id, page_id, attempts)
  select p.team_id as team, p.id::float8, p.title, p.body, p.vector_version::float8 as version, attempts
  from claimed c join search_pages p on p.team_id = c.team_id and p.id = c.page_id`

function oneOfOthers(comparison: '<' | '>'): string {
  return `
    select team_id, id, vector_version from search_pages p where vector_space ${comparison} $1 and not exists (
      select from search_vector_claims c where c.team_id = p.team_id and c.page_id = p.id
        and c.due_at > now() and c.version is not distinct from p.vector_version)
    limit 1 for key share skip locked`
}

const release = 'update search_vector_claims set due_at = now() where team_id = $1 and page_id = $2'

async function encodePage({ title, body }: Claimed, encoder: VectorEncoder): Promise<PageVectors> {
  const text = (await decompress(body)).toString()
  return toVectors(encoder, { title, text }, limitTime())
}

/** Fails when the encoder cannot encode anything. */
async function checkEncoder(encoder: VectorEncoder): Promise<void> {
  await encoder.encode(['Does it work?'], limitTime())
}

/** Versions are compared: a page that was written meanwhile keeps what it has. */
const writeVectors = `
  with done as (
    delete from search_vector_claims where team_id = $1 and page_id = $2 and version is not distinct from $3)
  update search_pages set codes = $4, head_vector = $5, vectors = $6, vector_space = $7,
    vector_version = nextval('search_vector_versions')
  where team_id = $1 and id = $2 and vector_version is not distinct from $3`

async function write(
  database: Database,
  { team, id, version }: Claimed,
  { space, codes, head, passages }: Pick<PageVectors, 'space'> & Partial<PageVectors>,
): Promise<void> {
  await database.query(writeVectors, [
    team,
    id,
    version,
    codes ?? null,
    head ?? null,
    passages ?? null,
    space,
  ])
}

/** After the last attempt the page is one without vectors, until it is written again or the encoder is another. */
async function postpone(database: Database, page: Claimed, space: string): Promise<void> {
  const attempts = page.attempts + 1
  if (attempts >= attemptsMax) {
    await write(database, page, { space })
    return
  }
  await database.query(
    `update search_vector_claims set attempts = $3, due_at = now() + make_interval(mins => $4)
     where team_id = $1 and page_id = $2`,
    [page.team, page.id, attempts, 4 ** page.attempts],
  )
}
