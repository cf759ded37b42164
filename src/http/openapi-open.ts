import { z } from 'zod'
import type { ErrorCode } from '#kernel/errors.ts'
import type { Json } from './openapi-components.ts'
import { errorResponses, requestIdHeader } from './openapi-responses.ts'
import type { OpenRoute } from './open-routes.ts'

type SchemaOf = (type: z.ZodType, io: 'input' | 'output') => Json

const everywhere: readonly ErrorCode[] = ['BAD_REQUEST', 'UNKNOWN_ERROR', 'SERVICE_UNAVAILABLE']

/** Operations that need no key, by path: links of e-mails, and where announced files are sent. */
export function openPaths(routes: readonly OpenRoute[], schemaOf: SchemaOf): Record<string, Json> {
  // Others are for programs that were given the link, and no part of the API.
  const described = routes.filter(({ path }) => path.startsWith('/v2/'))
  const paths = described.map((route) => [route.path, { post: ofLink(route, schemaOf) }] as const)
  return { ...Object.fromEntries(paths), '/v2/parse/upload/{uploadId}': ofUploads(schemaOf) }
}

function ofLink(route: OpenRoute, schemaOf: SchemaOf): Json {
  const { operationId, summary, description, tag, told, reply, errors } = route
  const codes: ErrorCode[] = [
    'BAD_REQUEST_INVALID_JSON',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMIT_EXCEEDED',
  ]
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: [],
    requestBody: {
      description: 'What the link carries; its query will do as well.',
      required: false,
      content: { 'application/json': { schema: schemaOf(told, 'input') } },
    },
    responses: answers({ reply, codes: [...codes, ...errors] }, schemaOf),
  }
}

const Received = z
  .object({ success: z.literal(true) })
  .meta({ id: 'UploadReceived', description: 'The file is here and can be parsed.' })

function ofUploads(schemaOf: SchemaOf): Json {
  const shared = {
    tags: ['Parse'],
    security: [],
    parameters: [
      parameter('path', 'uploadId', 'As in `uploadUrl`.'),
      parameter('query', 'uploadRef', 'As in `uploadUrl`; the permission.'),
    ],
    responses: answers(
      { reply: Received, codes: ['NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'] },
      schemaOf,
    ),
  }
  const file = { type: 'string', format: 'binary', description: 'At most 50 MB.' }
  const form = { type: 'object', required: ['file'], properties: { file } }
  return {
    put: {
      ...shared,
      operationId: 'sendUpload',
      summary: 'Send an announced file',
      description: 'The bytes of the file, to the `uploadUrl` it was given; once, and in time.',
      requestBody: body('application/octet-stream', file),
    },
    post: {
      ...shared,
      operationId: 'sendUploadForm',
      summary: 'Send an announced file as a form',
      description: 'The same, with the file as the part `file` of a form.',
      requestBody: body('multipart/form-data', form),
    },
  }
}

function answers(
  { reply, codes }: { readonly reply: z.ZodType; readonly codes: readonly ErrorCode[] },
  schemaOf: SchemaOf,
): Json {
  return {
    ...errorResponses([...everywhere, ...codes], schemaOf).byStatus,
    200: {
      description: 'Success.',
      headers: requestIdHeader,
      content: { 'application/json': { schema: schemaOf(reply, 'output') } },
    },
  }
}

const parameter = (place: 'path' | 'query', name: string, description: string) => ({
  name,
  in: place,
  required: true,
  description,
  schema: { type: 'string' },
})

const body = (type: string, schema: Json) => ({
  description: 'The file.',
  required: true,
  content: { [type]: { schema } },
})
