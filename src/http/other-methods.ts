import type { IncomingMessage } from 'node:http'
import { ServiceError } from '#kernel/errors.ts'
import { refuseRestrictedKey, type createEntrance } from './admission.ts'
import type { Endpoint, MissingEndpoint } from './endpoint.ts'
import { matchPath, splitSegments } from './path-pattern.ts'

interface OtherParts {
  readonly endpoints: readonly Pick<Endpoint, 'method' | 'path'>[]
  readonly missingEndpoints: readonly MissingEndpoint[]
  readonly enter: ReturnType<typeof createEntrance>
  /** Fails with `FORBIDDEN` for a key that is restricted to endpoints. */
  readonly admitAnywhere: (request: IncomingMessage) => Promise<void>
}

interface Row {
  readonly segments: readonly string[]
  readonly methods: readonly string[]
}

/**
 * Decides about requests that match no endpoint. Returns the methods of a known path, for 405 and preflights. Fails with
 * `NOT_IMPLEMENTED` for an endpoint that this version does not have, and with `NOT_FOUND` for an unknown path.
 */
export function createFindMethods(parts: OtherParts) {
  const missing = parts.missingEndpoints.map((endpoint) => ({ ...endpoint, ...makeRow(endpoint) }))
  const rows = parts.endpoints.map(({ method, path }) => makeRow({ methods: [method], path }))

  return async function findMethods(request: IncomingMessage): Promise<readonly string[]> {
    const segments = splitSegments(readPath(request.url))
    const isHere = (row: Row) => matchPath(row.segments, segments) !== undefined
    const unbuilt = missing.filter(isHere)
    const found = rows.filter(isHere)
    const named = found.filter(isNamed)
    const known = named.length > 0 ? named : found
    const methods = [...known, ...unbuilt].flatMap((row) => row.methods)
    if (methods.length === 0) {
      await parts.admitAnywhere(request)
      throw new ServiceError('NOT_FOUND', olderVersion(segments))
    }
    const asked = unbuilt.find((row) => row.methods.includes(request.method ?? ''))
    if (asked) {
      const account = await parts.enter(request.headers.authorization, request)
      refuseRestrictedKey(account, asked.group)
      throw new ServiceError('NOT_IMPLEMENTED', `${asked.name} is not available in this version.`)
    }
    return [...new Set([...methods, 'OPTIONS'])]
  }
}

const readPath = (url = '/') => url.split('?', 1)[0]?.replace(/(?<=.)\/$/, '') ?? '/'

/** Without parameters. */
const isNamed = ({ segments }: Row) => segments.every((segment) => !segment.startsWith(':'))

/**
 * Returns whether an endpoint has parameters, and the URL is the name of another one, which has no such method: `DELETE
 * /v2/crawl/active` is not the job `active`.
 */
export function createIsOther(endpoints: OtherParts['endpoints']) {
  const named = new Set<string>(
    endpoints.map(({ path }) => path).filter((path) => !path.includes(':')),
  )
  return ({ path }: Pick<Endpoint, 'path'>, url: string | undefined): boolean =>
    path.includes(':') && named.has(readPath(url))
}

function makeRow({ methods, path }: { methods: readonly string[]; path: string }): Row {
  return {
    segments: splitSegments(path),
    methods: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }
}

/** Error text for paths of an older version of the API; undefined for other paths. */
function olderVersion([, version]: readonly string[]): string | undefined {
  if (version !== 'v0' && version !== 'v1') return undefined
  return `This service has version 2 of the API. Send the request to a path below /v2 instead of /${version}.`
}
