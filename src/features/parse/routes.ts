import { z } from 'zod'
import { form, json, keyEndpoint, linkEndpoint, type Endpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { ParseReply, ParseRequest, UploadUrlReply, UploadUrlRequest } from './contract.ts'
import type { Parse } from './parse.ts'
import type { Uploads } from './uploads.ts'

interface ParseRoutesParts {
  readonly parse: Parse
  readonly uploads: Pick<Uploads, 'announce' | 'receive'>
}

/** The words of contract section 7.1. */
const messages = {
  INSUFFICIENT_CREDITS: 'Payment required to access this resource.',
  RATE_LIMIT_EXCEEDED: 'Request rate limit exceeded. Please wait and try again later.',
} as const

/** Contract section 7. */
export function parseRoutes({ parse, uploads }: ParseRoutesParts): Endpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/v2/parse',
      summary: 'Parse one file',
      description:
        'Takes a file of up to 50 MB, as the part `file` of a form whose part `options` is the JSON described here, or by the reference of an upload, and answers what you asked to have made of it. The file is gone when the answer is out.',
      operationId: 'parse',
      tag: 'Parse',
      group: 'parse',
      bucket: 'scrape',
      creditsRequired: 1,
      messages,
      body: form(ParseRequest),
      reply: json(ParseReply),
      errors: [
        'UNSUPPORTED_FILE_TYPE',
        'PARSE_UNSUPPORTED_OPTIONS',
        'DOCUMENT_CORRUPT',
        'DOCUMENT_ENCRYPTED',
        'DOCUMENT_TOO_COMPLEX',
        'SCRAPE_TIMEOUT',
        'CONCURRENCY_QUEUE_TIMEOUT',
        'CONCURRENCY_LIMIT_REACHED',
        'NOT_FOUND',
        'CONFLICT',
        'NOT_IMPLEMENTED',
        'UNPROCESSABLE',
      ],
      isIdempotent: ({ zeroDataRetention }, { zeroDataRetention: policy }) =>
        !zeroDataRetention && policy !== 'forced',
      handle: async ({ body, file, call }) => ({
        success: true as const,
        data: await parse(body, file, call),
      }),
    }),
    keyEndpoint({
      method: 'POST',
      path: '/v2/parse/upload-url',
      summary: 'Announce a file',
      description:
        'Answers where to send a file, without a key, and the reference it is then parsed by. Both are good for ten minutes, and once.',
      operationId: 'announceUpload',
      tag: 'Parse',
      group: 'parse',
      bucket: 'scrape',
      creditsRequired: 0,
      messages,
      body: json(UploadUrlRequest),
      reply: json(UploadUrlReply),
      errors: ['PARSE_UPLOAD_UNPARSED_LIMIT_REACHED'],
      handle: async ({ body, call, baseUrl }) => ({
        success: true as const,
        data: await uploads.announce(body, call, baseUrl),
      }),
    }),
    ...uploadRoutes((target, open, signal) => uploads.receive(target, open, signal)),
  ]
}

const UploadLink = z.object({
  uploadId: z.string().meta({ description: 'As in `uploadUrl`.' }),
  uploadRef: z.string().meta({ description: 'As in `uploadUrl`; the permission.' }),
})
const Received = z
  .object({ success: z.literal(true) })
  .meta({ id: 'UploadReceived', description: 'The file is here and can be parsed.' })

/** Where announced files are sent, as bytes or as a form: the reference in the URL is the permission. */
export function uploadRoutes(receive: Uploads['receive']): Endpoint[] {
  const shared = {
    path: '/v2/parse/upload/:uploadId',
    link: UploadLink,
    invalidLink: () => new ServiceError('NOT_FOUND', 'Upload URL not found or expired.'),
    reply: json(Received),
  } as const
  const described = { tag: 'Parse', errors: ['CONFLICT'] } as const
  const handle = async ({ link, openBody, signal }: ReceivedUpload) => {
    await receive(link, openBody, signal)
    return { success: true }
  }
  return [
    linkEndpoint({
      ...shared,
      method: 'PUT',
      operation: {
        ...described,
        operationId: 'sendUpload',
        summary: 'Send an announced file',
        description: 'The bytes of the file, to the `uploadUrl` it was given; once, and in time.',
      },
      body: { type: 'stream', mediaType: 'application/octet-stream' },
      handle,
    }),
    linkEndpoint({
      ...shared,
      method: 'POST',
      operation: {
        ...described,
        operationId: 'sendUploadForm',
        summary: 'Send an announced file as a form',
        description: 'The same, with the file as the part `file` of a form.',
      },
      body: { type: 'stream', mediaType: 'multipart/form-data' },
      handle,
    }),
  ]
}

interface ReceivedUpload {
  readonly link: z.output<typeof UploadLink>
  readonly openBody: Parameters<Uploads['receive']>[1]
  readonly signal: AbortSignal
}
