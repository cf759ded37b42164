import { ServiceError } from '#kernel/errors.ts'
import type { Caller } from '#kernel/caller.ts'
import { countBySample } from './count-by-sample.ts'
import type { LanguageModel } from './language-model.ts'
import type { Message, ToolCall } from './model.ts'
import { shortenOldResults } from './shorten-results.ts'
import {
  checkCall,
  toDeclaration,
  type ConversationStep,
  type StepOutcome,
  type ModelTool,
} from './step.ts'

/** A tool with what it does. */
export interface RunnableTool extends ModelTool {
  /** Throws `ServiceError` for failures that are reported to the model. */
  run(
    input: unknown,
    call: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<ToolResult>
}

export interface ToolResult {
  /** What the model reads. */
  readonly text: string
  /** What remains of it when the conversation grows long. */
  readonly short?: string
  /** The conversation has reached its aim with this call. */
  readonly isEnd?: boolean
}

/** What makes a conversation durable: each part is stored before anything follows from it, and given again afterwards. */
export interface Journal {
  /** How long the answer of the next step may be; undefined ends the conversation. */
  mayStep(
    turn: number,
    promptTokens: number,
  ): Promise<{ readonly outputTokensMax?: number } | undefined>
  answer(turn: number, ask: () => Promise<StepOutcome>): Promise<StepOutcome>
  result(
    at: { readonly turn: number; readonly call: ToolCall; readonly input: unknown },
    run: () => Promise<ToolResult>,
  ): Promise<ToolResult>
}

export interface Conversation {
  /** Written by us, without text of callers or pages. */
  readonly instructions: string
  /** Each becomes a message of its own. */
  readonly texts: readonly string[]
  readonly tools: readonly RunnableTool[]
  readonly limits: { readonly turnsMax: number; readonly tokensMax: number }
  /** The tool that the last turn has to call; without one it answers in words. */
  readonly endTool?: string
  readonly caller: Caller
  /** Absent: nothing is stored. */
  readonly journal?: Journal
}

/**
 * How a conversation ended:
 * - `answered`: with words
 * - `ended`: by a tool
 * - `refused`: the model declined
 * - `turns`, `tokens`: a limit was reached
 * - `stopped`: the journal permits no further step
 * - `too-long`: the messages do not fit into the context of the model
 */
export interface ConversationEnd {
  readonly state: 'answered' | 'ended' | 'refused' | 'turns' | 'tokens' | 'stopped' | 'too-long'
  /** The last words of the model. */
  readonly text: string
  readonly turns: number
  readonly tokens: number
}

const callsPerTurnMax = 8
const callsAtOnce = 4
const shorteningsMax = 4

const unjournaled: Journal = {
  mayStep: () => Promise.resolve({}),
  answer: (_turn, ask) => ask(),
  result: (_at, run) => run(),
}

/** Asks the model step by step and runs the tools that it calls, until it ends or a limit is reached. */
export async function converse(
  model: LanguageModel,
  conversation: Conversation,
): Promise<ConversationEnd> {
  const { limits, caller, journal = unjournaled, tools, endTool } = conversation
  const messages: Message[] = [
    { role: 'system', text: conversation.instructions },
    ...conversation.texts.map((text): Message => ({ role: 'user', text })),
  ]
  let tokens = 0
  for (let turn = 1; turn <= limits.turnsMax; turn++) {
    const end = (state: ConversationEnd['state'], text = '', turns = turn) => ({
      state,
      text,
      turns,
      tokens,
    })
    caller.signal.throwIfAborted()
    if (tokens >= limits.tokensMax) return end('tokens', '', turn - 1)
    const permitted = await journal.mayStep(turn, await countPrompt(model, messages, tools))
    if (!permitted) return end('stopped', '', turn - 1)
    const mustCall = turn === limits.turnsMax ? endTool : undefined
    const outcome = await journal.answer(turn, () =>
      askFitting(model, { ...permitted, messages, tools, mustCall }, caller),
    )
    const { state, text, calls, usage } = outcome
    tokens += usage.inputTokens + usage.outputTokens
    if (state === 'refused' || state === 'too-long') return end(state, text)
    if (state === 'answered') {
      if (turn > 1 || tools.length === 0 || text.length > shortAnswerMax)
        return end('answered', text)
      messages.push({ role: 'assistant', text }, { role: 'user', text: toolsHint })
      continue
    }
    if (state === 'cut') {
      messages.push({ role: 'assistant', text }, { role: 'user', text: cutHint })
      continue
    }
    const results = await runCalls(calls, turn, { ...conversation, journal })
    if (results.some(({ isEnd }) => isEnd)) return end('ended', text)
    messages.push(
      { role: 'assistant', text, calls },
      {
        role: 'tool',
        text: '',
        results: results.map(({ text: result, short }, index) => ({
          id: calls[index]?.id ?? '',
          name: calls[index]?.name ?? '',
          text: result,
          ...(short !== undefined && { short }),
        })),
      },
    )
  }
  return { state: 'turns', text: '', turns: limits.turnsMax, tokens }
}

const cutHint = 'Your answer was cut off because it was too long. Do less in one step.'

/** Small models often say what they would do; words before any tool was called rest on nothing. */
const toolsHint =
  'You have not used a tool yet. Call the tool that comes first now. Answer in words only if no tool can help.'

/** A longer text is an answer. */
const shortAnswerMax = 8_000

/** In tokens. */
const countPrompt = (
  model: LanguageModel,
  messages: readonly Message[],
  tools: readonly ModelTool[],
): Promise<number> =>
  countBySample(JSON.stringify([messages, tools.map(toDeclaration)]), (text) => model.count(text))

/** Shortens old results until the messages fit; servers may have a smaller context than they say. */
async function askFitting(
  model: LanguageModel,
  step: ConversationStep,
  caller: Caller,
): Promise<StepOutcome> {
  for (let shortening = 1; ; shortening++) {
    const messages = shortenOldResults(step.messages, model, shortening)
    const outcome = await model.askStep({ ...step, messages }, caller)
    if (outcome.state !== 'too-long' || shortening >= shorteningsMax) return outcome
  }
}

/** Results in the order of the calls; four tools run at once. */
async function runCalls(
  calls: readonly ToolCall[],
  turn: number,
  conversation: Conversation & { readonly journal: Journal },
): Promise<ToolResult[]> {
  const results: ToolResult[] = []
  const indexes = calls.keys()
  async function work(): Promise<void> {
    for (const index of indexes) {
      const call = calls[index]
      if (call) results[index] = await runCall(call, { turn, index }, conversation)
    }
  }
  const workers = Array.from({ length: callsAtOnce }, () => work())
  // When one fails, the others end before the failure goes on.
  await Promise.allSettled(workers)
  await Promise.all(workers)
  return results
}

async function runCall(
  call: ToolCall,
  { turn, index }: { readonly turn: number; readonly index: number },
  { tools, journal, caller }: Conversation & { readonly journal: Journal },
): Promise<ToolResult> {
  if (index >= callsPerTurnMax) {
    return { text: `Not run: at most ${callsPerTurnMax} tools can be called in one step.` }
  }
  const { tool, input, problem } = checkCall(call, tools)
  if (!tool) return { text: `Not run. ${problem}` }
  return journal.result({ turn, call, input }, async () => {
    try {
      return await tool.run(input, { id: call.id, signal: caller.signal })
    } catch (thrown) {
      caller.signal.throwIfAborted()
      if (!(thrown instanceof ServiceError)) throw thrown
      return { text: `Failed: ${thrown.message}` }
    }
  })
}
