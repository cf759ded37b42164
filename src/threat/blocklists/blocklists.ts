import { listParentDomains } from '#kernel/url.ts'
import { listedHost } from '#threat/domain-list.ts'
import { listHash } from './list-hash.ts'
import { writeUrlText } from './read-entries.ts'

/** Whether the loaded lists have a URL. */
export interface FindListed {
  /** `not loaded` until every configured list has been read once. */
  find(url: URL): boolean | 'not loaded'
  readonly isConfigured: boolean
}

/** The entries of all lists, in memory. */
export interface Blocklists extends FindListed {
  /** Replaces the entries of a source. */
  replace(source: string, hashes: BigUint64Array): void
  readonly entries: number
}

export function createBlocklists(sources: readonly string[]): Blocklists {
  const lists = new Map<string, BigUint64Array>()
  return {
    isConfigured: sources.length > 0,
    replace: (source, hashes) => void lists.set(source, hashes),
    get entries() {
      return [...lists.values()].reduce((sum, { length }) => sum + length, 0)
    },
    find(url) {
      if (sources.length === 0) return false
      const host = listedHost(url)
      const wanted = [
        listHash('host', host),
        listHash('url', writeUrlText(url)),
        ...[host, ...listParentDomains(host)].map((domain) => listHash('domain', domain)),
      ]
      const isListed = [...lists.values()].some((list) =>
        wanted.some((hash) => contains(list, hash)),
      )
      return isListed || (lists.size < sources.length ? 'not loaded' : false)
    },
  }
}

/** Binary search. */
function contains(sorted: BigUint64Array, wanted: bigint): boolean {
  let [low, high] = [0, sorted.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = sorted[middle] ?? 0n
    if (found === wanted) return true
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}
