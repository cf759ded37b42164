import type { Material } from '#content/content.ts'
import { getRanking } from '#content/passages/passages.ts'
import { createYields } from '#kernel/event-loop.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import { countBySample } from '#llm/count-by-sample.ts'

const rankedMax = 2_000

/**
 * Passages of the page with their numbers, as many as fit into `tokensMax`: all of them, or else the ones that match the
 * query best, in the order of the page.
 */
export async function numberedPassages(
  { passages }: Pick<Material, 'passages'>,
  { query, tokensMax }: { readonly query: string | undefined; readonly tokensMax: number },
  model: Pick<LanguageModel, 'count'>,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const { list } = passages
  const lines = list.map(({ text }, index) => `[${index + 1}] ${text}`)
  const whole = lines.join('\n')
  const count = (text: string) => model.count(text)
  if ((await countBySample(whole, count, tokensMax)) <= tokensMax)
    return { text: whole, isWhole: true }
  const ranked = query === undefined ? passages.topic : getRanking(passages, query)
  const order = [...ranked.slice(0, rankedMax).map(({ index }) => index), ...lines.keys()]
  const chosen = new Set<number>()
  const yields = createYields()
  let tokens = 0
  for (const index of order) {
    if (chosen.has(index)) continue
    await yields.next()
    const size = count(lines[index] ?? '') + 1
    if (tokens + size > tokensMax) break
    tokens += size
    chosen.add(index)
  }
  const text = [...chosen]
    .toSorted((a, b) => a - b)
    .map((index) => lines[index])
    .join('\n')
  return { text, isWhole: false }
}

export const passagesCut =
  'The page is longer than the language model can read; it saw the passages that match best.'
