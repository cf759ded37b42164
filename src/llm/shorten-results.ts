import type { LanguageModel } from './language-model.ts'
import type { Message, ToolOutput } from './model.ts'

/** Share of the context from which old results are shortened. */
const fullShare = 0.6
const shortLength = 160

/**
 * Replaces results of tools by their short form, the oldest first, until the messages take at most this share of the context, and
 * half of it with each attempt. Those of the latest step stay whole.
 */
export function shortenOldResults(
  messages: readonly Message[],
  model: Pick<LanguageModel, 'contextTokens' | 'count'>,
  attempt = 1,
): readonly Message[] {
  const sizes = messages.map((message) => model.count(JSON.stringify(message)))
  const latest = messages.findLastIndex(({ role }) => role === 'tool')
  const tokensMax = (model.contextTokens * fullShare) / 2 ** (attempt - 1)
  let excess = sizes.reduce((sum, size) => sum + size, 0) - tokensMax
  return messages.map((message, index) => {
    if (excess <= 0 || message.role !== 'tool' || index === latest) return message
    const shortened = { ...message, results: (message.results ?? []).map(toShort) }
    excess -= (sizes[index] ?? 0) - model.count(JSON.stringify(shortened))
    return shortened
  })
}

function toShort(result: ToolOutput): ToolOutput {
  const { text, short = `${text.slice(0, shortLength)} (shortened)` } = result
  return short.length < text.length ? { ...result, text: short } : result
}
