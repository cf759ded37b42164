import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import { NetError } from '#net/failure.ts'
import { isClosedPort } from '#net/ports.ts'
import type { OpenPassage } from './passage.ts'

/** Concern one connection and not the message; `proxy-*` is between the browser and us. */
const connectionHeaders =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i

/**
 * A request of plain http in absolute form: sent on through the guard, its answer passed back as it is.
 * What cannot be reached and what may not be both end in a closed connection without an answer.
 */
export async function forwardRequest(
  passage: OpenPassage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The request forgets its connection when that ends first.
  const { socket } = request
  if (!passage.hold(socket)) return void socket.destroy()
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const signal = AbortSignal.any([gone.signal, passage.ended])
  try {
    const answer = await passage.way.agent.request(toUpstream(request, signal))
    response.writeHead(answer.statusCode, passedOn(answer.headers as unknown as string[]))
    answer.body.on('data', (chunk: Buffer) => passage.count(chunk.length))
    await pipeline(answer.body, response)
  } catch (error) {
    if (!gone.signal.aborted) passage.failed(error)
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

/** Name and value in turn, as they came. */
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

/** The host of the URL is the one that the guard sees; a header that says otherwise is not believed. */
function withHost(headers: string[], host: string): string[] {
  const others: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
    if (name.toLowerCase() !== 'host') others.push(name, value)
  }
  return ['host', host, ...others]
}
