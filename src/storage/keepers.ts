import { createHmac, timingSafeEqual } from 'node:crypto'
import { newId } from '#kernel/ids.ts'
import { withoutWait, type Sql } from './database.ts'
import { createHandOver, openWith, sealFor, type HandOver } from './hand-over.ts'
import type { DeriveKey } from './secret.ts'

/** A process that runs, as the others see it. */
export interface Keeper {
  readonly id: string
  readonly publicKey: Buffer
  /** Shows that it knows the secret of the service. */
  readonly proof: Buffer
}

/** Something only one keeper can open. */
export interface SealedFor {
  readonly keeper: string
  readonly sealed: Buffer
}

/** The processes that run, and what they hand to each other through the database so that no other can read it. */
export interface Keepers {
  /** This process. */
  readonly own: string
  /** Says from time to time that this process is there, and removes those that have died; answers whether it was time. */
  beat(): Promise<boolean>
  /** All that are there, this one included. */
  all(sql: Sql): Promise<Keeper[]>
  /** Undefined for a keeper that does not know the secret of the service. */
  sealFor(keeper: Keeper, bytes: Uint8Array, context: string): SealedFor | undefined
  /** What was sealed for this process in the last minutes; undefined for anything else. */
  open(sealed: Uint8Array, context: string): Buffer | undefined
  leave(): Promise<void>
}

const beatMs = 5_000
/** Who has not been seen for this long is dead. */
const deadMs = 15_000
/** What is sealed for a process can be opened for ten to twenty minutes, and later not even with its memory. */
const handOverMs = 20 * 60_000

export function createKeepers({
  database,
  deriveKey,
}: {
  readonly database: Sql
  readonly deriveKey: DeriveKey
}): Keepers {
  const own = newId()
  const key = deriveKey('keepers')
  const proofOf = ({ id, publicKey }: Pick<Keeper, 'id' | 'publicKey'>) =>
    createHmac('sha256', key).update(id).update(publicKey).digest()
  const handOvers = createHandOvers()
  let beatAt = Number.NEGATIVE_INFINITY

  return {
    own,
    async beat() {
      const now = Date.now()
      if (now - beatAt < beatMs) return false
      const { publicKey } = handOvers.newest(now)
      await database.query(
        `insert into keepers values ($1, $2, $3, now()) on conflict (id) do update
           set public_key = excluded.public_key, proof = excluded.proof, seen_at = excluded.seen_at
         returning ${withoutWait}`,
        [own, publicKey, proofOf({ id: own, publicKey })],
      )
      await database.query(
        'delete from keepers where seen_at < now() - make_interval(secs => $1)',
        [deadMs / 1_000],
      )
      beatAt = now
      return true
    },
    all: (sql) => sql.query<Keeper>('select id, public_key as "publicKey", proof from keepers', []),
    sealFor(keeper, bytes, context) {
      const expected = proofOf(keeper)
      const { id, proof, publicKey } = keeper
      const isOurs = proof.length === expected.length && timingSafeEqual(proof, expected)
      return isOurs ? { keeper: id, sealed: sealFor(publicKey, bytes, context) } : undefined
    },
    open: (sealed, context) => handOvers.open(sealed, context),
    async leave() {
      await database.query('delete from keepers where id = $1', [own])
    },
  }
}

/** The keys of this process, the newest first; they change, so that what was sealed for the old ones stays closed. */
function createHandOvers() {
  let pairs: (HandOver & { readonly madeAt: number })[] = []
  return {
    newest(now: number): HandOver {
      pairs = pairs.filter(({ madeAt }) => now - madeAt < handOverMs)
      const [first] = pairs
      if (first && now - first.madeAt < handOverMs / 2) return first
      const made = { ...createHandOver(), madeAt: now }
      pairs.unshift(made)
      return made
    },
    open(sealed: Uint8Array, context: string): Buffer | undefined {
      for (const pair of pairs) {
        const opened = openWith(pair, sealed, context)
        if (opened) return opened
      }
      return undefined
    },
  }
}
