import { createHmac, timingSafeEqual } from 'node:crypto'

/** Codes of authenticator apps: RFC 6238 with SHA-1, 6 digits and steps of 30 seconds, which all apps know. */
const stepMs = 30_000
const digits = 6
/** Steps before and after the present one whose code is taken, for clocks that differ. */
const tolerance = 1

export const secretBytes = 20

export const findStepNow = (now: Date): number => Math.floor(now.getTime() / stepMs)

export function makeCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step of a code; undefined for a wrong one. */
export function findStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const given = Buffer.from(code)
  const present = findStepNow(now)
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, at) => present - tolerance + at)
  return steps.find((step) => {
    const expected = Buffer.from(makeCode(secret, step))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648) of a whole number of 5 bytes. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let [held, bits] = [0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xff_ff
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(held >> (bits - 5)) & 31] ?? ''
  }
  return text
}
