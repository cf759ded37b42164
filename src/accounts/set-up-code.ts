import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

/** Proves that the first person who opens the console operates this service. Valid until the process ends. */
export interface SetUpCode {
  /** For the operator to read: `K7QM-2XWP-9RTD`. */
  readonly code: string
  isCorrect(code: string): boolean
}

/** Without characters that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export function createSetUpCode(): SetUpCode {
  const code = `${letters()}-${letters()}-${letters()}`
  const expected = hashCode(code)
  return { code, isCorrect: (given) => timingSafeEqual(hashCode(given), expected) }
}

const letters = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Case, spaces and dashes do not count. */
const hashCode = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
    .digest()
