/** Maximum over all jobs; about 100 bytes each. */
const urlKeysMax = 200_000

/**
 * Returns a cache of URL keys that jobs have. Most links of a site lead to known pages, which then need no query. Add only keys
 * that are committed.
 */
export function createAddedUrlKeys() {
  const urlKeysOf = new Map<string, Set<string>>()
  let count = 0
  return {
    has: (jobId: string, urlKey: string) => urlKeysOf.get(jobId)?.has(urlKey) ?? false,
    add(jobId: string, urlKeys: readonly string[]): void {
      if (count + urlKeys.length > urlKeysMax) {
        urlKeysOf.clear()
        count = 0
      }
      const known = urlKeysOf.get(jobId) ?? new Set()
      urlKeysOf.set(jobId, known)
      const before = known.size
      for (const urlKey of urlKeys) known.add(urlKey)
      count += known.size - before
    },
  }
}

export type AddedUrlKeys = ReturnType<typeof createAddedUrlKeys>
