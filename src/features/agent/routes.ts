import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { webhookRefusal } from '#delivery/webhook.ts'
import { invalidBefore, onlyGenerated, type Agents } from './agents.ts'
import {
  AgentCancelled,
  AgentList,
  AgentParams,
  agentRequest,
  AgentSnapshot,
  AgentStarted,
  AgentStatus,
  AgentThread,
  AgentTrace,
  RunListQuery,
  SnapshotParams,
  ThreadParams,
  ThreadQuery,
  TraceQuery,
} from './contract.ts'
import { extractRoutes } from './extract/routes.ts'
import type { StartExtract } from './extract/start-extract.ts'
import { listReply, statusReply, threadReply } from './replies.ts'
import type { RunStore } from './runs/run-store.ts'
import { noRetention, type StartAgent } from './start-agent.ts'
import type { RunThreads } from './threads.ts'

interface AgentRouteParts extends UrlRules {
  readonly startAgent: StartAgent
  readonly startExtract: StartExtract
  readonly store: Pick<RunStore, 'find'>
  readonly agents: Agents
  readonly threads: Pick<RunThreads, 'read'>
  readonly hasModel: boolean
}

const shared = { tag: 'Agent', group: 'agent' } as const
const reads = { ...shared, bucket: 'agentStatus', creditsRequired: 0 } as const
const success = true as const
const creditsRequired = 20

/** Of the agent, and of extractions. */
export const agentRoutes = (parts: AgentRouteParts): Endpoint[] => [
  ...extractRoutes(parts),
  ...collectionRoutes(parts),
  ...runRoutes(parts),
  ...traceRoutes(parts),
]

function collectionRoutes({ startAgent, agents, hasModel, ...rules }: AgentRouteParts): Endpoint[] {
  return [
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: '/v2/agent',
      summary: 'Start the agent',
      description:
        'Works on a goal in the background: searches, reads pages and returns data with their sources. Needs a language model.',
      operationId: 'startAgent',
      bucket: 'agent',
      // Without a model the request fails, whatever the team has.
      creditsRequired: hasModel ? creditsRequired : 0,
      body: json(agentRequest(rules)),
      reply: json(AgentStarted),
      errors: [
        'NOT_FOUND',
        'CONFLICT',
        'exchange_not_enabled',
        'thread_busy',
        'thread_expired',
        'thread_not_found',
        'threads_disabled',
        'NOT_IMPLEMENTED',
        'UNPROCESSABLE',
        'UNBILLED_ALLOWANCE_USED',
      ],
      refusals: [noRetention, webhookRefusal],
      isIdempotent: () => true,
      handle: async ({ body, call }) => ({ success, ...(await startAgent(body, call)) }),
    }),
    keyEndpoint({
      ...reads,
      method: 'GET',
      path: '/v2/agent',
      summary: 'List runs of the agent',
      operationId: 'listAgents',
      query: RunListQuery,
      reply: json(AgentList),
      refusals: [invalidBefore],
      handle: async ({ query, call, baseUrl }) =>
        listReply(await agents.list(query.before, call), baseUrl),
    }),
  ]
}

function runRoutes({ agents, threads }: AgentRouteParts): Endpoint[] {
  return [
    keyEndpoint({
      ...reads,
      method: 'GET',
      path: '/v2/agent/:jobId',
      summary: 'State and data of a run',
      operationId: 'getAgentStatus',
      params: AgentParams,
      reply: json(AgentStatus),
      errors: ['NOT_FOUND'],
      handle: async ({ params, call }) => statusReply(await agents.find(params.jobId, call)),
    }),
    keyEndpoint({
      ...reads,
      method: 'DELETE',
      path: '/v2/agent/:jobId',
      summary: 'Cancel a run',
      operationId: 'cancelAgent',
      params: AgentParams,
      reply: json(AgentCancelled),
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ params, call }) {
        await agents.cancel(params.jobId, call)
        return { success }
      },
    }),
    keyEndpoint({
      ...reads,
      method: 'GET',
      path: '/v2/agent/threads/:threadId',
      summary: 'Runs of a thread',
      operationId: 'getAgentThread',
      params: ThreadParams,
      query: ThreadQuery,
      reply: json(AgentThread),
      errors: ['NOT_FOUND', 'thread_not_found'],
      handle: async ({ params, query, call }) =>
        threadReply(await threads.read(params.threadId, call.account), query.includeData),
    }),
  ]
}

function traceRoutes({ agents }: AgentRouteParts): Endpoint[] {
  return [
    keyEndpoint({
      ...reads,
      method: 'GET',
      path: '/v2/agent/:jobId/trace',
      summary: 'What a run has done',
      operationId: 'getAgentTrace',
      params: AgentParams,
      query: TraceQuery,
      reply: json(AgentTrace),
      errors: ['NOT_FOUND'],
      refusals: [onlyGenerated],
      async handle({ params: { jobId }, query, call, baseUrl }) {
        const { events, credits: creditsUsed } = await agents.trace(jobId, call)
        const reply = { success, id: jobId, events, creditsUsed }
        if (!query.liveView) return reply
        const browsers = await agents.browsers(jobId, call)
        const activeBrowserSessions = browsers.map(({ viewPath, ...session }) => ({
          ...session,
          liveViewUrl: `${baseUrl}${viewPath}`,
        }))
        return { ...reply, activeBrowserSessions }
      },
    }),
    keyEndpoint({
      ...reads,
      method: 'GET',
      path: '/v2/agent/:jobId/snapshots/:snapshotId',
      summary: 'An artifact of a run',
      operationId: 'getAgentSnapshot',
      params: SnapshotParams,
      reply: json(AgentSnapshot),
      errors: ['NOT_FOUND'],
      refusals: [onlyGenerated],
      async handle({ params: { jobId, snapshotId }, call }) {
        const snapshot = await agents.snapshot(jobId, snapshotId, call)
        return { success, id: jobId, snapshotId, snapshot }
      },
    }),
  ]
}
