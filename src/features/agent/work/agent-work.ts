import type { PageWork } from '#answers/page-work.ts'
import type { Credits } from '#credits/credits.ts'
import type { Outbox } from '#delivery/outbox.ts'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { SchemaCheck } from '#llm/schema-check.ts'
import type { Database } from '#storage/database.ts'
import type { AgentBody } from '#features/agent/start-agent.ts'
import type { Producer } from '#features/agent/trace.ts'
import type { Allowance } from '#features/agent/runs/allowance.ts'
import { createBudget, countKeptCredits } from '#features/agent/runs/money.ts'
import { RunError, type Run, type RunEnd } from '#features/agent/runs/run.ts'
import type { RunSessions } from '#features/interact/run-sessions.ts'
import type { RunStore } from '#features/agent/runs/run-store.ts'
import type { RunWork } from '#features/agent/runs/run-queue.ts'
import type { SiteOperations } from '#features/agent/runs/site-operations.ts'
import { delegateTool } from '#features/agent/tools/delegate-tool.ts'
import { finishTool } from '#features/agent/tools/finish-tool.ts'
import { noteTool } from '#features/agent/tools/note-tool.ts'
import { planTool } from '#features/agent/tools/plan-tool.ts'
import { siteTools } from '#features/agent/tools/site-tools.ts'
import { converseDurably, type AgentEnd } from './converse-durably.ts'
import { endedRun, failedEnd, limitedEnd } from './ends.ts'
import { event } from './events.ts'
import { createFindings } from './findings.ts'
import { orchestratorInstructions } from './instructions.ts'
import { createMayVisit } from './may-visit.ts'
import { createReadFor } from './reader.ts'
import type { RunScope } from './run-scope.ts'
import { createRunSources } from './sources.ts'
import { earlierTurns } from './earlier-turns.ts'

export interface AgentWorkDeps {
  /** Undefined when none is configured: no run is accepted then. */
  readonly model: LanguageModel | undefined
  readonly findErrors: SchemaCheck['findErrors'] | undefined
  readonly pageWork: PageWork
  readonly tokensPerCredit: number
  readonly operations: SiteOperations
  readonly database: Database
  readonly credits: Pick<Credits, 'reserve'>
  readonly allowance: Allowance
  readonly outbox: Pick<Outbox, 'add'>
  readonly store: Pick<RunStore, 'ofThread'>
  readonly urlRules: UrlRules
  readonly runSessions: Pick<RunSessions, 'missing' | 'start'>
}

/** Turns of the orchestrator by effort. */
const turnsOf = { low: 12, medium: 30, high: 60 } as const

const orchestrator: Producer = { id: 'orchestrator', role: 'orchestrator', name: 'Orchestrator' }

/** Works on the goal of a run: an orchestrator with tools, and the readers that it gives tasks. */
export function createAgentWork(deps: AgentWorkDeps): RunWork {
  return async function work(run, context) {
    const scope = createScope(deps, run as Run<AgentBody>, context)
    const { body } = scope.run.request
    try {
      await scope.journal.report([event(orchestrator, 'started', { type: 'agent.started' })])
      const ended = await converseDurably(scope, {
        agent: orchestrator,
        instructions: orchestratorInstructions,
        texts: [...(await earlierTurns(scope, deps.store)), writeGoal(body)],
        tools: [
          planTool(),
          ...siteTools(scope),
          noteTool(scope),
          delegateTool(createReadFor(scope, orchestrator)),
          finishTool(scope),
        ],
        turnsMax: turnsOf[body.effort ?? 'medium'],
        endTool: 'finish',
      })
      const end = await toEnd(scope, ended)
      await scope.journal.report([finishedEvent(scope, end)])
      return end
    } finally {
      await scope.budget.settle()
    }
  }
}

function createScope(
  deps: AgentWorkDeps,
  run: Run<AgentBody>,
  { journal, signal }: Parameters<RunWork>[1],
): RunScope {
  const { model, findErrors, tokensPerCredit, database } = deps
  if (!model || !findErrors) throw new RunError('No language model is configured any more.')
  const { maxCredits: creditsMax, urls = [], strictConstrainToURLs: isStrict } = run.request.body
  const prices = { creditsMax, tokensPerCredit, creditsKept: countKeptCredits(creditsMax) }
  return {
    ...deps,
    model,
    findErrors,
    run,
    journal,
    budget: createBudget(run, journal, { ...deps, prices }),
    call: {
      account: run.request.account,
      signal,
      run,
      threatProtection: run.request.body.threatProtection,
    },
    mayVisit: createMayVisit({ allowedHosts: deps.urlRules.allowedHosts, urls, isStrict }),
    sources: createRunSources(database, run.id),
    findings: createFindings(database, run.id),
  }
}

/** The words of the user; in a message without text of pages. */
function writeGoal({ prompt, urls = [], schema }: AgentBody): string {
  const begin = urls.length === 0 ? '' : `\nBegin with these pages: ${urls.join(' ')}`
  const wanted = schema ? `\nSchema of the result: ${JSON.stringify(schema)}` : ''
  return `Goal: ${prompt}${begin}${wanted}`
}

async function toEnd(scope: RunScope, { state, text, outcome }: AgentEnd): Promise<RunEnd> {
  if (state === 'ended') return endedRun(scope, outcome)
  if (state === 'stopped') {
    const { allowanceFailure } = scope.budget
    if (allowanceFailure !== undefined) return failedEnd(scope, allowanceFailure)
    return limitedEnd(scope, writeGoal(scope.run.request.body))
  }
  if (state === 'refused') {
    return { ...failedEnd(scope, 'The language model declined to work on this goal.'), state }
  }
  if (state === 'answered') return answeredEnd(scope, text)
  const reasons = {
    turns: 'The agent took all its steps without a result. Raise `effort`, or ask for less.',
    tokens: 'The agent used all its tokens without a result.',
    'too-long': 'The goal does not fit into the context of the language model.',
  } as const
  return failedEnd(scope, reasons[state])
}

/** Words instead of a call of finish are an answer, where no schema asks for more. */
async function answeredEnd(scope: RunScope, text: string): Promise<RunEnd> {
  const { schema } = scope.run.request.body
  const finish = finishTool(scope, 0)
  const given = schema ? readData(text) : { answer: text, sources: [] }
  const { success, data: input } = finish.input.safeParse(given)
  if (!success) {
    return failedEnd(
      scope,
      schema
        ? 'The language model gave no data that fits the schema.'
        : 'The language model gave an answer of more than 100,000 characters. Ask for less.',
    )
  }
  const step = { agent: orchestrator.id, turn: 0, kind: 'result', call: 'finish' } as const
  const outcome = await scope.journal.once(step, async () => {
    const { signal } = scope.call
    const result = await finish.run(input, { id: 'finish', agent: orchestrator, signal })
    return { value: result.outcome ?? { failure: result.text } }
  })
  return endedRun(scope, outcome)
}

function readData(text: string): unknown {
  try {
    const data: unknown = parseForeignJson(text)
    return { data, sources: [] }
  } catch {
    return undefined
  }
}

function finishedEvent({ run }: RunScope, { state, error }: RunEnd) {
  const outcome = state === 'credit_limit_reached' ? 'failed' : state
  const durationMs = Math.max(0, Date.now() - run.createdAt.getTime())
  return event(orchestrator, 'finished', {
    type: 'agent.finished',
    outcome,
    durationMs,
    ...(error !== undefined && {
      error: {
        code: state === 'credit_limit_reached' ? state : state === 'refused' ? state : 'internal',
        source: 'agent',
        retryable: false,
        message: error,
      },
    }),
  })
}
