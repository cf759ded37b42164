import type { ThreatScreen } from '#threat/screen.ts'
import { toItems, type ItemRules, type Items } from './items.ts'
import type { SourceResult } from '#web-search/search-source.ts'

/** Items without those that the threat policy blocks; further hits take their places. Only shown hits are judged. */
export async function unblockedItems(
  found: readonly SourceResult[],
  rules: ItemRules,
  { screen, signal }: { readonly screen: ThreatScreen; readonly signal: AbortSignal },
): Promise<Items> {
  let left = found
  for (;;) {
    const items = toItems(left, rules)
    const shown = [...(items.web ?? []), ...(items.news ?? []), ...(items.images ?? [])]
    const blocked = await screen.blocked(
      shown.map(({ url }) => url),
      { signal },
    )
    if (blocked.size === 0) return items
    left = left.map((result) => ({
      ...result,
      hits: result.hits.filter(({ url }) => !blocked.has(url)),
    }))
  }
}
