import type { FastifyRequest } from 'fastify'
import type { Duplex } from 'node:stream'
import { refuseGarbage } from './garbage.ts'

/** How long a file may take to arrive. */
export interface UploadTimes {
  /** Without a single byte. */
  readonly idleMsMax: number
  readonly msMax: number
}

/** Files that are still arriving may take longer than other bodies, as long as something arrives. */
export interface SlowUploads {
  /** The body of this request is a file, until it is disposed of. */
  expect(request: FastifyRequest['raw']): Disposable
  /** What Node tells of a connection whose request takes too long, whatever it carries; true when it may go on. */
  excuses(error: Error & { code?: string }, socket: Duplex): boolean
}

const code = 'ERR_HTTP_REQUEST_TIMEOUT'

export function createSlowUploads({ idleMsMax, msMax }: UploadTimes): SlowUploads {
  const expected = new WeakSet<Duplex>()
  return {
    expect(request) {
      const { socket } = request
      expected.add(socket)
      let bytesBefore = socket.bytesRead
      const idle = setInterval(() => {
        if (socket.bytesRead === bytesBefore) giveUp()
        bytesBefore = socket.bytesRead
      }, idleMsMax)
      const late = setTimeout(giveUp, msMax)
      request.once('end', settle).once('close', settle)

      function settle() {
        clearInterval(idle)
        clearTimeout(late)
        expected.delete(socket)
      }
      function giveUp() {
        settle()
        refuseGarbage(Object.assign(new Error('Too slow.'), { code }), socket)
      }
      return {
        [Symbol.dispose]() {
          settle()
          // Nobody reads the rest, and Node may have asked after this connection already.
          if (!request.complete)
            setTimeout(() => request.complete || request.destroy(), idleMsMax).unref()
        },
      }
    },
    excuses: (error, socket) => error.code === code && expected.has(socket),
  }
}
