import { orByRules } from '#answers/answer.ts'
import { splitBlocks, cleanMarkdown } from '#answers/clean.ts'
import { makeCaller } from './model-input.ts'
import type { DerivationContext, Derived, Draft } from './derivation.ts'

const ignored = (reason: string): Derived => ({
  warning: `onlyCleanContent was ignored: ${reason}`,
})

/** `onlyCleanContent`: takes what is no content out of the Markdown. Free, and never fails a request. */
export async function cleanContent(
  { document: { markdown } }: Draft,
  { request, smallModel: model, withhold }: DerivationContext,
): Promise<Derived> {
  if (markdown === undefined) return {}
  if (request.zeroDataRetention) return ignored('zero data retention does not allow it.')
  if (!model) return ignored('it needs a language model. Set WEIR_LLM_PROVIDER to use one.')
  const cleaned = await orByRules(
    async () => {
      const blocks = splitBlocks(markdown)
      const { members } = await withhold({ blocks }, request)
      return cleanMarkdown(blocks, members.blocks, { model, caller: makeCaller(request) })
    },
    async () => ({
      value: markdown,
      warnings: ['onlyCleanContent was not applied.'],
      usedModel: false,
    }),
    request.signal,
  )
  const { value = markdown, warnings } = cleaned
  return {
    members: { markdown: value },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  }
}
