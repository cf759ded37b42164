import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { ErrorCode } from '#kernel/errors.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { withData } from '#kernel/reply.ts'
import type { Checks } from '#features/monitor/checks/checks.ts'
import {
  CheckParams,
  CheckQuery,
  ChecksQuery,
  CompareQuery,
  MonitorListQuery,
  monitorCreate,
  MonitorParams,
  monitorUpdate,
  VersionsQuery,
} from './contract.ts'
import {
  compareRefusals,
  type createCompareStored,
} from '#features/monitor/pages/compare-stored.ts'
import { monitorRefusals, type Monitors } from '#features/monitor/monitors/monitors.ts'
import { receiverRefusals } from '#features/monitor/monitors/refuse-receivers.ts'
import { watchRefusals } from '#features/monitor/watch/watch.ts'
import { webhookRefusal } from '#delivery/webhook.ts'
import { optionRefusals } from '#pages/option-rules.ts'
import { patternRefusals } from '#sites/path-patterns.ts'
import {
  CheckReply,
  ChecksReply,
  CompareReply,
  Deleted,
  MonitorReply,
  MonitorsReply,
  RunReply,
  VersionsReply,
} from './replies.ts'

interface MonitorRouteParts extends UrlRules {
  readonly monitors: Monitors
  readonly checks: Checks
  readonly compareStored: ReturnType<typeof createCompareStored>
}

const shared = { tag: 'Monitor', group: 'monitor' } as const
const writes = { ...shared, bucket: 'crawl', creditsRequired: 1 } as const
const reads = { ...shared, bucket: 'status', creditsRequired: 0 } as const
const unknown: readonly ErrorCode[] = ['NOT_FOUND']
const refusals = [
  ...monitorRefusals,
  ...receiverRefusals,
  ...watchRefusals,
  webhookRefusal,
  ...patternRefusals,
  ...optionRefusals,
]
const success = true as const

export function monitorRoutes(parts: MonitorRouteParts): Endpoint[] {
  return [
    ...collectionRoutes(parts),
    ...monitorRoutesOfOne(parts),
    ...checkRoutes(parts),
    ...versionRoutes(parts),
  ]
}

function collectionRoutes({ monitors, ...rules }: MonitorRouteParts): Endpoint[] {
  return [
    keyEndpoint({
      ...writes,
      method: 'POST',
      path: '/v2/monitor',
      summary: 'Create a monitor',
      description: 'Checks pages or sites on a schedule and reports changes.',
      operationId: 'createMonitor',
      body: json(monitorCreate(rules)),
      reply: json(MonitorReply),
      errors: ['NOT_IMPLEMENTED'],
      refusals,
      isIdempotent: () => true,
      handle: async ({ body, call }) => withData(await monitors.create(body, call)),
    }),
    keyEndpoint({
      ...reads,
      method: 'GET',
      path: '/v2/monitor',
      summary: 'List monitors',
      query: MonitorListQuery,
      reply: json(MonitorsReply),
      handle: async ({ query, call }) => withData(await monitors.list(query, call)),
    }),
  ]
}

function monitorRoutesOfOne({ monitors, ...rules }: MonitorRouteParts): Endpoint[] {
  const one = { path: '/v2/monitor/:monitorId', params: MonitorParams } as const
  return [
    keyEndpoint({
      ...reads,
      ...one,
      method: 'GET',
      summary: 'A monitor',
      reply: json(MonitorReply),
      errors: unknown,
      handle: async ({ params, call }) => withData(await monitors.read(params.monitorId, call)),
    }),
    keyEndpoint({
      ...writes,
      ...one,
      method: 'PATCH',
      summary: 'Change a monitor',
      body: json(monitorUpdate(rules)),
      reply: json(MonitorReply),
      errors: [...unknown, 'NOT_IMPLEMENTED'],
      refusals,
      handle: async ({ params, body, call }) =>
        withData(await monitors.update(params.monitorId, body, call)),
    }),
    keyEndpoint({
      ...reads,
      ...one,
      method: 'DELETE',
      summary: 'Delete a monitor',
      reply: json(Deleted),
      errors: unknown,
      async handle({ params, call }) {
        await monitors.remove(params.monitorId, call)
        return { success }
      },
    }),
    keyEndpoint({
      ...writes,
      method: 'POST',
      path: '/v2/monitor/:monitorId/run',
      params: MonitorParams,
      summary: 'Check now',
      reply: json(RunReply),
      errors: [...unknown, 'CONFLICT'],
      async handle({ params, call }) {
        const data = await monitors.run(params.monitorId, call)
        return { success, id: data.id, data }
      },
    }),
  ]
}

function checkRoutes({ checks }: MonitorRouteParts): Endpoint[] {
  return [
    keyEndpoint({
      ...reads,
      method: 'GET',
      path: '/v2/monitor/:monitorId/checks',
      summary: 'List checks of a monitor',
      params: MonitorParams,
      query: ChecksQuery,
      reply: json(ChecksReply),
      errors: unknown,
      handle: async ({ params, query, call }) =>
        withData(await checks.list(params.monitorId, query, call)),
    }),
    keyEndpoint({
      ...reads,
      method: 'GET',
      path: '/v2/monitor/:monitorId/checks/:checkId',
      summary: 'Get a check and its pages',
      params: CheckParams,
      query: CheckQuery,
      reply: json(CheckReply),
      errors: unknown,
      handle: ({ params, query, call, baseUrl }) =>
        checks.read(
          {
            ...params,
            url: `${baseUrl}/v2/monitor/${params.monitorId}/checks/${params.checkId}`,
          },
          query,
          call,
        ),
    }),
  ]
}

function versionRoutes({ checks, compareStored }: MonitorRouteParts): Endpoint[] {
  const one = { ...reads, method: 'GET', params: MonitorParams, errors: unknown } as const
  return [
    keyEndpoint({
      ...one,
      path: '/v2/monitor/:monitorId/versions',
      summary: 'List versions of a page',
      description: 'A page has a version for each check in which it was new or changed.',
      operationId: 'listMonitorVersions',
      query: VersionsQuery,
      reply: json(VersionsReply),
      handle: async ({ params, query, call }) =>
        withData(await checks.listVersions(params.monitorId, query, call)),
    }),
    keyEndpoint({
      ...one,
      path: '/v2/monitor/:monitorId/compare',
      summary: 'Compare two versions of a page',
      operationId: 'compareMonitorVersions',
      query: CompareQuery,
      reply: json(CompareReply),
      refusals: compareRefusals,
      handle: async ({ params, query, call }) =>
        withData(await compareStored({ ...params, ...query }, call)),
    }),
  ]
}
