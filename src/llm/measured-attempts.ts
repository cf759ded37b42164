import type { Log } from '#kernel/log.ts'
import type { ContextCheck } from './context-check.ts'
import type { Attempts } from './create-attempts.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ModelMemory } from './model-memory.ts'
import { ModelError, type Model, type ModelCall } from './model.ts'
import type { TokenCounter } from './tokens.ts'

interface MeasuredAttemptsDeps {
  readonly model: Pick<Model, 'id'>
  readonly memory: Pick<ModelMemory, 'contextTokens'>
  readonly context: ContextCheck
  readonly tokens: TokenCounter
  readonly log: Log
}

/**
 * Learns token counts from the answers, and fails with kind `length` when the server has cut the prompt or refused it as too long.
 * The context becomes smaller only when texts of the service itself are cut as well.
 */
export function createMeasuredAttempts(
  attempts: Attempts,
  { model, memory, context, tokens, log }: MeasuredAttemptsDeps,
): Attempts {
  /** A repeated answer may be any text, whose tokens cannot be estimated. */
  function seemsCut({ messages, tools }: ModelCall, counted: number): boolean {
    if (messages.some(({ role }) => role === 'assistant')) return false
    const declared = tools ? [JSON.stringify(tools)] : []
    return tokens.learn([...messages.map(({ text }) => text), ...declared].join('\n'), counted)
  }

  async function isSmaller(before: number, { modelCalls, signal }: Caller): Promise<boolean> {
    const verdict = await context.judge(() => modelCalls?.take() !== false, signal)
    const { contextTokens } = memory
    if (contextTokens < before)
      log.warn({ model: model.id, contextTokens }, 'language model cuts long prompts')
    return contextTokens < before || verdict === 'unknown'
  }

  return {
    async ask(call, caller) {
      const before = memory.contextTokens
      try {
        const answer = await attempts.ask(call, caller)
        const isSuspicious = answer.usage && seemsCut(call, answer.usage.inputTokens)
        if (!isSuspicious || !(await isSmaller(before, caller))) return answer
      } catch (thrown) {
        if (thrown instanceof ModelError && thrown.kind === 'length')
          await isSmaller(before, caller)
        throw thrown
      }
      throw new ModelError('length')
    },
  }
}
