import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import sendRequest from 'undici/lib/api/api-request.js'
import { NetError } from '#net/failure.ts'
import { isClosedPort } from '#net/ports.ts'
import type { OpenSession } from './proxy-session.ts'

/** Hop-by-hop headers; `proxy-*` is between the browser and this proxy. */
const connectionHeaders =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i

/**
 * Forwards a plain HTTP request in absolute form through the guard and returns the response unchanged.
 * For unreachable and refused targets alike, the connection is closed without a response.
 */
export async function forwardRequest(
  session: OpenSession,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // If the connection ends first, the request no longer has it.
  const { socket } = request
  if (!session.attach(socket)) return void socket.destroy()
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const signal = AbortSignal.any([gone.signal, session.ended])
  try {
    const upstream = toUpstream(request, signal)
    await session.admitTo(request.url ?? '')
    const answer = await sendRequest.call(session.connections.agent, upstream)
    response.writeHead(answer.statusCode, passedOn(answer.headers as unknown as string[]))
    answer.body.on('data', (chunk: Buffer) => session.count(chunk.length))
    await pipeline(answer.body, response)
  } catch (error) {
    if (!gone.signal.aborted) session.failed(error)
    socket.destroy()
  }
}

function toUpstream(request: IncomingMessage, signal: AbortSignal): Dispatcher.RequestOptions {
  const text = request.url ?? ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:') throw new NetError('request', 'ERR_UNKNOWN_URL_SCHEME')
  if (isClosedPort(url)) throw new NetError('site', 'ERR_UNSAFE_PORT')
  const { headers } = request
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method ?? 'GET',
    headers: withHost(passedOn(request.rawHeaders), url.host),
    ...(hasBody && { body: request }),
    signal,
    responseHeaders: 'raw',
  }
}

/** Alternating names and values, in order. */
function passedOn(raw: readonly (string | Buffer)[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name, value] = [text(raw[at]), text(raw[at + 1])]
    if (!connectionHeaders.test(name)) kept.push(name, value)
  }
  return kept
}

const text = (part: string | Buffer | undefined) =>
  typeof part === 'string' ? part : (part?.toString('latin1') ?? '')

/** Sets the Host header to the host that the guard checks. */
function withHost(headers: string[], host: string): string[] {
  const others: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
    if (name.toLowerCase() !== 'host') others.push(name, value)
  }
  return ['host', host, ...others]
}
