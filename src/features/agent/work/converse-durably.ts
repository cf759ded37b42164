import { converse, type Conversation, type ConversationEnd } from '#llm/converse.ts'
import type { Producer } from '#features/agent/trace.ts'
import type { AgentTool, AgentToolResult } from './agent-tool.ts'
import { createConversationJournal } from './conversation-journal.ts'
import type { RunScope } from './run-scope.ts'

/** A conversation of one agent of a run. */
interface AgentConversation extends Pick<Conversation, 'instructions' | 'texts' | 'endTool'> {
  readonly agent: Producer
  readonly tools: readonly AgentTool[]
  readonly turnsMax: number
}

export interface AgentEnd extends ConversationEnd {
  /** Outcome of the tool that ended the conversation. */
  readonly outcome: unknown
}

const poor = 'Not run: the credits left for this do not suffice. Finish with what you have.'

/** Runs a conversation whose steps are stored, paid from the budget, and shown in the trace. */
export async function converseDurably(
  scope: RunScope,
  { agent, tools, turnsMax, ...conversation }: AgentConversation,
): Promise<AgentEnd> {
  const { run, call, budget, model } = scope
  const given = new Map<string, AgentToolResult>()
  let outcome: unknown
  const ended = await converse(model, {
    ...conversation,
    tools: tools.map((tool) => ({
      ...tool,
      async run(input, { id, signal }) {
        const creditsMax = tool.creditsMax(input)
        using reservation = await budget.reserve({ credits: creditsMax })
        const result = reservation
          ? await tool.run(input, { id, agent, signal }).catch((thrown: unknown) => {
              if (creditsMax > 0) budget.countFailed({ pages: 1 })
              throw thrown
            })
          : { text: poor }
        given.set(id, result)
        return result
      },
    })),
    limits: { turnsMax, tokensMax: Number.MAX_SAFE_INTEGER },
    caller: { teamId: run.teamId, signal: call.signal, deadlineAt: run.deadlineAt },
    journal: createConversationJournal(scope, {
      agent,
      givenBy: (id) => given.get(id),
      onEnd: (value) => (outcome = value),
    }),
  })
  return { ...ended, outcome }
}
