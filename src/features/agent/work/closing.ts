import { pageMessage } from '#answers/page-material.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Message } from '#llm/model.ts'
import { checkCall, toDeclaration, type StepOutcome } from '#llm/step.ts'
import type { FinishInput } from '#features/agent/tools/finish-tool.ts'
import type { AgentTool } from './agent-tool.ts'
import { closingInstructions } from './instructions.ts'
import type { RunScope } from './run-scope.ts'

const outputTokensMin = 256
const notesLengthMax = 24_000
const pagesShown = 8
const pageLengthMax = 3_000
const step = { agent: 'orchestrator', turn: 0, kind: 'answer', call: 'closing' } as const

/**
 * Asks the model once, by credits that are kept for this, for the result of what has been noted and read. Undefined when there is
 * nothing, or when the model gives none.
 */
export async function closingResult(
  scope: RunScope,
  goal: string,
  finish: AgentTool,
): Promise<FinishInput | undefined> {
  const { journal } = scope
  const answer = await journal.once<StepOutcome | null>(step, async () => {
    const material = await writeMaterial(scope)
    if (material.length === 0) return { value: null }
    const texts = [goal, ...material]
    const messages: Message[] = [
      { role: 'system', text: closingInstructions },
      ...texts.map((text): Message => ({ role: 'user', text })),
    ]
    const outcome = await ask(scope, messages, finish)
    const { inputTokens = 0, outputTokens = 0 } = outcome?.usage ?? {}
    return { value: outcome ?? null, tokens: inputTokens + outputTokens }
  })
  const [call] = answer?.calls ?? []
  const { input } = call ? checkCall(call, [finish]) : {}
  return input as FinishInput | undefined
}

/** Undefined when the credits do not suffice, and when the model fails: the run has ended anyway. */
async function ask(
  { budget, model, run, call }: RunScope,
  messages: readonly Message[],
  finish: AgentTool,
): Promise<StepOutcome | undefined> {
  const promptTokens = model.count(JSON.stringify([messages, [toDeclaration(finish)]]))
  const { teamId, deadlineAt } = run
  const caller = { teamId, signal: call.signal, deadlineAt }
  for (let tokens = model.outputTokensMax; tokens >= outputTokensMin; tokens /= 2) {
    using reservation = await budget.reserveForLast({ tokens: promptTokens + tokens })
    if (!reservation) continue
    const wanted = { messages, tools: [finish], mustCall: finish.name }
    const outputTokensMax = Math.floor(tokens)
    return model.askStep({ ...wanted, outputTokensMax }, caller).catch((thrown: unknown) => {
      call.signal.throwIfAborted()
      if (thrown instanceof ServiceError) return undefined
      throw thrown
    })
  }
  return undefined
}

/** The notes of the run, and the beginnings of the pages that it read last. */
async function writeMaterial({ findings, sources }: RunScope): Promise<string[]> {
  const notes = (await findings.list()).map(
    ({ record, sources: numbers }) => `Sources ${numbers.join(', ')}: ${JSON.stringify(record)}`,
  )
  const pages = await sources.last(pagesShown)
  return [
    ...(notes.length > 0 ? [pageMessage('notes', notes.join('\n').slice(0, notesLengthMax))] : []),
    ...pages.map(({ number, title, markdown }) =>
      pageMessage(`source ${number}: ${title}`, markdown.slice(0, pageLengthMax)),
    ),
  ]
}
