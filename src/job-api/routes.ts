import { ExportQuery, exportRefusal } from '#export/contract.ts'
import { exportMediaTypes } from '#export/export-job.ts'
import {
  json,
  keyEndpoint,
  keyFileEndpoint,
  type Endpoint,
  type EventsEndpoint,
} from '#http/endpoint.ts'
import type { EndpointGroup, RateBucket } from '#kernel/account.ts'
import type { ErrorCode } from '#kernel/errors.ts'
import { Cancelled, JobErrors, JobParams, JobStatus, StatusQuery } from './contract.ts'
import { jobFrames } from './events.ts'
import { writeStatus, type JobVerbs } from './job-verbs.ts'

interface JobNames {
  readonly path: `/${string}`
  readonly noun: string
  readonly tag: string
  readonly group: EndpointGroup
}

/** Endpoints of a job type: status over HTTP and WebSocket, errors, export, cancellation. */
export function jobRoutes(verbs: JobVerbs, names: JobNames): Endpoint[] {
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
    handle: ({ params: { id = '' }, query, call }) => jobFrames(verbs, { id, query }, call),
  }
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: `${path}/:id`,
      summary: `Get the status and documents of a ${noun}`,
      query: StatusQuery,
      reply: json(JobStatus),
      handle: async ({ params: { id }, query, call, baseUrl }) =>
        writeStatus(await verbs.status(id, { ...query, url: `${baseUrl}${path}/${id}` }, call)),
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
      summary: `List failed pages of a ${noun}`,
      reply: json(JobErrors),
      handle: ({ params: { id }, call }) => verbs.errors(id, call),
    }),
    exportEndpoint(verbs, names),
    events,
  ]
}

const exportEndpoint = (verbs: JobVerbs, { path, noun, tag, group }: JobNames) =>
  keyFileEndpoint({
    tag,
    group,
    bucket: 'status',
    params: JobParams,
    path: `${path}/:id/export`,
    summary: `Export the documents of a ${noun} as a file`,
    description:
      'Streams the documents in the order of the status. The header `X-Weir-Complete` is `false` while the job is running: the file then has the documents that exist so far.',
    query: ExportQuery,
    reply: { type: 'file', mediaTypes: exportMediaTypes },
    errors: ['NOT_FOUND', 'CONFLICT'],
    refusals: [exportRefusal],
    handle: ({ params: { id }, query, call }) => verbs.export(id, query, call),
  })
