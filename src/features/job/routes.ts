import { route, type AnyRoute } from '#http/route.ts'
import type { EndpointGroup, RateBucket } from '#kernel/account.ts'
import type { ErrorCode } from '#kernel/errors.ts'
import { Cancelled, JobErrors, JobParams, JobStatus, StatusQuery } from './contract.ts'
import type { JobVerbs } from './job-verbs.ts'

/** What every job of many pages can be asked (contract sections 8.2, 9.3 to 9.5). */
export function jobRoutes(
  verbs: JobVerbs,
  names: {
    readonly path: `/${string}`
    readonly noun: string
    readonly tag: string
    readonly group: EndpointGroup
  },
): AnyRoute[] {
  const { path, noun, tag, group } = names
  const bucket: RateBucket = 'status'
  const errors: readonly ErrorCode[] = ['NOT_FOUND']
  const shared = { tag, group, bucket, creditsRequired: 0, params: JobParams, errors }
  return [
    route({
      ...shared,
      method: 'GET',
      path: `${path}/:id`,
      summary: `How far a ${noun} is, and its documents`,
      query: StatusQuery,
      reply: JobStatus,
      handle: ({ params: { id }, query, call, baseUrl }) =>
        verbs.status(id, { ...query, url: `${baseUrl}${path}/${id}` }, call),
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Cancel a ${noun}`,
      reply: Cancelled,
      errors: [...errors, 'CONFLICT'],
      handle: ({ params: { id }, call }) => verbs.cancel(id, call),
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${path}/:id/errors`,
      summary: `Pages of a ${noun} that failed`,
      reply: JobErrors,
      handle: ({ params: { id }, call }) => verbs.errors(id, call),
    }),
  ]
}
