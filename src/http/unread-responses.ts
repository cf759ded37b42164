import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '#kernel/errors.ts'

const mebibyte = 1_024 ** 2
/** Of all responses together, as far as their clients have not read them. */
const unreadBytesMax = 256 * mebibyte
/** Smaller ones are not counted: the connections bound them. */
const countedBytesMin = 16 * 1_024
/** What a response takes that is made while it is sent. */
const streamBytes = mebibyte

/** A body, of which `undefined` and `null` are none. */
export const bytesOfBody = (body: unknown): number => {
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (Buffer.isBuffer(body)) return body.length
  return typeof body === 'object' && body !== null ? streamBytes : 0
}

/** The memory that responses take until their clients have read them, shared by teams and by networks without a key. */
export interface UnreadResponses {
  /** Fails with `SERVICE_UNAVAILABLE` when a holder has its share already. */
  assertRoom(holder: string, bytes?: number): void
  /** Counts bytes until the result is disposed of, whether there is room or not. */
  hold(holder: string, bytes: number): Disposable
  /** Waits for room and counts bytes until the result is disposed of. */
  enter(holder: string, bytes: number, signal: AbortSignal): Promise<Disposable>
}

/** No holder may have more than what is left for the others; each may have one response. */
export function createUnreadResponses(bytesMax = unreadBytesMax): UnreadResponses {
  const heldBy = new Map<string, number>()
  const released = new EventEmitter().setMaxListeners(0)
  let total = 0
  const mayHold = (holder: string, bytes: number) => {
    const held = heldBy.get(holder) ?? 0
    return held === 0 ? total < bytesMax * 2 : held + bytes <= bytesMax - total
  }
  const add = (holder: string, bytes: number) => {
    const held = (heldBy.get(holder) ?? 0) + bytes
    if (held > 0) heldBy.set(holder, held)
    else heldBy.delete(holder)
    total += bytes
  }

  function hold(holder: string, bytes: number): Disposable {
    if (bytes < countedBytesMin) return { [Symbol.dispose]() {} }
    add(holder, bytes)
    let isHeld = true
    return {
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        add(holder, -bytes)
        released.emit('released')
      },
    }
  }

  return {
    hold,
    assertRoom(holder, bytes = countedBytesMin) {
      if (bytes < countedBytesMin || mayHold(holder, bytes)) return
      throw new ServiceError('SERVICE_UNAVAILABLE', unread)
    },
    async enter(holder, bytes, signal) {
      if (bytes < countedBytesMin) return hold(holder, bytes)
      while (!mayHold(holder, bytes)) await once(released, 'released', { signal })
      return hold(holder, bytes)
    },
  }
}

const unread =
  'Your clients have not read the responses that they asked for. Read them or close their connections, then try again.'

/** Ends a connection whose client takes nothing of a response for too long. A response that is still being made may take longer. */
export function endWhenStalled(response: ServerResponse, socket: Socket, msMax: number): void {
  socket.setTimeout(msMax)
  response.on('timeout', () => {
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(msMax)
  })
}
