import type { Log } from '#kernel/log.ts'
import type { Attempts } from './create-attempts.ts'
import type { ModelMemory } from './model-memory.ts'
import { ModelError, type Model, type ModelCall } from './model.ts'
import type { TokenCounter } from './tokens.ts'

interface MeasuredAttemptsDeps {
  readonly model: Pick<Model, 'id'>
  readonly memory: ModelMemory
  readonly tokens: TokenCounter
  readonly log: Log
}

/** Learns token counts from the answers, and fails with kind `length` when the server has cut the prompt. */
export function createMeasuredAttempts(
  attempts: Attempts,
  { model, memory, tokens, log }: MeasuredAttemptsDeps,
): Attempts {
  /** A repeated answer may be any text, whose tokens cannot be estimated. */
  function isPromptCut({ messages, tools }: ModelCall, counted: number): boolean {
    if (messages.some(({ role }) => role === 'assistant')) return false
    const declared = tools ? [JSON.stringify(tools)] : []
    return tokens.learn([...messages.map(({ text }) => text), ...declared].join('\n'), counted)
  }

  return {
    async ask(call, asker) {
      try {
        const answer = await attempts.ask(call, asker)
        const isCut = answer.usage && isPromptCut(call, answer.usage.inputTokens)
        if (isCut) throw new ModelError('length')
        return answer
      } catch (thrown) {
        if (thrown instanceof ModelError && thrown.kind === 'length') {
          memory.halveContext()
          const { contextTokens } = memory
          log.warn({ model: model.id, contextTokens }, 'language model cut a long prompt')
        }
        throw thrown
      }
    },
  }
}
