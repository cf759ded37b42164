import { route, type AnyRoute } from '#http/route.ts'
import { ParseReply, ParseRequest, UploadUrlReply, UploadUrlRequest } from './contract.ts'
import type { Parse } from './parse.ts'
import type { Uploads } from './uploads.ts'

interface ParseRoutesParts {
  readonly parse: Parse
  readonly uploads: Pick<Uploads, 'announce'>
}

/** The words of contract section 7.1. */
const messages = {
  INSUFFICIENT_CREDITS: 'Payment required to access this resource.',
  RATE_LIMIT_EXCEEDED: 'Request rate limit exceeded. Please wait and try again later.',
} as const

/** Contract section 7. */
export function parseRoutes({ parse, uploads }: ParseRoutesParts): AnyRoute[] {
  return [
    route({
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
      takesFile: true,
      messages,
      body: ParseRequest,
      reply: ParseReply,
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
    route({
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
      body: UploadUrlRequest,
      reply: UploadUrlReply,
      errors: ['PARSE_UPLOAD_UNPARSED_LIMIT_REACHED'],
      handle: async ({ body, call, baseUrl }) => ({
        success: true as const,
        data: await uploads.announce(body, call, baseUrl),
      }),
    }),
  ]
}
