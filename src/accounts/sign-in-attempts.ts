import { createHmac } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'
import { createMemory } from '#kernel/memory.ts'
import type { Database } from '#storage/database.ts'
import { createSignInRate, type SignInAttempt, type SignInRate } from './sign-in-rate.ts'

/** Attempts to enter secrets, limited by `SignInRate` over all processes of the service. */
export interface SignInAttempts {
  /**
   * Counts an attempt. Fails with `RATE_LIMIT_EXCEEDED` and the time to wait. The returned function is called when the secret was right:
   * the attempt then does not count as a failure.
   */
  count(attempt: SignInAttempt): Promise<() => Promise<void>>
  sweep(): Promise<void>
}

interface SignInAttemptsDeps {
  readonly database: Database
  /** Key of the hashes by which networks and secrets are stored. */
  readonly hashKey: Buffer
}

interface Entry {
  readonly network: string | null
  readonly secret: string | null
  readonly isGuess: boolean
  /** The attempt that was right. */
  readonly succeededId: number | null
}

type Row = Entry & { readonly id: number; readonly atMs: number }

/** The latest attempts, which a process that has just started replays in one step of some 40 ms. */
const replayedMax = 2_000
/** Older attempts limit nothing any more. */
const kept = '1 hour'

/** Entries become visible in the order of their numbers. */
const lock = `select pg_advisory_xact_lock(hashtextextended('sign-in attempts', 0))`

const insert = `
  insert into sign_in_attempts (network, secret, is_guess, succeeded_id)
  values (decode($1, 'base64'), decode($2, 'base64'), $3, $4) returning id::float8`

const listSince = `
  select id::float8, extract(epoch from made_at)::float8 * 1000 as "atMs", encode(network, 'base64') as network,
    encode(secret, 'base64') as secret, is_guess as "isGuess", succeeded_id::float8 as "succeededId"
  from sign_in_attempts where id > $1 and made_at > now() - interval '${kept}' order by id desc limit ${replayedMax}`

/** Adds an entry, and returns it with those since the last that was replayed. */
async function store(database: Database, entry: Entry, lastId: number) {
  const { network, secret, isGuess, succeededId } = entry
  return database.transaction(async (sql) => {
    await sql.query(lock, [])
    const values = [network, secret, isGuess, succeededId]
    const [added] = await sql.query<{ id: number }>(insert, values)
    if (!added) throw new Error('The attempt was not stored.')
    // A database that took over may have lost the last entries, and gives their numbers again.
    const rows = await sql.query<Row>(listSince, [Math.min(lastId, added.id - 1)])
    return { id: added.id, rows: rows.toReversed() }
  })
}

function decide(rate: SignInRate, attempt: SignInAttempt): (() => void) | ServiceError {
  try {
    return rate.count(attempt)
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown
    throw thrown
  }
}

/**
 * The attempts are a log in the database, which every process replays in its order and at its times: all of them decide alike, with no
 * state but the log. What a process would refuse by what it has seen is refused without the database.
 */
export function createSignInAttempts({ database, hashKey }: SignInAttemptsDeps): SignInAttempts {
  let replayedMs = 0
  let aheadMs = 0
  const rate = createSignInRate(() => replayedMs)
  let lastId = 0
  const outcomes = createMemory<(() => void) | ServiceError>({ sizeMax: replayedMax })

  function replay({ id, atMs, network, secret, isGuess, succeededId }: Row): void {
    replayedMs = Math.max(replayedMs, atMs)
    lastId = id
    if (network !== null) {
      outcomes.set(String(id), decide(rate, { network, isGuess, secret: secret ?? undefined }))
      return
    }
    const outcome = outcomes.get(String(succeededId))
    if (typeof outcome === 'function') outcome()
  }

  /** Returns the number of the entry, which is replayed with all before it. */
  async function append(entry: Entry): Promise<number> {
    const { id, rows } = await store(database, entry, lastId)
    for (const row of rows) {
      // Another attempt of this process may have replayed some meanwhile.
      const isOpen = row.id > lastId || (row.id === id && !outcomes.get(String(id)))
      if (isOpen) replay(row)
    }
    aheadMs = replayedMs - performance.now()
    return id
  }

  const hash = (text: string) => createHmac('sha256', hashKey).update(text).digest('base64')
  return {
    async count({ network, secret, isGuess = false }) {
      const hashed = {
        network: hash(network),
        ...(secret !== undefined && { secret: hash(secret) }),
      }
      replayedMs = Math.max(replayedMs, performance.now() + aheadMs)
      rate.refuse({ ...hashed, isGuess })
      const entry = { secret: null, ...hashed, isGuess, succeededId: null }
      const id = await append(entry)
      const outcome = outcomes.get(String(id))
      if (outcome === undefined) throw new Error('The attempt was not counted.')
      if (typeof outcome !== 'function') throw outcome
      return async () => {
        await append({ network: null, secret: null, isGuess: false, succeededId: id })
      }
    },
    async sweep() {
      await database.query(
        `delete from sign_in_attempts where made_at <= now() - interval '${kept}'`,
        [],
      )
    },
  }
}
