import type { Feature } from '#features/feature.ts'
import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { Log } from '#kernel/log.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { every, startPolling, type Tick } from '#queue/poll.ts'
import type { Queue } from '#queue/queue.ts'
import { SiemReply, siemRequest, SiemTestReply } from './contract.ts'
import { createSiem, type Siem, type SiemDeps } from './siem.ts'

const shared = { tag: 'Team', group: null, bucket: 'account', creditsRequired: 0 } as const

interface SiemFeatureDeps extends SiemDeps {
  readonly urlRules: UrlRules
  readonly siemQueue: Queue
  readonly formBatches: Tick
  readonly log: Log
}

/** Events that are written within this time are sent together. */
const batchEveryMs = 1_000

/** The log of fetched URLs that a team has sent to its SIEM. */
export function createSiemFeature(deps: SiemFeatureDeps): Feature {
  const { urlRules, siemQueue, formBatches, log } = deps
  const form = () =>
    startPolling({
      ticks: [formBatches],
      pause: every(batchEveryMs),
      pausesFirst: true,
      log,
      failure: 'batches of events not formed',
    })
  return {
    endpoints: siemRoutes(createSiem(deps), urlRules),
    queues: [siemQueue],
    loops: [form],
  }
}

function siemRoutes(siem: Siem, rules: UrlRules): Endpoint[] {
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: '/v2/team/siem',
      summary: 'Get the SIEM settings',
      reply: json(SiemReply),
      errors: ['FORBIDDEN'],
      handle: ({ call }) => siem.read(call),
    }),
    keyEndpoint({
      ...shared,
      method: 'PUT',
      role: 'admin',
      path: '/v2/team/siem',
      summary: 'Set where events of fetched URLs are sent',
      body: json(siemRequest(rules)),
      reply: json(SiemReply),
      errors: ['FORBIDDEN'],
      handle: ({ body, call }) => siem.write(body, call),
    }),
    keyEndpoint({
      ...shared,
      method: 'POST',
      role: 'admin',
      path: '/v2/team/siem/test',
      summary: 'Send a test event to the SIEM',
      reply: json(SiemTestReply),
      errors: ['FORBIDDEN', 'CONFLICT'],
      handle: ({ call }) => siem.test(call),
    }),
  ]
}
