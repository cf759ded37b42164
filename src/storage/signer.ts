import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKeys, type DeriveKey } from './secret.ts'

type Part = string | Uint8Array

/** Signs with the secret of the service (HMAC-SHA-256). */
export interface Signer {
  sign(...parts: readonly Part[]): Buffer
  /** True for a signature of the same parts by the current secret or the one before it. A text is base64url. */
  isGenuine(signature: Part, ...parts: readonly Part[]): boolean
}

/** Signatures for another purpose are not genuine. */
export function createSigner(deriveKey: DeriveKey, purpose: string): Signer {
  const keys = deriveKeys(deriveKey, purpose)
  return {
    sign: (...parts) => signWith(keys[0], parts),
    isGenuine(signature, ...parts) {
      const given = typeof signature === 'string' ? readText(signature) : signature
      return keys.some((key) => {
        const expected = signWith(key, parts)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
    },
  }
}

function signWith(key: Uint8Array, parts: readonly Part[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/** Other spellings of the same bytes are not accepted. */
function readText(signature: string): Buffer {
  const bytes = Buffer.from(signature, 'base64url')
  return bytes.toString('base64url') === signature ? bytes : Buffer.alloc(0)
}
