import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { packedPartBytes } from '#kernel/packing.ts'
import type { KeyFileEndpoint, PublicEndpoint } from './endpoint.ts'
import type { FileReply } from './endpoint-parts.ts'
import type { LinkEndpoint } from './link-endpoint.ts'

/** Scripts and styles are permitted from this service only. */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
}

/** Streams of text are compressed for clients that accept it. */
export function compressed(file: FileReply, accepted: string | string[] | undefined): FileReply {
  const { content, contentType, headers } = file
  const isText = contentType.startsWith('text/') || contentType.startsWith('application/x-ndjson')
  if (!isText || !(content instanceof Readable) || !/\bgzip\b/.test(String(accepted))) return file
  const gzip = createGzip({ chunkSize: packedPartBytes })
  // An error of the content ends the response early; the client sees that it is incomplete.
  pipeline(content, gzip, () => {})
  const encoding = { 'content-encoding': 'gzip', vary: 'accept-encoding' }
  return { ...file, content: gzip, headers: { ...headers, ...encoding } }
}

/** Sends what an endpoint returned, in the form of its reply. */
export function send(
  reply: FastifyReply,
  kind: (LinkEndpoint | PublicEndpoint | KeyFileEndpoint)['reply'],
  value: object | string,
): FastifyReply {
  if (kind.type === 'page')
    return reply.type('text/html; charset=utf-8').headers(pageHeaders).send(value)
  if (kind.type === 'file') {
    const { content, contentType, headers = {}, status = 200 } = value as FileReply
    return reply.code(status).type(contentType).headers(headers).send(content)
  }
  const status = kind.getStatus?.(value) ?? 200
  if (status === 503) reply.header('retry-after', 1)
  return reply.code(status).send(value)
}
