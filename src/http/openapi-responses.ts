import { z } from 'zod'
import { agentCodes, failures, type AgentCode, type ErrorCode } from '#kernel/errors.ts'
import type { Json } from './openapi-components.ts'
import type { KeyEndpoint, KeyFileEndpoint } from './endpoint.ts'

/** The JSON structure of errors (docs/errors.md). */
const Failure = z
  .object({
    success: z.literal(false),
    error: z.string().meta({ description: 'Error text for people.' }),
    code: z
      .enum([...Object.keys(failures), ...Object.keys(agentCodes)])
      .optional()
      .meta({ description: 'Error code for programs; absent in a few responses.' }),
    details: z
      .array(
        z.object({
          code: z.string(),
          path: z.array(z.union([z.string(), z.int()])),
          message: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'The invalid fields.' }),
    checkId: z.uuid().optional().meta({ description: 'The running check of the monitor.' }),
  })
  .meta({ id: 'Failure', description: 'An error.' })

const everywhere: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMIT_EXCEEDED',
  'UNKNOWN_ERROR',
  'SERVICE_UNAVAILABLE',
]

const header = (description: string, type = 'string') => ({ description, schema: { type } })

export const requestIdHeader = { 'X-Request-Id': header('Request id, for problem reports.') }
const retryHeader = { 'Retry-After': header('Seconds to wait before retrying.', 'integer') }
export const successHeaders = {
  RateLimit: header('Remaining requests (`r`) and seconds until the window ends (`t`).'),
  'RateLimit-Policy': header('Permitted requests (`q`) per window of seconds (`w`).'),
}

/** Of the HTTP server itself, before the request is read. */
const headersTooLarge = {
  description: 'The headers of the request are larger than 16 KB.',
  headers: requestIdHeader,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Failure' },
      examples: {
        BAD_REQUEST: {
          value: {
            success: false,
            error: 'The request headers are too large.',
            code: 'BAD_REQUEST',
          },
        },
      },
    },
  },
}

/** Errors by status with examples, those of the HTTP server itself as well; those with status 200 separately. */
export function errorResponses(
  failing: readonly DescribedCode[],
  makeSchema: (type: z.ZodType, io: 'output') => Json,
  refusals: readonly string[] = [],
): { byStatus: Json; on200: Json | undefined } {
  const schema = makeSchema(Failure, 'output')
  const codes = Map.groupBy(new Set(failing), (code) => findFailure(code).status as number)
  const byStatus: Json = { 431: headersTooLarge }
  for (const [status, group] of [...codes].filter(([status]) => status !== 200)) {
    byStatus[status] = {
      description: [...new Set(group.map((code) => findFailure(code).meaning))].join(' '),
      headers: { ...requestIdHeader, ...(status === 429 || status === 503 ? retryHeader : {}) },
      content: {
        'application/json': {
          schema,
          examples: Object.fromEntries([
            ...group.map(example),
            ...(status === 400 ? refusals.map(describeRefusal) : []),
          ]),
        },
      },
    }
  }
  return { byStatus, on200: codes.has(200) ? schema : undefined }
}

/** All errors of an endpoint that needs a key. */
export function makeCodes(endpoint: KeyEndpoint | KeyFileEndpoint): DescribedCode[] {
  const codes = new Set<DescribedCode>([...everywhere, ...endpoint.errors])
  if (endpoint.body) codes.add('BAD_REQUEST_INVALID_JSON').add('PAYLOAD_TOO_LARGE')
  if (endpoint.creditsRequired > 0) codes.add('INSUFFICIENT_CREDITS')
  if (endpoint.isIdempotent) codes.add('CONFLICT')
  return [...codes]
}

/** A text of 400 beside that of the code; its name says that the schemas alone do not refuse the request. */
function describeRefusal(error: string, at: number): [string, Json] {
  const value = { success: false, error, code: 'BAD_REQUEST' }
  return [`REFUSED_${at + 1}`, { summary: error, value }]
}

type DescribedCode = ErrorCode | AgentCode
const findFailure = (code: DescribedCode) =>
  failures[code in agentCodes ? agentCodes[code as AgentCode] : (code as ErrorCode)]

function example(code: DescribedCode): [string, Json] {
  const { message, meaning } = findFailure(code)
  const details = [{ code: 'custom', path: ['url'], message: 'Invalid URL' }]
  const value = { success: false, error: message, code, ...(code === 'BAD_REQUEST' && { details }) }
  return [code, { summary: meaning, value }]
}
