import { dimensions } from './table.ts'

/** Bytes of the signs of a vector, by which pages are searched, and of its numbers, by which the found ones are ranked. */
export const codeBytes = dimensions / 8
export const vectorBytes = dimensions / 2
/** Numbers beyond so many standard deviations are taken for that; with 256 numbers of a vector of length 1, one is 1/16. */
const deviations = 2.6
const step = deviations / Math.sqrt(dimensions) / 7

/** One bit for each number: whether it is above zero. */
export function toCode(vector: Float32Array): Uint8Array {
  const code = new Uint8Array(codeBytes)
  for (const [at, number] of vector.entries()) {
    if (number > 0) code[at >> 3] = (code[at >> 3] ?? 0) | (1 << (at & 7))
  }
  return code
}

const quantised = (number: number) => Math.max(0, Math.min(15, Math.round(number / step) + 8))

/** Four bits for each number. */
export function toBytes(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vectorBytes)
  for (let at = 0; at < vectorBytes; at++)
    bytes[at] = quantised(vector[2 * at] ?? 0) | (quantised(vector[2 * at + 1] ?? 0) << 4)
  return bytes
}

/** Cosine of a vector and the one whose bytes begin at a place. */
export function similarity(vector: Float32Array, bytes: Uint8Array, from: number): number {
  let [product, squares] = [0, 0]
  for (let at = 0; at < vectorBytes; at++) {
    const both = bytes[from + at] ?? 0
    const [first, second] = [(both & 15) - 8, (both >> 4) - 8]
    product += first * (vector[2 * at] ?? 0) + second * (vector[2 * at + 1] ?? 0)
    squares += first * first + second * second
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares)
}
