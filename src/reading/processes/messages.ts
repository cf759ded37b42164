import type { Readable, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'
import { addPart, divide, type MessagePart } from './divide.ts'

/** The pipe between the service and a document process, in that process. */
export const messagesFd = 3
const headBytes = 4
/** The service reads a frame in one step. */
const frameBytesMax = 16 * 1024 * 1024
/** A task is one frame, with the bytes of its document. */
export const taskBytesMax = 256 * 1024 * 1024
const messageBytesMax = 256 * 1024 * 1024
const undividedBytesMax = 1024 * 1024

/** The first frame of a message has the number of its parts, of which each other frame is one. */
type Frame = { readonly message: unknown; readonly parts: number } | MessagePart

/** Writes a message as one frame. */
export const writeToPipe = (pipe: Writable, message: unknown) =>
  writeFrame(pipe, serialize({ message, parts: 0 } satisfies Frame))

/** Writes a message that may be long in frames that are short to read. Fails with a RangeError for one above 256 MB. */
export function writeDivided(pipe: Writable, message: unknown): void {
  const whole = serialize({ message, parts: 0 } satisfies Frame)
  if (whole.length > messageBytesMax) throw new RangeError('The message is too long.')
  if (whole.length <= undividedBytesMax) {
    writeFrame(pipe, whole)
    return
  }
  const { value, parts } = divide(message)
  for (const frame of [{ message: value, parts: parts.length }, ...parts] satisfies Frame[]) {
    const bytes = serialize(frame)
    if (bytes.length > frameBytesMax) throw new RangeError('A part of the message is too long.')
    writeFrame(pipe, bytes)
  }
}

/** Its length in bytes, then its structured clone. */
function writeFrame(pipe: Writable, frame: Buffer): void {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(frame.length)
  pipe.write(head)
  pipe.write(frame)
}

interface Receiving {
  readonly onMessage: (message: unknown) => void
  readonly onBroken: () => void
  readonly bytesMax?: number
}

/**
 * Calls `onMessage` for each message of a pipe, and `onBroken` for one that is too long or that cannot be read or handled, after which it
 * reads none.
 */
export function readFromPipe(
  pipe: Readable,
  { onMessage, onBroken, bytesMax = frameBytesMax }: Receiving,
): void {
  const addFrame = createJoin(onMessage)
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
    try {
      while (bytes >= (wanted ?? headBytes)) {
        if (wanted === undefined) {
          wanted = take(headBytes).readUInt32LE()
          if (wanted > bytesMax) throw new RangeError('A frame is too long.')
          continue
        }
        const body = take(wanted)
        wanted = undefined
        addFrame(deserialize(body) as Frame, body.length)
      }
    } catch {
      // What reads hostile files may send anything.
      pipe.removeAllListeners('data')
      onBroken()
    }
  })
}

const nothing = () => ({ message: undefined as unknown, parts: 0, bytes: 0 })

/** Puts the frames of each message together. A message whose writer has begun another one is dropped. */
function createJoin(onMessage: (message: unknown) => void) {
  let pending = nothing()
  return (frame: Frame, bytes: number): void => {
    if ('message' in frame) pending = { message: frame.message, parts: frame.parts, bytes }
    else {
      addPart(pending, frame)
      pending.parts -= 1
      pending.bytes += bytes
      if (pending.bytes > messageBytesMax) throw new RangeError('The message is too long.')
    }
    if (pending.parts > 0) return
    const { message } = pending
    pending = nothing()
    onMessage(message)
  }
}
