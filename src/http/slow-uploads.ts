import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseMalformedRequest } from './malformed-request.ts'

/** How long a file may take to arrive. */
export interface UploadTimes {
  /** Without a single byte. */
  readonly idleMsMax: number
  readonly msMax: number
}

/** Uploads may take longer than other bodies, as long as bytes arrive. */
export interface SlowUploads {
  /** Applies the times of uploads to this request until it is disposed of. */
  expect(request: IncomingMessage): Disposable
  /** True when Node's request timeout does not apply, because a file is arriving on the connection. */
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
        refuseMalformedRequest(Object.assign(new Error('Too slow.'), { code }), socket)
      }
      return {
        [Symbol.dispose]() {
          settle()
          // Nothing reads the rest, and Node reports a request timeout only once.
          if (!request.complete)
            setTimeout(() => request.complete || request.destroy(), idleMsMax).unref()
        },
      }
    },
    excuses: (error, socket) => error.code === code && expected.has(socket),
  }
}
