import { z } from 'zod'
import { dataReply, time, withData } from '#kernel/reply.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import type { Agents } from './agents.ts'
import { AgentParams } from './contract.ts'

const RunFacts = dataReply(
  z.object({
    id: z.uuid(),
    prompt: z.string(),
    urls: z.array(z.string()),
    state: z.string(),
    maxCredits: z.number(),
    tokens: z.int(),
    createdAt: time,
    finishedAt: time.nullable(),
    /** List price of each call of a tool, by its id in the trace. */
    costs: z.record(z.string(), z.number()),
  }),
)

/** What the console shows of a run beside its status and trace: its goal, and what each step has cost. */
export function agentConsoleRoutes({
  agents,
}: {
  readonly agents: Pick<Agents, 'find' | 'spending'>
}): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/agent/:jobId',
      role: 'viewer',
      params: AgentParams,
      reply: json(RunFacts),
      async handle({ params, call }) {
        const { id, state, createdAt, finishedAt, request } = await agents.find(params.jobId, call)
        const { prompt, urls = [], maxCredits } = request.body
        const { tokens, costs } = await agents.spending(id)
        const times = { createdAt, finishedAt }
        const data = { id, prompt, urls, state, maxCredits, tokens, ...times, costs }
        return withData(data)
      },
    }),
  ]
}
