import { newId } from '#kernel/ids.ts'
import { asyncCommit, type Sql } from './database.ts'
import { createKeyPair, openWith, sealFor, type KeyPair } from './key-pair.ts'
import type { DeriveKey } from './secret.ts'
import { createSigner } from './signer.ts'

/** A running process, as other processes see it. */
export interface Node {
  readonly id: string
  readonly publicKey: Buffer
  /** HMAC that proves knowledge of the service's secret. */
  readonly proof: Buffer
}

/** Bytes encrypted for one node. */
export interface SealedFor {
  readonly node: string
  readonly sealed: Buffer
}

/** The running processes, and encryption of what they pass to each other through the database. */
export interface Nodes {
  /** Id of this process. */
  readonly own: string
  /** Registers this process and removes dead ones. Returns false without a query when the last heartbeat is recent. */
  heartbeat(): Promise<boolean>
  /** All registered nodes, including this one. */
  all(sql: Sql): Promise<Node[]>
  /** Returns undefined for a node that does not know the service's secret. */
  sealFor(node: Node, bytes: Uint8Array, context: string): SealedFor | undefined
  /** Decrypts what was sealed for this process in the last 10 to 20 minutes; returns undefined for anything else. */
  open(sealed: Uint8Array, context: string): Buffer | undefined
  leave(): Promise<void>
}

const heartbeatMs = 5_000
/** A node without a heartbeat for this long counts as dead. */
const deadMs = 15_000
/** Lifetime of a key pair; a new one is created at half of it. Old pairs are deleted, so that what was encrypted for them is lost. */
const keyPairMs = 20 * 60_000

export function createNodes({
  database,
  deriveKey,
}: {
  readonly database: Sql
  readonly deriveKey: DeriveKey
}): Nodes {
  const own = newId()
  const signer = createSigner(deriveKey, 'nodes')
  const keyPairs = createKeyPairs()
  let heartbeatAt = Number.NEGATIVE_INFINITY

  return {
    own,
    async heartbeat() {
      const now = Date.now()
      if (now - heartbeatAt < heartbeatMs) return false
      const { publicKey } = keyPairs.newest(now)
      await database.query(
        `insert into nodes values ($1, $2, $3, now()) on conflict (id) do update
           set public_key = excluded.public_key, proof = excluded.proof, seen_at = excluded.seen_at
         returning ${asyncCommit}`,
        [own, publicKey, signer.sign(own, publicKey)],
      )
      await database.query('delete from nodes where seen_at < now() - make_interval(secs => $1)', [
        deadMs / 1_000,
      ])
      heartbeatAt = now
      return true
    },
    all: (sql) => sql.query<Node>('select id, public_key as "publicKey", proof from nodes', []),
    sealFor({ id, proof, publicKey }, bytes, context) {
      const isGenuine = signer.isGenuine(proof, id, publicKey)
      return isGenuine ? { node: id, sealed: sealFor(publicKey, bytes, context) } : undefined
    },
    open: (sealed, context) => keyPairs.open(sealed, context),
    async leave() {
      await database.query('delete from nodes where id = $1', [own])
    },
  }
}

/** Key pairs of this process, newest first. */
function createKeyPairs() {
  let pairs: (KeyPair & { readonly madeAt: number })[] = []
  return {
    newest(now: number): KeyPair {
      pairs = pairs.filter(({ madeAt }) => now - madeAt < keyPairMs)
      const [first] = pairs
      if (first && now - first.madeAt < keyPairMs / 2) return first
      const made = { ...createKeyPair(), madeAt: now }
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
