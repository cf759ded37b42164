import type { PageWork } from '#answers/page-work.ts'
import type { Credits } from '#credits/credits.ts'
import type { Outbox } from '#delivery/outbox.ts'
import type { Feature } from '#features/feature.ts'
import type { RunSessions } from '#features/interact/run-sessions.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { Slots } from '#accounts/slots.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { Notifier } from '#queue/notifier.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Database } from '#storage/database.ts'
import type { Seal } from '#storage/seal.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { SchemaCheck } from '#llm/schema-check.ts'
import type { Threats } from '#threat/threats.ts'
import { createAgents } from './agents.ts'
import { agentConsoleRoutes } from './console-routes.ts'
import { createExtractWork } from './extract/extract-work.ts'
import { createStartExtract } from './extract/start-extract.ts'
import { agentRoutes } from './routes.ts'
import { createAllowance } from './runs/allowance.ts'
import { createCancelUnreadable, createEndRun } from './runs/end-run.ts'
import { createInnerOperations } from './runs/inner-operations.ts'
import { createRefuseThreats } from './runs/refuse-threats.ts'
import { createRunQueue } from './runs/run-queue.ts'
import { createRunStore } from './runs/run-store.ts'
import { createSiteOperations, type OpenOperations } from './runs/site-operations.ts'
import { createStartRun } from './runs/start-run.ts'
import { createStartAgent } from './start-agent.ts'
import { createRunThreads } from './threads.ts'
import { createAgentWork } from './work/agent-work.ts'

export interface AgentFeatureDeps {
  readonly runOperation: RunOperation
  readonly openOperations: OpenOperations
  readonly database: Database
  readonly seal: Seal
  readonly clock: Clock
  readonly log: Log
  readonly credits: Pick<Credits, 'reserve' | 'reserved'>
  readonly slots: Pick<Slots, 'acquire'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly pricePage: PagePrice
  readonly urlRules: UrlRules
  readonly queueNotifier: Notifier
  readonly runsMax: number
  /** Undefined when none is configured. */
  readonly model: LanguageModel | undefined
  readonly findErrors: SchemaCheck['findErrors'] | undefined
  readonly pageWork: PageWork
  readonly tokensPerCredit: number
  /** Runs of a team that are free on a day. */
  readonly freeRunsPerDay: number
  readonly unbilledPagesPerDay: number
  readonly unbilledTokensPerDay: number
  readonly hasThreads: boolean
  readonly runSessions: RunSessions
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
}

const stopEveryMs = 1_000

export function createAgentFeature(deps: AgentFeatureDeps): Feature {
  const { urlRules, log, queueNotifier: notifier, hasThreads } = deps
  const hasModel = deps.model !== undefined
  const store = createRunStore(deps)
  const allowance = createAllowance(deps)
  const startRun = createStartRun({ ...deps, allowance, store, notifier })
  const inner = () => createInnerOperations(deps)
  const operations = createSiteOperations({ open: deps.openOperations, inner })
  const extract = createExtractWork({ ...deps, allowance, operations })
  const agent = createAgentWork({ ...deps, allowance, store, operations })
  const endRun = createEndRun({ ...deps, store })
  const cancelUnreadable = createCancelUnreadable({ ...deps, store })
  const runs = createRunQueue({ ...deps, endRun, store, handlers: { extract, agent } })
  const refuseThreats = createRefuseThreats(deps.threats)
  const startExtract = createStartExtract({ startRun, urlRules, refuseThreats })
  const threads = createRunThreads({ ...deps, store })
  const startAgent = createStartAgent({ startRun, threads, hasModel, hasThreads, refuseThreats })
  const agents = createAgents({ ...deps, store, endRun, cancelUnreadable, stop: runs.stop })
  const stopEnded = () =>
    startPolling({
      ticks: [() => runs.stopEnded()],
      pause: every(stopEveryMs),
      pausesFirst: true,
      log,
      failure: 'ended runs not stopped',
    })
  return {
    endpoints: [
      ...agentConsoleRoutes({ agents }),
      ...agentRoutes({ ...urlRules, startAgent, startExtract, store, agents, threads, hasModel }),
    ],
    queues: [runs.queue],
    sweeps: [store],
    endTeam: (teamId) => agents.cancelAll(teamId),
    loops: [stopEnded],
  }
}
