import { createHash, timingSafeEqual } from 'node:crypto'
import type { DeriveKey } from '#storage/secret.ts'

/**
 * Proves that the first person who opens the console operates this service. The same in all processes of a
 * service; refused once it is set up.
 */
export interface SetUpCode {
  /** For the operator to read: `K7QM-2XWP-9RTD`. */
  readonly code: string
  isCorrect(code: string): boolean
}

/** Without characters that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Returns the code that belongs to the secret of the service. */
export function createSetUpCode(deriveKey: DeriveKey): SetUpCode {
  // A byte for each letter; that some letters are a little more frequent costs less than a bit.
  const letters = [...deriveKey('set-up code').subarray(0, 12)].map(
    (byte) => alphabet[byte % alphabet.length],
  )
  const code = letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
  const expected = hashCode(code)
  return { code, isCorrect: (given) => timingSafeEqual(hashCode(given), expected) }
}

/** Case, spaces and dashes do not count. */
const hashCode = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
    .digest()
