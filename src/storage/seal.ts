import { createCipheriv, createDecipheriv, createHmac, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'
import { createYields } from '#kernel/event-loop.ts'
import { joinBytes } from '#kernel/join-bytes.ts'
import { randomBytes } from '#kernel/random-bytes.ts'
import type { DeriveKey } from './secret.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** A key, and the purpose of the bytes, which authenticates them. */
interface Lock {
  readonly key: Uint8Array
  readonly context: string
}

/** Encrypts bytes (AES-256-GCM). They can be decrypted only with the same key and context. */
export const seal = (bytes: Uint8Array, lock: Lock): Buffer => sealWith(deriveSealKey(lock), bytes)

/** Decrypts. Throws if key or context differ, or the bytes were changed. */
export const unseal = (sealed: Uint8Array, lock: Lock): Buffer =>
  unsealWith(deriveSealKey(lock), sealed)

/** Decrypts with the first key that fits. Throws like `unseal` if none does. */
export function unsealAny(
  sealed: Uint8Array,
  { keys, context }: { readonly keys: readonly Uint8Array[]; readonly context: string },
): Buffer {
  for (const key of keys) {
    const opened = tryUnseal(sealed, deriveSealKey({ key, context }))
    if (opened) return opened
  }
  return fail()
}

/** Derives the key of a context, for repeated use. */
export const deriveSealKey = ({ key, context }: Lock): KeyObject =>
  createSecretKey(createHmac('sha256', key).update(context).digest())

/** A caller that passes a nonce must never reuse it for other content. */
export function sealWith(
  key: KeyObject,
  bytes: Uint8Array,
  nonce: Uint8Array = randomBytes(nonceBytes),
): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Throws like `unseal`. */
export function unsealWith(key: KeyObject, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/** Divisible by 12, so that pieces of base64 can be joined. */
const pieceBytes = 12 * 65_536

interface Crypt {
  update(bytes: Uint8Array): Buffer
  final(): Buffer
}

async function cryptInPieces(crypt: Crypt, bytes: Uint8Array): Promise<Buffer[]> {
  const yields = createYields()
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    parts.push(crypt.update(bytes.subarray(at, at + pieceBytes)))
    await yields.next()
  }
  return [...parts, crypt.final()]
}

/** Like `sealWith`, in pieces between which the event loop runs. */
export async function sealInPieces(key: KeyObject, bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length <= pieceBytes) return sealWith(key, bytes)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  const body = await cryptInPieces(cipher, bytes)
  return joinBytes([nonce, cipher.getAuthTag(), ...body])
}

/** Like `unsealWith`, in pieces. Nothing is returned before all is authentic. */
export async function unsealInPieces(key: KeyObject, sealed: Uint8Array): Promise<Buffer> {
  if (sealed.length <= pieceBytes) return unsealWith(key, sealed)
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return joinBytes(await cryptInPieces(decipher, sealed.subarray(nonceBytes + tagBytes)))
}

async function toBase64(bytes: Buffer): Promise<string> {
  const yields = createYields()
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    text += bytes.toString('base64', at, at + pieceBytes)
    await yields.next()
  }
  return text
}

async function fromBase64(text: string): Promise<Buffer> {
  const yields = createYields()
  const parts: Buffer[] = []
  for (let at = 0; at < text.length; at += pieceBytes) {
    parts.push(Buffer.from(text.slice(at, at + pieceBytes), 'base64'))
    await yields.next()
  }
  return joinBytes(parts)
}

declare const content: unique symbol

/** Encrypted JSON of a value. Columns that hold it are declared with it, so that `open` returns the right type. */
export type SealedJson<Value extends object> = string & { readonly [content]?: Value }

/** Encrypts objects in the database that may contain secrets, such as headers. */
export interface Seal {
  seal<Value extends object>(value: Value): SealedJson<Value>
  /** Fails with `UNKNOWN_ERROR` if the text was encrypted with another secret, or changed. */
  open<Value extends object>(text: SealedJson<Value>): Value
  /** However many bytes: the event loop runs between pieces of them. */
  sealBytes(bytes: Uint8Array): Promise<string>
  /** Fails like `open`. */
  openBytes(text: string): Promise<Buffer>
  /** What the secret before this one encrypted, encrypted anew; undefined for any other text. */
  renew(text: string): string | undefined
}

/** Returns encrypted objects as base64 text. */
export function createSeal(deriveKey: DeriveKey): Seal {
  // Derived once: this costs several times as much as encrypting a row.
  const key = deriveRowKey(deriveKey)
  const previous = deriveKey.previous && deriveRowKey(deriveKey.previous)
  const sealAtOnce = (bytes: Uint8Array) => sealWith(key, bytes).toString('base64')
  const openAtOnce = (text: string) => {
    const bytes = Buffer.from(text, 'base64')
    return tryUnseal(bytes, key) ?? (previous && tryUnseal(bytes, previous)) ?? fail()
  }
  return {
    seal: (value) => sealAtOnce(Buffer.from(JSON.stringify(value))),
    open: (text) => JSON.parse(openAtOnce(text).toString()),
    sealBytes: async (bytes) => toBase64(await sealInPieces(key, bytes)),
    async openBytes(text) {
      const bytes = await fromBase64(text)
      const unseal = (by: KeyObject) => unsealInPieces(by, bytes).catch(() => undefined)
      return (await unseal(key)) ?? (previous && (await unseal(previous))) ?? fail()
    },
    renew(text) {
      const bytes = previous && tryUnseal(Buffer.from(text, 'base64'), previous)
      return bytes && sealAtOnce(bytes)
    },
  }
}

const deriveRowKey = (deriveKey: DeriveKey) =>
  deriveSealKey({ key: deriveKey('sealed rows'), context: 'row' })

const unreadable =
  'This was encrypted with another WEIR_SECRET and cannot be decrypted. Restore the former secret, or create it again.'

function fail(): never {
  throw new ServiceError('UNKNOWN_ERROR', unreadable)
}

/** Undefined for bytes that another key encrypted, or that were changed. */
export function tryUnseal(sealed: Uint8Array, key: KeyObject): Buffer | undefined {
  try {
    return unsealWith(key, sealed)
  } catch {
    return undefined
  }
}
