import { compressAsset, encodedFor, type Asset } from '#web-assets/asset.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { PublicEndpoint } from './endpoint.ts'
import type { Json } from './openapi-components.ts'

const contentType = 'application/json; charset=utf-8'
const headers = { 'cache-control': 'no-cache' }

interface Operation extends Json {
  readonly operationId: string
  readonly summary: string
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

const serve = (asset: Asset, acceptsBrotli: boolean) => {
  const file = encodedFor(asset, acceptsBrotli)
  return { ...file, headers: { ...headers, ...file.headers } }
}

/** `GET /v2/openapi.json` whole, and by operation for the forms of the console. Compressed once, and kept by browsers. */
export function openapiEndpoints(make: () => Promise<string>): PublicEndpoint[] {
  let made: Promise<{ whole: Asset; document: Document }> | undefined
  const prepare = async () => {
    const text = await make()
    const whole = await compressAsset(Buffer.from(text), contentType)
    return { whole, document: JSON.parse(text) as Document }
  }
  const parts = new Map<string, Promise<Asset>>()
  const shared = { access: 'public', method: 'GET', reply: { type: 'file' } } as const
  return [
    {
      ...shared,
      path: '/v2/openapi.json',
      handle: async ({ acceptsBrotli }) => serve((await (made ??= prepare())).whole, acceptsBrotli),
    },
    {
      ...shared,
      path: '/console/openapi/:name',
      async handle({ params: { name = '' }, acceptsBrotli }) {
        const { document } = await (made ??= prepare())
        const part = name === 'index' ? listOperations(document) : pickOperation(document, name)
        if (!part) throw new ServiceError('NOT_FOUND')
        const asset =
          parts.get(name) ?? compressAsset(Buffer.from(JSON.stringify(part)), contentType)
        parts.set(name, asset)
        return serve(await asset, acceptsBrotli)
      },
    },
  ]
}

/** Name, path and group of every operation, without schemas. */
const listOperations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, tags, deprecated }]) => ({
      key: `${method} ${path}`,
      operationId,
      summary,
      group: tags?.[0],
      isDeprecated: deprecated === true,
    })),
  )

/** One operation and the schemas that its request refers to. */
function pickOperation({ paths, components }: Document, name: string) {
  const operation = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === name)
  if (!operation) return undefined
  const { responses: _, ...request } = operation
  const found = new Map<string, Json>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, one] of Object.entries(value)) {
      const id = key === '$ref' && typeof one === 'string' ? one.split('/').at(-1) : undefined
      const schema = id === undefined ? undefined : components.schemas[id]
      if (id === undefined || !schema) visit(one)
      else if (!found.has(id)) {
        found.set(id, schema)
        visit(schema)
      }
    }
  }
  visit(request)
  return { operation: request, schemas: Object.fromEntries(found) }
}
