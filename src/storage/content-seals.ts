import { createHash, createHmac } from 'node:crypto'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Sql } from './database.ts'
import type { KeyRing } from './key-ring.ts'
import {
  deriveSealKey,
  sealInPieces,
  sealWith,
  unsealInPieces,
  unsealWith,
  type Seal,
  type SealedJson,
} from './seal.ts'

/** Encrypts and decrypts the content of one job. */
export interface ContentSeal {
  text(plain: string): string
  openText(written: string): string
  /** A stand-in for a text, unique per job; it can be compared but not decrypted. */
  label(text: string): string
  object<Value extends object>(plain: Value): SealedJson<Value>
  openObject<Value extends object>(written: SealedJson<Value>): Value
  /** However many bytes: the event loop runs between pieces of them. */
  bytes(plain: Uint8Array): Promise<Uint8Array>
  openBytes(written: Uint8Array): Promise<Uint8Array>
  /** Hash of a text, 16 bytes, for keys. Under zero data retention it differs between jobs. */
  hash(text: string): Uint8Array
}

/** A job, and whether it is under zero data retention. */
export interface Sealed {
  readonly id: string
  readonly zeroDataRetention: boolean
}

/** Stores content in readable form or, under zero data retention, encrypted with a key that is only in memory. */
export interface ContentSeals {
  /** For a new job, in the transaction that accepts it. */
  create(sql: Sql, job: Sealed): Promise<ContentSeal>
  /** Fails with `SERVICE_UNAVAILABLE` if this process does not have the key. */
  of(job: Sealed, sql?: Sql): Promise<ContentSeal>
}

export function createContentSeals({
  seal,
  keys,
}: {
  readonly seal: Seal
  readonly keys: Pick<KeyRing, 'add' | 'loadKey'>
}): ContentSeals {
  const open = plainSeal(seal)
  const known = new WeakMap<Buffer, ContentSeal>()
  const sealedWith = (key: Buffer) => {
    const closed = known.get(key) ?? encryptedSeal(key)
    known.set(key, closed)
    return closed
  }
  return {
    create: async (sql, { id, zeroDataRetention }) =>
      zeroDataRetention ? sealedWith(await keys.add(sql, id)) : open,
    of: async ({ id, zeroDataRetention }, sql) =>
      zeroDataRetention ? sealedWith(await keys.loadKey(id, sql)) : open,
  }
}

/**
 * Decrypts the rows whose keys this process has and skips the others. A row that cannot be decrypted, because the secret has
 * changed or it is damaged, is skipped with a log line, and passed to `setAside` if given.
 */
export async function openReadable<
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
        log.warn({ err, id: row.id, jobId: row.jobId }, 'row cannot be decrypted, skipped')
        await setAside?.(row)
        return []
      }
    }),
  )
  // A row that could not be set aside is read again next time.
  return opened.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

const hashBytes = 16
const nonceBytes = 12

const sealedMark = 'sealed:'
const hasPassword = (text: string) => /^https?:\/\/[^/?#]*@/i.test(text)

/** For texts of jobs that are readable or encrypted with the secret of the service. */
export const renewSealedText = (seal: Seal) => (written: string) => {
  const renewed = written.startsWith(sealedMark)
    ? seal.renew(written.slice(sealedMark.length))
    : undefined
  return renewed && `${sealedMark}${renewed}`
}

/** Objects may contain secrets and are always encrypted; texts only if they are URLs with user info. */
const plainSeal = (seal: Seal): ContentSeal => ({
  text: (plain) =>
    hasPassword(plain) || plain.startsWith(sealedMark)
      ? `${sealedMark}${seal.seal({ text: plain })}`
      : plain,
  openText: (written) =>
    written.startsWith(sealedMark)
      ? seal.open<{ readonly text: string }>(written.slice(sealedMark.length)).text
      : written,
  label: (text) => text,
  object: (plain) => seal.seal(plain),
  openObject: (written) => seal.open(written),
  bytes: async (plain) => plain,
  openBytes: async (written) => written,
  hash: (text) => createHash('sha256').update(text).digest().subarray(0, hashBytes),
})

/** Keys derived from `key` are cached, because a page has many links. */
function encryptedSeal(key: Buffer): ContentSeal {
  const derived = (context: string) => deriveSealKey({ key, context })
  const keys = { text: derived('text'), bytes: derived('bytes') }
  const macs = { nonce: derived('nonce'), hash: derived('hash'), label: derived('label') }
  const mac = (purpose: keyof typeof macs, text: string) =>
    createHmac('sha256', macs[purpose]).update(text).digest()
  // The nonce is derived from the text: equal nonces have equal texts.
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
    openObject: (written) => JSON.parse(openText(written)),
    bytes: (plain) => sealInPieces(keys.bytes, plain),
    openBytes: (written) => unsealInPieces(keys.bytes, written),
    hash: (plain) => mac('hash', plain).subarray(0, hashBytes),
  }
}
