import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '#kernel/errors.ts'
import { preflightHeaders } from './cors.ts'
import type { AnyRoute } from './route.ts'

interface OtherParts {
  readonly routes: readonly Pick<AnyRoute, 'method' | 'path'>[]
  /** Fails for those who may not even know that a path leads nowhere. */
  readonly admitAnywhere: (request: FastifyRequest) => Promise<void>
}

/** More than the path of any route has. */
const segmentsMax = 32

/** Answers what no route took: preflights, known paths with another method (405 and Allow), unknown paths (404). */
export function createOtherMethods({ routes, admitAnywhere }: OtherParts) {
  const methodsByPath = new Map<string, string[]>()
  for (const { method, path } of routes) {
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...methods])
  }
  const rows = [...methodsByPath].map(([path, methods]) => ({
    segments: path.split('/'),
    methods: [...methods, 'OPTIONS'],
  }))

  return async function answerOther(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const path = request.url.split('?', 1)[0] ?? '/'
    const segments = path.replace(/(?<=.)\/$/, '').split('/', segmentsMax)
    const methods = rows
      .filter((row) => isPath(row.segments, segments))
      .flatMap((row) => row.methods)
    if (methods.length === 0) {
      await admitAnywhere(request)
      throw new ServiceError('NOT_FOUND')
    }
    const allowed = [...new Set(methods)]
    reply.header('allow', allowed.join(', '))
    if (request.method !== 'OPTIONS') throw new ServiceError('METHOD_NOT_ALLOWED')
    return reply.headers(preflightHeaders(allowed)).code(204).send()
  }
}

/** Whether a path is one of a route, whose parameters stand for any segment. */
const isPath = (route: readonly string[], segments: readonly string[]) =>
  route.length === segments.length &&
  route.every((part, index) =>
    part.startsWith(':') ? segments[index] !== '' : part === segments[index],
  )
