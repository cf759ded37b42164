import { ServiceError } from '#kernel/errors.ts'
import type { Journal } from '#llm/converse.ts'
import type { ToolCall } from '#llm/model.ts'
import type { MadeStep, StepKey } from '#features/agent/runs/journal.ts'
import { RunError } from '#features/agent/runs/run.ts'
import type { Producer } from '#features/agent/trace.ts'
import type { Sql } from '#storage/database.ts'
import type { AgentToolResult, PageSnapshot } from './agent-tool.ts'
import { callEvent, event, failureEvent, toolCallId, wordsEvent } from './events.ts'
import type { RunScope } from './run-scope.ts'

interface ConversationParts {
  readonly agent: Producer
  /** The whole result of a call that has just been made. */
  readonly givenBy: (id: string) => AgentToolResult | undefined
  /** Called with the outcome of the tool that ends the conversation. */
  readonly onEnd: (outcome: unknown) => void
}

const outputTokensMin = 256

/** Stores the steps of one conversation, reserves what they may cost, and shows them in the trace. */
export function createConversationJournal(
  scope: RunScope,
  { agent, givenBy, onEnd }: ConversationParts,
): Journal {
  const { journal, budget, model } = scope
  const key = (turn: number, kind: StepKey['kind'], call: string) => ({
    agent: agent.id,
    turn,
    kind,
    call,
  })
  let reserved: Disposable | undefined
  let asked = 0

  return {
    /** With few credits left, the answer of the step has to be shorter. */
    async mayStep(turn, promptTokens) {
      if (journal.has(key(turn, 'answer', ''))) return {}
      for (let tokens = model.outputTokensMax; tokens >= outputTokensMin; tokens /= 2) {
        asked = promptTokens + tokens
        reserved = await budget.reserve({ tokens: asked })
        if (reserved) return { outputTokensMax: Math.floor(tokens) }
      }
      return undefined
    },
    answer: (turn, ask) =>
      journal.once(key(turn, 'answer', ''), async () => {
        using reservation = reserved
        void reservation
        const answer = await ask().catch((thrown: unknown) => {
          scope.call.signal.throwIfAborted()
          budget.countFailed({ tokens: asked })
          throw thrown instanceof ServiceError ? new RunError(thrown.message) : thrown
        })
        const { usage, text, calls } = answer
        const words = text === '' ? [] : [wordsEvent(agent, turn, text)]
        return {
          value: answer,
          tokens: usage.inputTokens + usage.outputTokens,
          events: [...words, ...calls.map((call) => callEvent(agent, call))],
        }
      }),
    async result({ turn, call, input }, run) {
      const step = key(turn, 'result', `${call.id} ${call.name}`)
      const value = await journal.once<AgentToolResult>(step, async () => {
        const brief = await run()
        // A tool that has thrown has given nothing but the reason.
        const whole = givenBy(call.id) ?? {
          ...brief,
          events: [failureEvent(agent, call, brief.text)],
        }
        return toStep(whole, { scope, agent, call, input })
      })
      if (value.isEnd) onEnd(value.outcome)
      return value
    },
  }
}

interface ResultParts {
  readonly scope: RunScope
  readonly agent: Producer
  readonly call: ToolCall
  readonly input: unknown
}

function toStep(
  result: AgentToolResult,
  { scope, agent, call, input }: ResultParts,
): MadeStep<AgentToolResult> {
  const { text, short, isEnd, outcome, credits = 0, events = [], snapshots = [] } = result
  const finished = event(agent, `finish ${call.id}`, {
    type: 'tool_call.finished',
    toolCallId: toolCallId(agent, call.id),
    toolName: call.name,
    result: result.shown ?? text,
  })
  return {
    value: {
      text,
      ...(short !== undefined && { short }),
      ...(isEnd && { isEnd }),
      ...(outcome !== undefined && { outcome }),
    },
    credits,
    events: [...events, finished],
    async extraWrites(sql) {
      await scope.outbox.add(sql, actionEvents(scope, call.name, input))
      await writeSnapshots(sql, scope.run.id, snapshots)
    },
  }
}

async function writeSnapshots(
  sql: Sql,
  runId: string,
  snapshots: readonly PageSnapshot[],
): Promise<void> {
  for (const { id, content } of snapshots) {
    await sql.query('insert into agent_snapshots (run_id, id, content) values ($1, $2, $3)', [
      runId,
      id,
      content,
    ])
  }
}

/** The webhook event of a tool that has finished. */
function actionEvents({ run, budget }: RunScope, action: string, input: unknown) {
  const { id: jobId, teamId } = run
  const { webhook } = run.request
  if (!webhook) return []
  const data = [{ creditsUsed: budget.spent, action, input }]
  const about = { teamId, jobId, zeroDataRetention: false, webhook, success: true }
  return [{ ...about, type: 'agent.action', data }]
}
