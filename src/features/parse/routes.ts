import { z } from 'zod'
import { form, json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { readableFormats } from '#content/bytes/file-name.ts'
import { linkEndpoint } from '#http/link-endpoint.ts'
import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import {
  ParseFormats,
  ParseReply,
  ParseRequest,
  UploadUrlReply,
  UploadUrlRequest,
} from './contract.ts'
import type { Parse } from './parse.ts'
import { uploadRefusals } from './upload-ref.ts'
import type { Uploads } from './uploads.ts'

interface ParseRoutesParts {
  readonly parse: Parse
  readonly uploads: Pick<Uploads, 'create' | 'receive'>
}

const parseErrors: readonly ErrorCode[] = [
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
  'SCRAPE_JSON_CONTENT_TOO_LARGE',
]

/** Error texts of this endpoint. */
const messages = {
  INSUFFICIENT_CREDITS: 'Payment required to access this resource.',
  RATE_LIMIT_EXCEEDED: 'Request rate limit exceeded. Please wait and try again later.',
} as const

const formatsRoute = keyEndpoint({
  method: 'GET',
  path: '/v2/parse/formats',
  summary: 'List the file formats that can be parsed',
  operationId: 'getParseFormats',
  tag: 'Parse',
  group: 'parse',
  bucket: 'account',
  headers: { 'cache-control': 'private, max-age=3600' },
  reply: json(ParseFormats),
  handle: async () => withData({ formats: parseFormats }),
})

const parseFormats = readableFormats.map(({ format, extensions, mimeTypes }) => ({
  format,
  kind: mimeTypes.some((type) => type.startsWith('image/'))
    ? ('image' as const)
    : ('document' as const),
  extensions: [...extensions],
  mimeTypes: [...mimeTypes],
  available: true,
}))

export function parseRoutes({ parse, uploads }: ParseRoutesParts): Endpoint[] {
  return [
    formatsRoute,
    keyEndpoint({
      method: 'POST',
      path: '/v2/parse',
      summary: 'Parse one file',
      description:
        'Converts a file of up to 50 MB, sent as the part `file` of a form whose part `options` is the JSON described here, or uploaded before. The file is deleted when the response is sent.',
      operationId: 'parse',
      isKeyless: true,
      tag: 'Parse',
      group: 'parse',
      bucket: 'scrape',
      creditsRequired: 1,
      messages,
      body: form(ParseRequest),
      reply: json(ParseReply),
      errors: parseErrors,
      refusals: uploadRefusals,
      isIdempotent: ({ zeroDataRetention }, { zeroDataRetention: policy }) =>
        !zeroDataRetention && policy !== 'forced',
      handle: async ({ body, file, call }) => withData(await parse(body, file, call)),
    }),
    keyEndpoint({
      method: 'POST',
      path: '/v2/parse/upload-url',
      summary: 'Create an upload URL',
      description:
        'Returns a URL to upload a file to without a key, and a reference to parse it by. Both can be used once, within ten minutes.',
      operationId: 'announceUpload',
      isKeyless: true,
      tag: 'Parse',
      group: 'parse',
      bucket: 'scrape',
      messages,
      body: json(UploadUrlRequest),
      reply: json(UploadUrlReply),
      errors: ['PARSE_UPLOAD_UNPARSED_LIMIT_REACHED'],
      handle: async ({ body, call, baseUrl }) =>
        withData(await uploads.create(body, call, baseUrl)),
    }),
    ...uploadRoutes((target, open, signal) => uploads.receive(target, open, signal)),
  ]
}

const UploadLink = z.object({
  uploadId: z.string().meta({ description: 'As in `uploadUrl`.' }),
  uploadRef: z.string().meta({ description: 'As in `uploadUrl`; authorises the upload.' }),
})
const Received = z
  .object({ success: z.literal(true) })
  .meta({ id: 'UploadReceived', description: 'The file was received and can be parsed.' })

/** Endpoints that receive uploads, as bytes or as a form. The reference in the URL is the permission. */
export function uploadRoutes(receive: Uploads['receive']): Endpoint[] {
  const shared = {
    path: '/v2/parse/upload/:uploadId',
    link: UploadLink,
    invalidLink: () => new ServiceError('NOT_FOUND', 'Upload URL not found or expired.'),
    reply: json(Received),
  } as const
  const described = { tag: 'Parse', errors: ['CONFLICT'], refusals: uploadRefusals } as const
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
        summary: 'Upload a file',
        description: 'Sends the bytes of the file to its `uploadUrl`, once, before it expires.',
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
        summary: 'Upload a file as a form',
        description: 'Sends the file as the part `file` of a form.',
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
