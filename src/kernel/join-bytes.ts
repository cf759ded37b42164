import { createYields } from './event-loop.ts'

const copiedAtOnce = 4 * 1_024 ** 2

/** `Buffer.concat` that does not block the event loop, however much it is. */
export async function joinBytes(parts: readonly Uint8Array[]): Promise<Buffer> {
  const [only] = parts
  if (only && parts.length === 1) return Buffer.from(only.buffer, only.byteOffset, only.length)
  const joined = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0))
  const yields = createYields()
  let at = 0
  for (const part of parts) {
    for (let from = 0; from < part.length; from += copiedAtOnce) {
      const slice = part.subarray(from, from + copiedAtOnce)
      joined.set(slice, at)
      at += slice.length
      await yields.next()
    }
  }
  return joined
}
