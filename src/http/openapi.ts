import { z } from 'zod'
import { createYields } from '#kernel/event-loop.ts'
import { keyPattern } from './idempotent.ts'
import {
  isFileOperation,
  isOperation,
  type Endpoint,
  type KeyEndpoint,
  type KeyFileEndpoint,
} from './endpoint.ts'
import { createComponents, type Json } from './openapi-components.ts'
import { errorResponses, makeCodes, requestIdHeader, successHeaders } from './openapi-responses.ts'
import { linkOperation } from './openapi-links.ts'
import { describeWebhooks } from './openapi-webhooks.ts'

const tagTexts: Readonly<Record<string, string>> = {
  Scrape: 'Converts a URL into clean content.',
  Browser: 'Browser profiles of the team.',
  Parse: 'Converts a file into clean content.',
  Team: 'Credits, usage and activity of the team.',
  Support: 'Questions about the service.',
  Webhooks: 'Events that are sent to the URL of a webhook.',
}

/**
 * OpenAPI 3.1 of a list of endpoints, as JSON: the schemas that validate requests also describe them. That takes long, so other requests are
 * served in between.
 */
export async function openapi(endpoints: readonly Endpoint[], version: string): Promise<string> {
  const yields = createYields()
  const components = createComponents()
  const paths: Record<string, Json> = {}
  const tags = new Set(['Webhooks'])
  for (const endpoint of endpoints) {
    await yields.next()
    const described = describe(endpoint, components.schema)
    if (!described) continue
    const path = (paths[templated(endpoint.path)] ??= {})
    path[endpoint.method.toLowerCase()] = described.operation
    tags.add(described.tag)
  }
  return components.finish({
    openapi: '3.1.0',
    info: {
      title: 'Weir',
      version,
      summary: 'Web data API: converts URLs into clean content.',
      description:
        'Send your API key as a bearer token. Every response has the header `X-Request-Id`, and rate-limited operations `RateLimit`. An error is `{success: false, error, code, details?}`; use `code` in programs.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: [...tags].map((name) => ({ name, description: tagTexts[name] ?? `${name} operations.` })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: describeWebhooks(components.schema),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Your API key: `fc-` and 32 digits.',
        },
      },
    },
  })
}

type SchemaOf = ReturnType<typeof createComponents>['schema']

/** The operation of an endpoint and its tag; undefined for those that OpenAPI does not describe. */
function describe(
  endpoint: Endpoint,
  makeSchema: SchemaOf,
): { operation: Json; tag: string } | undefined {
  if (endpoint.access === 'link')
    return (
      endpoint.operation && {
        operation: linkOperation({ ...endpoint, operation: endpoint.operation }, makeSchema),
        tag: endpoint.operation.tag,
      }
    )
  if (!isOperation(endpoint) && !isFileOperation(endpoint)) return undefined
  if (endpoint.isOlder) return undefined
  return { operation: keyOperation(endpoint, makeSchema), tag: endpoint.tag }
}

function keyOperation(endpoint: KeyEndpoint | KeyFileEndpoint, makeSchema: SchemaOf): Json {
  const errors = errorResponses(makeCodes(endpoint), makeSchema, endpoint.refusals)
  const { body } = endpoint
  return {
    operationId: endpoint.operationId ?? derivedName(endpoint),
    summary: endpoint.summary,
    description: endpoint.description ?? derivedText(endpoint),
    tags: [endpoint.tag],
    parameters: [
      ...parameters('path', endpoint.params, makeSchema),
      ...parameters('query', endpoint.query, makeSchema),
      ...(endpoint.isIdempotent ? [idempotencyKey] : []),
    ],
    ...(body && {
      requestBody: {
        description: 'The request, as JSON.',
        required: true,
        content: {
          ...(body.type === 'form'
            ? fileOrReference(makeSchema(body.schema, 'input'))
            : media(makeSchema(body.schema, 'input'))),
        },
      },
    }),
    responses: {
      ...errors.byStatus,
      200: {
        description: 'Success.',
        headers: { ...requestIdHeader, ...successHeaders },
        content: describeContent(endpoint, errors.on200, makeSchema),
      },
    },
  }
}

/** What a successful response contains, by its media type. */
function describeContent(
  endpoint: KeyEndpoint | KeyFileEndpoint,
  on200: Json | undefined,
  makeSchema: SchemaOf,
): Json {
  const { reply } = endpoint
  if (reply.type === 'file') return Object.fromEntries(reply.mediaTypes.map((type) => [type, {}]))
  const schema = makeSchema(reply.schema, 'output')
  const events = 'reportsEvents' in endpoint && { 'text/event-stream': {} }
  return { ...media(on200 ? { oneOf: [schema, on200] } : schema), ...events }
}

function parameters(
  place: 'path' | 'query',
  type: z.ZodObject | undefined,
  makeSchema: SchemaOf,
): Json[] {
  return Object.entries(type?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = makeSchema(field as z.ZodType, 'input')
    const isRequired = place === 'path' || !(field as z.ZodType).safeParse(undefined).success
    return { name, in: place, required: isRequired, description: description ?? name, schema }
  })
}

const idempotencyKey = {
  name: 'x-idempotency-key',
  in: 'header',
  required: false,
  description:
    'An idempotency key. An equal request with the same key within 24 hours gets the stored response.',
  schema: { type: 'string', pattern: keyPattern },
}

/** JSON with the reference of an uploaded file, or the same as one part of a form and the file as the other. */
const fileOrReference = (options: Json) => ({
  ...media({ allOf: [options, { required: ['uploadRef'] }] }),
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary', description: 'At most 50 MB.' },
        options: { allOf: [options], properties: { uploadRef: false } },
      },
    },
    encoding: { options: { contentType: 'application/json' } },
  },
})

const media = (schema: Json) => ({ 'application/json': { schema } })

const templated = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

/** `GET /v2/scrape/:jobId` becomes `getScrapeByJobId`. */
function derivedName({ method, path }: Pick<KeyEndpoint, 'method' | 'path'>): string {
  const words = path
    .replace('/v2', '')
    .replaceAll(':', 'by-')
    .split(/[^\w]+/)
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + capitals.join('')
}

function derivedText({ summary, bucket, creditsRequired }: KeyEndpoint | KeyFileEndpoint): string {
  const price = creditsRequired > 0 ? ` Needs at least ${creditsRequired} credit.` : ''
  return `${summary}. Counts against the \`${bucket}\` rate.${price}`
}
