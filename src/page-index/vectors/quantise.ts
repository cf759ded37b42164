/** Signs of a vector, by which pages are searched, and their bytes. */
const signs = 256
export const codeBytes = signs / 8
/** Numbers beyond so many standard deviations are taken for that; of a vector of length 1, one is the root of their number. */
const deviations = 2.6

/** Bytes of a vector, by which the found pages are ranked. */
export const vectorBytes = ({ length }: Float32Array): number => Math.ceil(length / 2)

/** One bit for each number: whether it is above zero. Of a longer vector, of numbers all over it. */
export function toCode(vector: Float32Array): Uint8Array {
  const code = new Uint8Array(codeBytes)
  const step = Math.max(1, vector.length / signs)
  for (let at = 0; at < signs; at++) {
    const number = vector[Math.floor(at * step)] ?? 0
    if (number > 0) code[at >> 3] = (code[at >> 3] ?? 0) | (1 << (at & 7))
  }
  return code
}

/** Four bits for each number. */
export function toBytes(vector: Float32Array): Uint8Array {
  const step = deviations / Math.sqrt(vector.length) / 7
  const quantised = (number = 0) => Math.max(0, Math.min(15, Math.round(number / step) + 8))
  return new Uint8Array(vectorBytes(vector)).map(
    (_, at) => quantised(vector[2 * at]) | (quantised(vector[2 * at + 1]) << 4),
  )
}

/** Cosine of a vector and the one whose bytes begin at a place. */
export function similarity(vector: Float32Array, bytes: Uint8Array, from: number): number {
  const length = vectorBytes(vector)
  let [product, squares] = [0, 0]
  for (let at = 0; at < length; at++) {
    const both = bytes[from + at] ?? 0
    const [first, second] = [(both & 15) - 8, (both >> 4) - 8]
    product += first * (vector[2 * at] ?? 0) + second * (vector[2 * at + 1] ?? 0)
    squares += first * first + second * second
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares)
}
