import { isTracking } from '#kernel/tracking-parameters.ts'
import { canonicalUrl } from '#kernel/url.ts'
import type { Hit } from './providers/provider.ts'

/** Weakens the first ranks against agreement between lists; the usual constant of reciprocal rank fusion. */
const rankOffset = 60

/** One list of several: by the sum of reciprocal ranks; the longest text stays, the first title. */
export function fuse(lists: readonly (readonly Hit[])[]): Hit[] {
  const [only] = lists
  if (lists.length === 1 && only) return [...only]
  const byAddress = new Map<string, { hit: Hit; score: number }>()
  for (const list of lists) {
    const seen = new Set<string>()
    for (const [rank, hit] of list.entries()) {
      const key = addressKey(hit.imageUrl ?? hit.url)
      if (seen.has(key)) continue
      seen.add(key)
      const score = 1 / (rankOffset + rank + 1)
      const known = byAddress.get(key)
      if (!known) byAddress.set(key, { hit, score })
      else byAddress.set(key, { hit: joined(known.hit, hit), score: known.score + score })
    }
  }
  return [...byAddress.values()].toSorted((a, b) => b.score - a.score).map(({ hit }) => hit)
}

const joined = (first: Hit, other: Hit): Hit => ({
  ...other,
  ...first,
  text: other.text.length > first.text.length ? other.text : first.text,
})

/** Addresses that differ in scheme, `www.`, a final slash or tracking parameters are one result. */
export function addressKey(address: string): string {
  const url = new URL(canonicalUrl(address))
  const names = Array.from(url.searchParams.keys()).filter(isTracking)
  for (const name of names) url.searchParams.delete(name)
  const host = url.host.startsWith('www.') ? url.host.slice(4) : url.host
  const path = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  return `${host}${path}${url.search}${url.hash}`
}
