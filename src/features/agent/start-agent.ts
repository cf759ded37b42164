import { checkJsonSchemas } from '#formats/json-schemas.ts'
import { refuseFormats } from '#formats/key-restrictions.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { AgentRequest } from './contract.ts'
import type { Sql } from '#storage/database.ts'
import type { RefuseThreats } from './runs/refuse-threats.ts'
import type { StartRun } from './runs/start-run.ts'
import type { RunThreads, ThreadTurn } from './threads.ts'

/** What a run of the agent works on. */
export type AgentBody = Omit<AgentRequest, 'webhook'>

export interface StartedAgent {
  readonly id: string
  /** Absent when threads are switched off. */
  readonly threadId?: string
  readonly threadTurn?: number
}

export type StartAgent = (request: AgentRequest, call: Call) => Promise<StartedAgent>

const noModel = 'The agent needs a language model. None is configured: set WEIR_LLM_PROVIDER.'
export const noRetention =
  'Your team has zero data retention enabled. This is not supported on extract.'

/** Accepts a run of the agent (docs/api/agent.md). Fails with `SERVICE_UNAVAILABLE` when no language model is configured. */
export function createStartAgent({
  startRun,
  threads,
  hasModel,
  hasThreads,
  refuseThreats,
}: {
  readonly startRun: StartRun
  readonly threads: RunThreads
  readonly hasModel: boolean
  readonly hasThreads: boolean
  readonly refuseThreats: RefuseThreats
}): StartAgent {
  return async function startAgent({ webhook, ...body }, call) {
    if (!hasModel) throw new ServiceError('SERVICE_UNAVAILABLE', noModel)
    refuse(body, call)
    await checkJsonSchemas([{ type: 'json', ...(body.schema && { schema: body.schema }) }], call)
    await refuseThreats(body, call)
    const { account } = call
    const { teamId } = account
    const target = body.prompt.slice(0, targetLengthMax)
    const wanted = { kind: 'agent' as const, body, webhook, target }
    if (!hasThreads) {
      if (body.threadId !== undefined) throw threadsDisabled()
      return { id: await startRun(wanted, call) }
    }
    const thread: ThreadTurn =
      body.threadId === undefined
        ? { id: newId(), turn: 1, isNew: true }
        : await threads.next(body.threadId, account)
    const extraWrites = (sql: Sql) => threads.write(sql, thread, teamId)
    const id = await startRun({ ...wanted, thread, extraWrites }, call).catch(
      async (thrown: unknown) => {
        // Two runs of a thread were started at the same time.
        await threads.refuseBusy(thread.id, account)
        throw thrown
      },
    )
    return { id, threadId: thread.id, threadTurn: thread.turn }
  }
}

const threadsDisabled = () =>
  new ServiceError('FORBIDDEN', 'Threads are switched off on this server (WEIR_AGENT_THREADS).', {
    facts: { code: 'threads_disabled' },
  })

const targetLengthMax = 200

function refuse({ exchange }: AgentBody, { account }: Call): void {
  if (account.zeroDataRetention === 'forced') throw new ServiceError('BAD_REQUEST', noRetention)
  if (exchange && exchange['enabled'] !== false) {
    throw new ServiceError('FORBIDDEN', 'Exchange is not enabled for this team.', {
      facts: { code: 'exchange_not_enabled' },
    })
  }
  refuseFormats(['json', 'markdown'], account.allowedFormats)
}
