import { createHash, createHmac } from 'node:crypto'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Sql } from './database.ts'
import type { KeyRing } from './key-ring.ts'
import { keyOf, sealWith, unsealWith, type Seal } from './seal.ts'

/** How content of a job is written, and read again. */
export interface ContentSeal {
  text(plain: string): string
  openText(written: string): string
  /** Stands for a text of one job; it is compared, never read again. */
  label(text: string): string
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
  readonly zeroDataRetention: boolean
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
  const known = new WeakMap<Buffer, ContentSeal>()
  const sealedWith = (key: Buffer) => {
    const closed = known.get(key) ?? closedWith(key)
    known.set(key, closed)
    return closed
  }
  return {
    create: async (sql, { id, zeroDataRetention }) =>
      zeroDataRetention ? sealedWith(await keys.add(sql, id)) : open,
    of: async ({ id, zeroDataRetention }, sql) =>
      zeroDataRetention ? sealedWith(await keys.keyOf(id, sql)) : open,
  }
}

/**
 * Opens what this process has the keys of, and leaves the rest out. A row that nobody can open, because it was written under
 * another secret or is damaged, is left out with a line in the log, and set aside where that is asked for.
 */
export async function openKnown<
  Row extends { readonly id?: string; readonly jobId?: string },
  Open,
>(
  rows: readonly Row[],
  open: (row: Row) => Promise<Open>,
  { log, setAside }: { readonly log: Log; readonly setAside?: (row: Row) => Promise<void> },
): Promise<Open[]> {
  const opened = await Promise.allSettled(
    rows.map(async (row) => {
      try {
        return [await open(row)]
      } catch (err) {
        if (isUnavailable(err)) return []
        log.warn({ err, id: row.id, jobId: row.jobId }, 'row not readable, left out')
        await setAside?.(row)
        return []
      }
    }),
  )
  // What could not be set aside is met again.
  return opened.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

const identityBytes = 16
const nonceBytes = 12

const sealedMark = 'sealed:'
const hasPassword = (text: string) => /^https?:\/\/[^/?#]*@/i.test(text)

/** Objects may hold secrets of callers and are always sealed; texts are when they are URLs with a user name or password. */
const openly = (seal: Seal): ContentSeal => ({
  text: (plain) =>
    hasPassword(plain) || plain.startsWith(sealedMark)
      ? `${sealedMark}${seal.seal({ text: plain })}`
      : plain,
  openText: (written) =>
    written.startsWith(sealedMark)
      ? (seal.open(written.slice(sealedMark.length)) as { readonly text: string }).text
      : written,
  label: (text) => text,
  object: (plain) => seal.seal(plain),
  openObject: (written) => seal.open(written),
  bytes: (plain) => plain,
  openBytes: (written) => written,
  identity: (text) => createHash('sha256').update(text).digest().subarray(0, identityBytes),
})

/** What is derived of the key is derived once: a page has many links. */
function closedWith(key: Buffer): ContentSeal {
  const derived = (context: string) => keyOf({ key, context })
  const keys = { text: derived('text'), bytes: derived('bytes') }
  const macs = { nonce: derived('nonce'), identity: derived('identity'), label: derived('label') }
  const mac = (purpose: keyof typeof macs, text: string) =>
    createHmac('sha256', macs[purpose]).update(text).digest()
  // A nonce made of the text: the same one never meets two texts.
  const text = (plain: string) =>
    sealWith(keys.text, Buffer.from(plain), mac('nonce', plain).subarray(0, nonceBytes)).toString(
      'base64',
    )
  const openText = (written: string) =>
    unsealWith(keys.text, Buffer.from(written, 'base64')).toString()
  return {
    text,
    openText,
    label: (plain) => mac('label', plain).toString('base64'),
    object: (plain) => text(JSON.stringify(plain)),
    openObject: (written) => JSON.parse(openText(written)) as object,
    bytes: (plain) => sealWith(keys.bytes, plain),
    openBytes: (written) => unsealWith(keys.bytes, written),
    identity: (plain) => mac('identity', plain).subarray(0, identityBytes),
  }
}
