import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { toNetwork } from './client-address.ts'
import { refuseMalformedRequest } from './malformed-request.ts'
import { guarded } from './guarded.ts'
import { onceFinished } from './observe.ts'

const tooSlow = Object.assign(new Error('Too slow.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
const requestsMax = { what: 'requests', all: 128, perAddress: 32 }
/** Of a body without a key that is not a file: all that may be open together are well below 50 MB. */
export const keylessBodyBytesMax = 256 * 1024
/** Time for the whole exchange, including a client that reads slowly. */
const exchangeMsMax = 5 * 60_000

/** Limits of requests without an API key, counted apart from requests with one. */
export interface KeylessRequests {
  /**
   * Counts a request until its response is sent, or until the returned function is called. The time for a body does not
   * apply to files. Fails with `RATE_LIMIT_EXCEEDED` and `SERVICE_UNAVAILABLE`.
   */
  enter(
    address: string,
    exchange: {
      readonly request: IncomingMessage
      readonly response: ServerResponse
      readonly sendsFile: boolean
    },
  ): () => void
}

interface OpenMax {
  readonly what: string
  readonly all: number
  readonly perAddress: number
}

/**
 * Counts what clients have open before their key is known. `take` fails with `RATE_LIMIT_EXCEEDED` for an address with too many, and
 * with `SERVICE_UNAVAILABLE`; the returned function may be called repeatedly.
 */
export function createOpenCount({ what, all, perAddress }: OpenMax) {
  const openByAddress = new Map<string, number>()
  let open = 0
  return function take(clientAddress: string): () => void {
    const address = toNetwork(clientAddress)
    const ofAddress = openByAddress.get(address) ?? 0
    if (ofAddress >= perAddress)
      throw new ServiceError(
        'RATE_LIMIT_EXCEEDED',
        `Too many open ${what} without an API key from your address. Try again later.`,
      )
    if (open >= all)
      throw new ServiceError(
        'SERVICE_UNAVAILABLE',
        `Too many open ${what} without an API key. Try again later.`,
      )
    open += 1
    openByAddress.set(address, ofAddress + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      open -= 1
      const left = (openByAddress.get(address) ?? 1) - 1
      if (left > 0) openByAddress.set(address, left)
      else openByAddress.delete(address)
    }
  }
}

/** Limits requests without a key: how many are open, how many per address, and how long their bodies may take. */
export function createKeylessRequests(bodyMsMax: number, log: Log): KeylessRequests {
  const take = createOpenCount(requestsMax)
  return {
    enter(address, { request, response, sendsFile }) {
      const release = take(address)
      const { socket } = request
      const refuse = guarded(log, () => request.complete || refuseMalformedRequest(tooSlow, socket))
      const body = sendsFile ? undefined : setTimeout(refuse, bodyMsMax)
      const exchange = setTimeout(() => socket.destroy(), exchangeMsMax)
      const leave = () => {
        clearTimeout(body)
        clearTimeout(exchange)
        release()
      }
      onceFinished(response, leave)
      return leave
    },
  }
}
