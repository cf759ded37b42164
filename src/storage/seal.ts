import { createCipheriv, createDecipheriv, createHmac, createSecretKey } from 'node:crypto'
import { randomBytes, type KeyObject } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'
import type { DeriveKey } from './secret.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** What opens a seal: a key, and what the bytes are, so that they cannot be passed off as something else. */
interface Lock {
  readonly key: Uint8Array
  readonly context: string
}

/** Encrypts bytes; without the same key and context they can neither be read nor changed. */
export const seal = (bytes: Uint8Array, lock: Lock): Buffer => sealWith(keyOf(lock), bytes)

/** Throws when the bytes were sealed otherwise, or have been changed. */
export const unseal = (sealed: Uint8Array, lock: Lock): Buffer => unsealWith(keyOf(lock), sealed)

/** A key for one context, for who seals often. */
export const keyOf = ({ key, context }: Lock): KeyObject =>
  createSecretKey(createHmac('sha256', key).update(context).digest())

/** Who gives a nonce never gives one for two contents. */
export function sealWith(
  key: KeyObject,
  bytes: Uint8Array,
  nonce: Uint8Array = randomBytes(nonceBytes),
): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Throws as `unseal` does. */
export function unsealWith(key: KeyObject, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce)
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/** Keeps what may hold secrets (headers for sites and receivers) unreadable in the database. */
export interface Seal {
  seal(value: object): string
  /** Fails with `UNKNOWN_ERROR` when the text was sealed under another secret, or changed. */
  open(text: string): object
}

/** Seals objects as text, in base64. */
export function createSeal(deriveKey: DeriveKey): Seal {
  const lock = { key: deriveKey('sealed rows'), context: 'row' }
  return {
    seal: (value) => seal(Buffer.from(JSON.stringify(value)), lock).toString('base64'),
    open(text) {
      const opened = unsealed(Buffer.from(text, 'base64'), lock)
      return JSON.parse(opened.toString()) as object
    },
  }
}

const unreadable =
  'This was written under another WEIR_SECRET and cannot be read. Set the former secret again, or make it anew.'

function unsealed(sealed: Uint8Array, lock: Lock): Buffer {
  try {
    return unseal(sealed, lock)
  } catch (cause) {
    throw new ServiceError('UNKNOWN_ERROR', unreadable, { cause })
  }
}
