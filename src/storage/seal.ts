import { createCipheriv, createDecipheriv, createHmac, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'
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

declare const content: unique symbol

/** Encrypted JSON of a value. Columns that hold it are declared with it, so that `open` returns the right type. */
export type SealedJson<Value extends object> = string & { readonly [content]?: Value }

/** Encrypts objects in the database that may contain secrets, such as headers. */
export interface Seal {
  seal<Value extends object>(value: Value): SealedJson<Value>
  /** Fails with `UNKNOWN_ERROR` if the text was encrypted with another secret, or changed. */
  open<Value extends object>(text: SealedJson<Value>): Value
  sealBytes(bytes: Uint8Array): string
  /** Fails like `open`. */
  openBytes(text: string): Buffer
  /** What the secret before this one encrypted, encrypted anew; undefined for any other text. */
  renew(text: string): string | undefined
}

/** Returns encrypted objects as base64 text. */
export function createSeal(deriveKey: DeriveKey): Seal {
  // Derived once: this costs several times as much as encrypting a row.
  const key = deriveRowKey(deriveKey)
  const previous = deriveKey.previous && deriveRowKey(deriveKey.previous)
  const sealBytes = (bytes: Uint8Array) => sealWith(key, bytes).toString('base64')
  const openBytes = (text: string) => {
    const bytes = Buffer.from(text, 'base64')
    return tryUnseal(bytes, key) ?? (previous && tryUnseal(bytes, previous)) ?? fail()
  }
  return {
    seal: (value) => sealBytes(Buffer.from(JSON.stringify(value))),
    open: (text) => JSON.parse(openBytes(text).toString()),
    sealBytes,
    openBytes,
    renew(text) {
      const bytes = previous && tryUnseal(Buffer.from(text, 'base64'), previous)
      return bytes && sealBytes(bytes)
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
