import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DeriveKey } from './secret.ts'

/** Keeps what may hold secrets (headers for sites and receivers) unreadable in the database. */
export interface Seal {
  seal(value: object): string
  /** Fails when the text was sealed under another secret, or changed. */
  open(text: string): object
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM under a key of its own: base64 of nonce, tag and text. */
export function createSeal(deriveKey: DeriveKey): Seal {
  const key = deriveKey('sealed rows')
  return {
    seal(value) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes + tagBytes)),
        decipher.final(),
      ])
      return JSON.parse(text.toString()) as object
    },
  }
}
