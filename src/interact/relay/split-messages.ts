import type { Readable } from 'node:stream'

/** Calls `onMessage` for each message of a pipe that separates them by zero bytes, and `onTooLong` once for one above the limit. */
export function splitMessages(
  pipe: Readable,
  {
    bytesMax,
    onMessage,
    onTooLong,
  }: {
    readonly bytesMax: number
    readonly onMessage: (message: Buffer) => void
    readonly onTooLong: () => void
  },
): void {
  let parts: Buffer[] = []
  let bytes = 0
  pipe.on('data', (chunk: Buffer) => {
    let from = 0
    for (let to = chunk.indexOf(0); to >= 0; to = chunk.indexOf(0, from)) {
      const message = Buffer.concat([...parts, chunk.subarray(from, to)])
      parts = []
      bytes = 0
      from = to + 1
      onMessage(message)
    }
    if (from === chunk.length) return
    parts.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes <= bytesMax) return
    pipe.removeAllListeners('data')
    onTooLong()
  })
}
