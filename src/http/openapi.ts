import type { z } from 'zod'
import { createComponents, type Json } from './openapi-components.ts'
import { codesOf, errorResponses, requestIdHeader, successHeaders } from './openapi-responses.ts'
import { openPaths } from './openapi-open.ts'
import type { OpenRoute } from './open-routes.ts'
import type { AnyRoute } from './route.ts'

const tagTexts: Readonly<Record<string, string>> = {
  Scrape: 'One URL in, clean content out.',
  Browser: 'What browsers remember for the team.',
  Parse: 'One file in, clean content out.',
  Team: 'What the team has, uses and did.',
  Support: 'Questions in words.',
}

/** OpenAPI 3.1 from the route table: what validates a request is what describes it. */
export function openapi(
  routes: readonly AnyRoute[],
  version: string,
  openRoutes: readonly OpenRoute[] = [],
): Json {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = (paths[templated(route.path)] ??= {})
    path[route.method.toLowerCase()] = operation(route, components.schema)
  }
  Object.assign(paths, openPaths(openRoutes, components.schema))
  const tags = [...new Set(routes.map(({ tag }) => tag))]
  return components.finish({
    openapi: '3.1.0',
    info: {
      title: 'Weir',
      version,
      summary: 'Web-data API: a URL in, clean content out.',
      description:
        'Send your API key as a bearer token. Every answer carries `X-Request-Id`; counted operations also say in `RateLimit` what is left. A failure is `{success: false, error, code, details?}`: decide by `code`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: tags.map((name) => ({ name, description: tagTexts[name] ?? `${name} operations.` })),
    security: [{ apiKey: [] }],
    paths,
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

function operation(route: AnyRoute, schemaOf: SchemaOf): Json {
  const errors = errorResponses(codesOf(route), schemaOf)
  const reply = schemaOf(route.reply, 'output')
  return {
    operationId: route.operationId ?? derivedName(route),
    summary: route.summary,
    description: route.description ?? derivedText(route),
    tags: [route.tag],
    parameters: [
      ...parameters('path', route.params, schemaOf),
      ...parameters('query', route.query, schemaOf),
      ...(route.isIdempotent ? [idempotencyKey] : []),
    ],
    ...(route.body && {
      requestBody: {
        description: 'What to do, as JSON.',
        required: true,
        content: {
          ...media(schemaOf(route.body, 'input')),
          ...(route.takesFile && form(schemaOf(route.body, 'input'))),
        },
      },
    }),
    responses: {
      ...errors.byStatus,
      200: {
        description: 'Success.',
        headers: { ...requestIdHeader, ...successHeaders },
        content: media(errors.on200 ? { oneOf: [reply, errors.on200] } : reply),
      },
    },
  }
}

function parameters(place: 'path' | 'query', type: AnyRoute['params'], schemaOf: SchemaOf): Json[] {
  return Object.entries(type?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = schemaOf(field as z.ZodType, 'input')
    const isRequired = place === 'path'
    return { name, in: place, required: isRequired, description: description ?? name, schema }
  })
}

const idempotencyKey = {
  name: 'x-idempotency-key',
  in: 'header',
  required: false,
  description: 'Any text of yours: an equal request with it within 24 hours gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** The same body as one part of a form, the file as the other. */
const form = (options: Json) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary', description: 'At most 50 MB.' },
        options,
      },
    },
    encoding: { options: { contentType: 'application/json' } },
  },
})

const media = (schema: Json) => ({ 'application/json': { schema } })

const templated = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

/** `GET /v2/scrape/:jobId` becomes `getScrapeByJobId`. */
function derivedName({ method, path }: AnyRoute): string {
  const words = path
    .replace('/v2', '')
    .replaceAll(':', 'by-')
    .split(/[^\w]+/)
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + capitals.join('')
}

function derivedText({ summary, bucket, creditsRequired }: AnyRoute): string {
  const price = creditsRequired > 0 ? ` Needs at least ${creditsRequired} credit.` : ''
  return `${summary}. Counts against the \`${bucket}\` rate.${price}`
}
