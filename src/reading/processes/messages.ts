import type { Readable, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/** The pipe between the service and a document process, in that process. */
export const messagesFd = 3
const headBytes = 4
const messageBytesMax = 1_024 ** 3

/** Writes a message: its length in bytes, then its structured clone. */
export function writeToPipe(pipe: Writable, message: unknown): void {
  const body = serialize(message)
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(body.length)
  pipe.write(head)
  pipe.write(body)
}

/**
 * Calls `onMessage` for each message of a pipe, and `onBroken` for one above a gigabyte or that cannot be read or handled, after which
 * it reads none.
 */
export function readFromPipe(
  pipe: Readable,
  { onMessage, onBroken }: { onMessage: (message: unknown) => void; onBroken: () => void },
): void {
  let parts: Buffer[] = []
  let bytes = 0
  let wanted: number | undefined
  const take = (count: number): Buffer => {
    const [only] = parts
    // Many small messages in one piece do not copy it for each of them.
    const all = only && parts.length === 1 ? only : Buffer.concat(parts)
    parts = [all.subarray(count)]
    bytes = all.length - count
    return all.subarray(0, count)
  }
  pipe.on('data', (chunk: Buffer) => {
    parts.push(chunk)
    bytes += chunk.length
    while (bytes >= (wanted ?? headBytes)) {
      if (wanted === undefined) {
        wanted = take(headBytes).readUInt32LE()
        if (wanted <= messageBytesMax) continue
        pipe.removeAllListeners('data')
        return onBroken()
      }
      const body = take(wanted)
      wanted = undefined
      try {
        onMessage(deserialize(body))
      } catch {
        // What reads hostile files may send anything.
        pipe.removeAllListeners('data')
        return onBroken()
      }
    }
  })
}
