import type { z } from 'zod'
import type { ErrorCode } from '#kernel/errors.ts'
import type { OperationText } from './endpoint-parts.ts'
import type { LinkEndpoint } from './link-endpoint.ts'
import type { Json } from './openapi-components.ts'
import { errorResponses, requestIdHeader } from './openapi-responses.ts'

type SchemaOf = (type: z.ZodType, io: 'input' | 'output') => Json
type Described = LinkEndpoint & { readonly operation: OperationText }

const everywhere: readonly ErrorCode[] = ['BAD_REQUEST', 'UNKNOWN_ERROR', 'SERVICE_UNAVAILABLE']
/** Errors that depend on how the body is read. */
const bodyErrors: Record<'json' | 'stream' | 'none', readonly ErrorCode[]> = {
  json: ['BAD_REQUEST_INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'RATE_LIMIT_EXCEEDED'],
  stream: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
  none: ['NOT_FOUND'],
}

/** Describes an operation that needs a link instead of a key. */
export function linkOperation(endpoint: Described, makeSchema: SchemaOf): Json {
  const { operation, body, reply } = endpoint
  const { operationId, summary, description, tag, errors, refusals } = operation
  const codes = [...everywhere, ...bodyErrors[body?.type ?? 'none'], ...errors]
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: [],
    ...describeParameters(endpoint, makeSchema),
    ...(body && { requestBody: describeBody(endpoint, body, makeSchema) }),
    responses: {
      ...errorResponses(codes, makeSchema, refusals).byStatus,
      200: {
        description: 'Success.',
        headers: requestIdHeader,
        ...(reply.type === 'json' && {
          content: media('application/json', makeSchema(reply.schema, 'output')),
        }),
      },
    },
  }
}

/** Members of the link in the path, and in the query if the body cannot contain them. */
function describeParameters({ link, path, body }: Described, makeSchema: SchemaOf): Json {
  const inPath = new Set(
    path.split('/').flatMap((step) => (step.startsWith(':') ? [step.slice(1)] : [])),
  )
  const shape: Record<string, z.ZodType> = link.shape
  const parameters = Object.entries(shape)
    .filter(([name]) => inPath.has(name) || body?.type !== 'json')
    .map(([name, field]) => {
      const { description, ...schema } = makeSchema(field, 'input')
      return { name, in: inPath.has(name) ? 'path' : 'query', required: true, description, schema }
    })
  return parameters.length > 0 ? { parameters } : {}
}

const file = { type: 'string', format: 'binary', description: 'At most 50 MB.' }
const fileForm = { type: 'object', required: ['file'], properties: { file } }

function describeBody(
  { isInBody }: Described,
  body: NonNullable<LinkEndpoint['body']>,
  makeSchema: SchemaOf,
): Json {
  if (body.type === 'json')
    return {
      description: `The parameters of the link${isInBody === true ? '' : '; they are also accepted in the query'}.`,
      required: isInBody === true,
      content: media('application/json', makeSchema(body.schema, 'input')),
    }
  const schema = body.mediaType === 'multipart/form-data' ? fileForm : file
  return { description: 'The file.', required: true, content: media(body.mediaType, schema) }
}

const media = (type: string, schema: Json) => ({ [type]: { schema } })
