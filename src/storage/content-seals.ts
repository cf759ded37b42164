import { createHash, createHmac } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'
import type { Sql } from './database.ts'
import type { KeyRing } from './key-ring.ts'
import { seal as sealBytes, unseal, type Seal } from './seal.ts'

/** How content of a job is written, and read again. */
export interface ContentSeal {
  /** Equal texts of one job stay equal. */
  text(plain: string): string
  openText(written: string): string
  object(plain: object): string
  openObject(written: string): object
  bytes(plain: Uint8Array): Uint8Array
  openBytes(written: Uint8Array): Uint8Array
  /** 16 bytes that stand for a text of one job. */
  identity(text: string): Uint8Array
}

/** Something that belongs to a job, and whether the job is under zero data retention. */
export interface Sealed {
  readonly id: string
  readonly leavesNoTrace: boolean
}

/** Content as it is, or sealed with a key that is never written where zero data retention asks for it. */
export interface ContentSeals {
  /** For a new job, in the transaction that accepts it. */
  create(sql: Sql, job: Sealed): Promise<ContentSeal>
  /** Fails with `SERVICE_UNAVAILABLE` when this process does not have the key. */
  of(job: Sealed, sql?: Sql): Promise<ContentSeal>
}

export function createContentSeals({
  seal,
  keys,
}: {
  readonly seal: Seal
  readonly keys: Pick<KeyRing, 'add' | 'keyOf'>
}): ContentSeals {
  const open = openly(seal)
  return {
    create: async (sql, { id, leavesNoTrace }) =>
      leavesNoTrace ? sealedWith(await keys.add(sql, id)) : open,
    of: async ({ id, leavesNoTrace }, sql) =>
      leavesNoTrace ? sealedWith(await keys.keyOf(id, sql)) : open,
  }
}

/** Opens what this process has the keys of, and leaves the rest out. */
export async function openKnown<Row, Open>(
  rows: readonly Row[],
  open: (row: Row) => Promise<Open>,
): Promise<Open[]> {
  const opened = await Promise.allSettled(rows.map(open))
  return opened.flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value]
    const { reason } = result
    if (reason instanceof ServiceError && reason.code === 'SERVICE_UNAVAILABLE') return []
    throw reason
  })
}

const identityBytes = 16
const nonceBytes = 12

/** Objects may hold secrets of callers: they are sealed in any case. */
const openly = (seal: Seal): ContentSeal => ({
  text: (plain) => plain,
  openText: (written) => written,
  object: (plain) => seal.seal(plain),
  openObject: (written) => seal.open(written),
  bytes: (plain) => plain,
  openBytes: (written) => written,
  identity: (text) => createHash('sha256').update(text).digest().subarray(0, identityBytes),
})

function sealedWith(key: Buffer): ContentSeal {
  const lock = (context: string) => ({ key, context })
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest()
  const openText = (written: string) =>
    unseal(Buffer.from(written, 'base64'), lock('text')).toString()
  const text = (plain: string) => {
    // A nonce made of the text: the same one never meets two texts.
    const nonce = mac('nonce', plain).subarray(0, nonceBytes)
    return sealBytes(Buffer.from(plain), lock('text'), nonce).toString('base64')
  }
  return {
    text,
    openText,
    object: (plain) => text(JSON.stringify(plain)),
    openObject: (written) => JSON.parse(openText(written)) as object,
    bytes: (plain) => sealBytes(plain, lock('bytes')),
    openBytes: (written) => unseal(written, lock('bytes')),
    identity: (plain) => mac('identity', plain).subarray(0, identityBytes),
  }
}
