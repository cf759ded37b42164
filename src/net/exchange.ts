import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { NetError, toNetError } from './failure.ts'

/** A response, not interpreted yet. */
export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As received, with Content-Encoding applied. */
  readonly body: Uint8Array
}

interface ExchangeRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly bodyBytesMax: number
  /** Truncates a larger body instead of refusing it. */
  readonly cutsBody: boolean
  /** Sent with POST unless `method` says otherwise; GET without. */
  readonly body?: string | Uint8Array
  readonly method?: 'POST' | 'PUT'
}

const informationalMax = 20

/** The body of a redirect is read only to reuse its connection. */
const redirectBodyBytesMax = 64 * 1024

export const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * Sends a request and collects the response within the limits.
 * Throws `NetError`, or the reason of the signal.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      controllerOf.current?.abort(signal.reason)
      reject(signal.reason)
    }
    const controllerOf: { current: Dispatcher.DispatchController | null } = { current: null }
    const settle = () => signal.removeEventListener('abort', abort)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    const { url, headers, body, method = 'POST' } = request
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        ...(body === undefined ? { method: 'GET' } : { method, body }),
        headers,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      collect(request, {
        started(controller) {
          controllerOf.current = controller
          if (signal.aborted) controller.abort(signal.reason)
        },
        ended(answer) {
          settle()
          resolve(answer)
        },
        failed(error) {
          settle()
          reject(signal.aborted ? signal.reason : toNetError(error))
        },
      }),
    )
  })
}

/** Errors of a reused connection that the site closed at the same moment. */
const lostConnection = new Set([
  'ERR_EMPTY_RESPONSE',
  'ERR_CONNECTION_RESET',
  'ERR_HTTP2_SERVER_REFUSED_STREAM',
])

/** `exchange`, repeated once if a reused connection was lost. */
export async function exchangeAgain(...args: Parameters<typeof exchange>): Promise<RawResponse> {
  try {
    return await exchange(...args)
  } catch (error) {
    if (!(error instanceof NetError) || !lostConnection.has(error.reason)) throw error
    return exchange(...args)
  }
}

interface Collected {
  started(controller: Dispatcher.DispatchController): void
  ended(answer: RawResponse): void
  failed(error: Error): void
}

function collect(
  { bodyBytesMax, cutsBody }: ExchangeRequest,
  on: Collected,
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = []
  let head: { status: number; headers: IncomingHttpHeaders } | null = null
  let informational = 0
  let bytes = 0

  const answer = (status: number, headers: IncomingHttpHeaders) => {
    const [only, second] = chunks
    on.ended({ status, headers, body: only && !second ? only : Buffer.concat(chunks, bytes) })
  }

  return {
    onRequestStart: (controller) => on.started(controller),
    onResponseStart(controller, status, headers) {
      if (status < 200) {
        informational++
        if (informational > informationalMax) controller.abort(broken('ERR_INVALID_HTTP_RESPONSE'))
        return
      }
      head = { status, headers }
      const declaredBytes = Number(headers['content-length'])
      if (declaredBytes > bodyBytesMax && !cutsBody && !redirectStatuses.has(status)) {
        controller.abort(broken('ERR_RESPONSE_TOO_BIG'))
      }
    },
    onResponseData(controller, chunk) {
      bytes += chunk.length
      const isRedirect = head !== null && redirectStatuses.has(head.status)
      const bytesMax = isRedirect ? redirectBodyBytesMax : bodyBytesMax
      if (bytes <= bytesMax) {
        chunks.push(chunk)
        return
      }
      if (head && (isRedirect || cutsBody)) {
        chunks.push(chunk.subarray(0, bytesMax - bytes))
        bytes = bytesMax
        answer(head.status, head.headers)
      }
      controller.abort(broken('ERR_RESPONSE_TOO_BIG'))
    },
    onResponseEnd() {
      if (head) answer(head.status, head.headers)
    },
    onResponseError(_controller, error) {
      on.failed(head ? toBodyError(error, head.headers) : toHeadError(error))
    },
  }
}

const broken = (reason: string) => new NetError('site', reason)

/** The connection ended before the response; error names as in browsers. */
function toHeadError(error: Error): Error {
  const { reason, kind } = toNetError(error)
  if (kind === 'site' && reason === 'ERR_CONNECTION_CLOSED') {
    return new NetError('site', 'ERR_EMPTY_RESPONSE', { cause: error })
  }
  return error
}

/** The connection ended before the body was complete. */
function toBodyError(error: Error, headers: IncomingHttpHeaders): Error {
  const { reason } = toNetError(error)
  if (reason !== 'ERR_CONNECTION_CLOSED') return error
  const name =
    headers['content-length'] === undefined
      ? 'ERR_INCOMPLETE_CHUNKED_ENCODING'
      : 'ERR_CONTENT_LENGTH_MISMATCH'
  return new NetError('site', name, { cause: error })
}
