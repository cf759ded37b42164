import { z } from 'zod'
import { toModelFailure, type Attempts } from './create-attempts.ts'
import type { Caller, ModelUsage } from '#kernel/caller.ts'
import { ModelError, type Message, type ToolCall } from './model.ts'
import { readJson } from './read-json.ts'
import type { TokenCounter } from './tokens.ts'

/** A tool that a model may call. */
export interface ModelTool {
  /** Letters, digits and underscores. */
  readonly name: string
  /** What it does and when to use it, for the model. */
  readonly description: string
  /** Schema of an object, without transformations. */
  readonly input: z.ZodType
}

/** One step of a conversation: all messages so far, and what the model may do. */
export interface ConversationStep {
  readonly messages: readonly Message[]
  readonly tools: readonly ModelTool[]
  /** Name of the tool that has to be called. Servers may ignore it. */
  readonly mustCall?: string | undefined
  /** At most that of the model. */
  readonly outputTokensMax?: number | undefined
}

/**
 * What a step came to; JSON, so that it can be stored and continued from.
 * - `calls`: tools to be run, and words beside them
 * - `answered`: words alone
 * - `refused`: the model or the provider's content filter declined
 * - `cut`: the answer exceeds the output limit, or 500,000 characters
 * - `too-long`: the messages exceed the context, which may be smaller than configured
 */
export interface StepOutcome {
  readonly state: 'calls' | 'answered' | 'refused' | 'cut' | 'too-long'
  readonly text: string
  readonly calls: readonly ToolCall[]
  /** Estimated where the server does not say. */
  readonly usage: ModelUsage
}

/** Longer steps count as cut: they would be counted, stored and sent again with every further step. */
const lengthMax = 500_000
const keptLength = 8_000

export type AskStep = (step: ConversationStep, caller: Caller) => Promise<StepOutcome>

export function createAskStep({
  attempts,
  tokens,
  outputTokensMax,
}: {
  readonly attempts: Attempts
  readonly tokens: Pick<TokenCounter, 'count'>
  readonly outputTokensMax: number
}): AskStep {
  const none: ModelUsage = { inputTokens: 0, outputTokens: 0 }

  return async function askStep({ messages, tools, mustCall, ...wanted }, caller) {
    const call = {
      messages,
      outputTokensMax: Math.min(wanted.outputTokensMax ?? outputTokensMax, outputTokensMax),
      ...(tools.length > 0 && { tools: tools.map(toDeclaration) }),
      ...(mustCall !== undefined && { mustCall }),
    }
    try {
      const answer = await attempts.ask(call, caller)
      const said = answer.text.trim()
      const isTooLong = said.length + JSON.stringify(answer.calls).length > lengthMax
      const { text, calls, finish } = isTooLong
        ? { text: said.slice(0, keptLength), calls: [], finish: 'length' as const }
        : { ...answer, text: said }
      const usage = answer.usage ?? {
        inputTokens: tokens.count(JSON.stringify([messages, call.tools])),
        outputTokens: tokens.count(text + JSON.stringify(calls)),
      }
      return { state: judgeState(text, calls, finish), text, calls, usage }
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown
      if (thrown.kind !== 'length') throw toModelFailure(thrown)
      return { state: 'too-long', text: '', calls: [], usage: none }
    }
  }
}

function judgeState(
  text: string,
  calls: readonly ToolCall[],
  finish: 'stop' | 'length' | 'refused',
): StepOutcome['state'] {
  if (finish === 'refused') return 'refused'
  if (finish === 'length') return 'cut'
  if (calls.length > 0) return 'calls'
  return text === '' ? 'refused' : 'answered'
}

/** The tool as it is sent to the model. */
export const toDeclaration = ({ name, description, input }: ModelTool) => ({
  name,
  description,
  input: z.toJSONSchema(input, { io: 'input' }),
})

/** A call whose input has been checked, or what is wrong with it. */
export type CheckedCall<Offered extends ModelTool> =
  | { readonly tool: Offered; readonly input: unknown; readonly problem?: undefined }
  | { readonly tool?: undefined; readonly input?: undefined; readonly problem: string }

/** Checks a call of the model against the tools that it was offered. */
export function checkCall<Offered extends ModelTool>(
  { name, input }: ToolCall,
  tools: readonly Offered[],
): CheckedCall<Offered> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) {
    const names = tools.map((one) => one.name).join(', ')
    return { problem: `There is no tool of this name. The tools are: ${names}.` }
  }
  const read = readJson(input.trim() === '' ? '{}' : input)
  if (!read) return { problem: 'The input is no JSON object.' }
  const { data, error } = tool.input.safeParse(read.value)
  if (error) return { problem: `The input does not fit: ${z.prettifyError(error)}` }
  return { tool, input: data }
}
