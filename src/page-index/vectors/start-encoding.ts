import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Log } from '#kernel/log.ts'
import { startPolling } from '#queue/poll.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { VectorEncoder } from './encoder.ts'
import { toVectors, type PageVectors } from './to-vectors.ts'

interface EncodingDeps {
  readonly database: Database
  readonly encoder: VectorEncoder
  readonly log: Log
}

const pagesAtOnce = 8
const encodeMsMax = 60_000
const pause = { first: 1_000, last: 30_000 }
/** One process at a time. */
const lock = 'search vectors'

const decompress = promisify<Uint8Array, Buffer>(zstdDecompress)

/** Makes the vectors of pages that have none, or those of another encoder: it was changed, or could not be reached. */
export function startEncoding(deps: EncodingDeps): AsyncDisposable {
  return startPolling({
    ticks: [() => encodeSome(deps)],
    pause,
    pausesFirst: true,
    log: deps.log,
    failure: 'vectors of pages not made',
  })
}

interface Waiting {
  readonly team: string
  readonly id: number
  readonly title: string
  readonly body: Buffer
  readonly version: number
}

/** Whether pages got vectors. A page that cannot be encoded keeps none from others; fails when none of the pages can be. */
export async function encodeSome({ database, encoder, log }: EncodingDeps): Promise<boolean> {
  return database.transaction(async (sql) => {
    const [locked] = await sql.query<{ isOurs: boolean }>(
      'select pg_try_advisory_xact_lock(hashtext($1)) as "isOurs"',
      [lock],
    )
    if (!locked?.isOurs) return false
    const signal = AbortSignal.timeout(encodeMsMax)
    const pages = await sql.query<Waiting>(someOfOthers, [await encoder.findSpace(signal)])
    const made: [Waiting, PageVectors][] = []
    for (const page of pages) {
      try {
        made.push([page, await encodePage(page, encoder, signal)])
      } catch (err) {
        if (signal.aborted || (made.length === 0 && page === pages.at(-1))) throw err
        log.warn({ err, teamId: page.team }, 'vectors of a page not made')
      }
    }
    for (const [page, vectors] of made) await write(sql, page, vectors)
    return made.length > 0
  })
}

/** Two ranges of the index; a comparison with "unequal" would read all pages. */
const someOfOthers = `
  select team_id as team, id::integer, title, body, vector_version::integer as version from (
    (select * from search_pages where vector_space < $1 limit ${pagesAtOnce})
    union all (select * from search_pages where vector_space > $1 limit ${pagesAtOnce})) others limit ${pagesAtOnce}`

async function encodePage(
  { title, body }: Waiting,
  encoder: VectorEncoder,
  signal: AbortSignal,
): Promise<PageVectors> {
  return toVectors(encoder, { title, text: (await decompress(body)).toString() }, signal)
}

/** A page that was written meanwhile keeps what it has. */
async function write(
  sql: Sql,
  { team, id, version }: Waiting,
  { space, codes, head, passages }: PageVectors,
): Promise<void> {
  await sql.query(
    `update search_pages set codes = $4, head_vector = $5, vectors = $6, vector_space = $7,
       vector_version = nextval('search_vector_versions')
     where team_id = $1 and id = $2 and vector_version is not distinct from $3`,
    [team, id, version, codes, head, passages, space],
  )
}
