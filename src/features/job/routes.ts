import { json, keyEndpoint, type Endpoint, type EventsEndpoint } from '#http/endpoint.ts'
import type { EndpointGroup, RateBucket } from '#kernel/account.ts'
import type { ErrorCode } from '#kernel/errors.ts'
import { Cancelled, JobErrors, JobParams, JobStatus, StatusQuery } from './contract.ts'
import { jobEvents } from './events.ts'
import type { JobVerbs } from './job-verbs.ts'

/** Endpoints of every job of many pages: its status, over HTTP and as events over a WebSocket, its errors and its end. */
export function jobRoutes(
  verbs: JobVerbs,
  names: {
    readonly path: `/${string}`
    readonly noun: string
    readonly tag: string
    readonly group: EndpointGroup
  },
): Endpoint[] {
  const { path, noun, tag, group } = names
  const bucket: RateBucket = 'status'
  const errors: readonly ErrorCode[] = ['NOT_FOUND']
  const shared = { tag, group, bucket, creditsRequired: 0, params: JobParams, errors }
  const events: EventsEndpoint = {
    access: 'key',
    method: 'GET',
    path: `${path}/:id`,
    group,
    bucket,
    creditsRequired: 0,
    reply: { type: 'events' },
    handle: ({ params: { id = '' }, call }) => jobEvents(verbs, id, call),
  }
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: `${path}/:id`,
      summary: `How far a ${noun} is, and its documents`,
      query: StatusQuery,
      reply: json(JobStatus),
      handle: ({ params: { id }, query, call, baseUrl }) =>
        verbs.status(id, { ...query, url: `${baseUrl}${path}/${id}` }, call),
    }),
    keyEndpoint({
      ...shared,
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Cancel a ${noun}`,
      reply: json(Cancelled),
      errors: [...errors, 'CONFLICT'],
      handle: ({ params: { id }, call }) => verbs.cancel(id, call),
    }),
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: `${path}/:id/errors`,
      summary: `Pages of a ${noun} that failed`,
      reply: json(JobErrors),
      handle: ({ params: { id }, call }) => verbs.errors(id, call),
    }),
    events,
  ]
}
