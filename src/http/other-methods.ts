import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '#kernel/errors.ts'
import { refuseRestrictedKey, type createEntrance } from './admission.ts'
import { preflightHeaders } from './cors.ts'
import type { AnyRoute, MissingRoute } from './route.ts'

interface OtherParts {
  readonly routes: readonly Pick<AnyRoute, 'method' | 'path'>[]
  readonly missingRoutes: readonly MissingRoute[]
  readonly enter: ReturnType<typeof createEntrance>
  /** Fails for those who may not even know that a path leads nowhere. */
  readonly admitAnywhere: (request: FastifyRequest) => Promise<void>
}

interface Row {
  readonly segments: readonly string[]
  readonly methods: readonly string[]
}

/** More than the path of any route has. */
const segmentsMax = 32

/**
 * Answers what no route took: preflights, endpoints that are not built (501), known paths with another method (405 and
 * Allow), unknown paths (404).
 */
export function createOtherMethods(parts: OtherParts) {
  const missing = parts.missingRoutes.map((route) => ({ ...route, ...rowOf(route) }))
  const rows = parts.routes.map(({ method, path }) => rowOf({ methods: [method], path }))

  return async function answerOther(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const path = request.url.split('?', 1)[0] ?? '/'
    const segments = path.replace(/(?<=.)\/$/, '').split('/', segmentsMax)
    const isHere = (row: Row) => isPath(row.segments, segments)
    const unbuilt = missing.filter(isHere)
    const methods = [...rows.filter(isHere), ...unbuilt].flatMap((row) => row.methods)
    if (methods.length === 0) {
      await parts.admitAnywhere(request)
      throw new ServiceError('NOT_FOUND', olderVersion(segments))
    }
    const asked = unbuilt.find((route) => route.methods.includes(request.method))
    if (asked) {
      const account = await parts.enter(request.headers.authorization, request.raw)
      refuseRestrictedKey(account, asked.group)
      throw new ServiceError('NOT_IMPLEMENTED', `${asked.name} is not available in this version.`)
    }
    const allowed = [...new Set([...methods, 'OPTIONS'])]
    reply.header('allow', allowed.join(', '))
    if (request.method !== 'OPTIONS') throw new ServiceError('METHOD_NOT_ALLOWED')
    return reply.headers(preflightHeaders(allowed)).code(204).send()
  }
}

function rowOf({ methods, path }: { methods: readonly string[]; path: string }): Row {
  return {
    segments: path.split('/'),
    methods: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }
}

/** Whether a path is one of a route, whose parameters stand for any segment. */
const isPath = (route: readonly string[], segments: readonly string[]) =>
  route.length === segments.length &&
  route.every((step, index) =>
    step.startsWith(':') ? segments[index] !== '' : step === segments[index],
  )

/** What a client of an older version of the API is told; undefined for every other path. */
function olderVersion([, version]: readonly string[]): string | undefined {
  if (version !== 'v0' && version !== 'v1') return undefined
  return `This service has version 2 of the API. Send the request to a path below /v2 instead of /${version}.`
}
