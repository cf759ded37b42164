import { performance } from 'node:perf_hooks'
import type { AnswerContext } from '#answers/answer.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { LanguageModel } from '#llm/language-model.ts'

const timeoutMs = 60_000

/**
 * The answer of the configured model to a question of a call, with the time that it took. Fails with `SERVICE_UNAVAILABLE`
 * where none is configured, and with `SUPPORT_TIMEOUT` when it takes too long.
 */
export async function withModel<Reply extends object>(
  model: LanguageModel | undefined,
  { account: { teamId }, signal }: Call,
  answer: (context: AnswerContext) => Promise<Reply>,
): Promise<Reply & { readonly durationMs: number }> {
  if (!model) {
    throw new ServiceError(
      'SERVICE_UNAVAILABLE',
      'Questions need a language model. None is configured: set WEIR_LLM_PROVIDER.',
    )
  }
  const startedAt = performance.now()
  const deadlineAt = new Date(Date.now() + timeoutMs)
  try {
    const reply = await answer({ model, caller: { teamId, signal, deadlineAt } })
    return { ...reply, durationMs: Math.round(performance.now() - startedAt) }
  } catch (thrown) {
    const isLate = thrown instanceof ServiceError && thrown.code === 'SCRAPE_TIMEOUT'
    throw isLate ? new ServiceError('SUPPORT_TIMEOUT') : thrown
  }
}
