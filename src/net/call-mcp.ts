import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { RunningService } from './call-service.ts'

/** A message of the Model Context Protocol: a notification, or the answer to the request. */
export interface McpMessage {
  readonly id?: unknown
  readonly method?: string
  readonly params?: object
  readonly result?: object
  readonly error?: { readonly message: string }
}

interface McpCall {
  readonly method: string
  readonly params: { readonly name?: string; readonly _meta: object }
  readonly protocolVersion: string
  readonly signal: AbortSignal
  /** Called with each notification that arrives before the answer. */
  readonly onNotification: (message: McpMessage) => Promise<void>
}

const requestId = 1
/** Longer than the longest operation of the service. */
const silentMsMax = 330_000

/**
 * Sends one request to `/mcp` of a service that the user of the command line has named, and returns the answer. Aborting the signal
 * closes the connection, which cancels the operation. Rejects if the service does not respond.
 */
export async function callMcp(
  { url, key }: RunningService,
  { method, params, protocolVersion, signal, onNotification }: McpCall,
): Promise<McpMessage> {
  const { request } = await import('undici')
  const answer = await request(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': protocolVersion,
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: requestId, method, params }),
    headersTimeout: silentMsMax,
    bodyTimeout: silentMsMax,
    signal,
  })
  if (!String(answer.headers['content-type']).startsWith('text/event-stream'))
    return toMessage(await answer.body.json())
  for await (const message of readMessages(answer.body)) {
    if (message.id === requestId) return message
    await onNotification(message)
  }
  throw new Error('The service has closed the connection before it answered.')
}

/** The service answers requests that it refuses, for example without a valid key, with `error` as a text. */
function toMessage(body: unknown): McpMessage {
  const { error } = body as { error?: unknown }
  return typeof error === 'string' ? { error: { message: error } } : (body as McpMessage)
}

/** The messages of a stream of events; each is one line. */
async function* readMessages(stream: Readable): AsyncGenerator<McpMessage> {
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    if (line.startsWith('data:') && line.length > 'data: '.length)
      yield JSON.parse(line.slice('data:'.length)) as McpMessage
  }
}

/** Sends a file to an upload URL of the service. Fails if it is refused. */
export async function sendFile(
  url: string,
  { content, headers }: { readonly content: Buffer; readonly headers: Record<string, string> },
): Promise<void> {
  const { request } = await import('undici')
  const answer = await request(url, { method: 'PUT', headers, body: content })
  const text = await answer.body.text()
  if (answer.statusCode >= 400) throw new Error(`The upload was refused: ${text}`)
}
