/** Remembered at most, over all jobs; some 100 bytes each. */
const rememberedMax = 200_000

/**
 * Pages that this process knows its jobs have. Most links of a site lead to pages that were found before: those need not
 * be put to the database again. Only what has been committed may be added.
 */
export function createAcceptedPages() {
  const identitiesOf = new Map<string, Set<string>>()
  let remembered = 0
  return {
    has: (jobId: string, identity: string) => identitiesOf.get(jobId)?.has(identity) ?? false,
    add(jobId: string, identities: readonly string[]): void {
      if (remembered + identities.length > rememberedMax) {
        identitiesOf.clear()
        remembered = 0
      }
      const known = identitiesOf.get(jobId) ?? new Set()
      identitiesOf.set(jobId, known)
      const before = known.size
      for (const identity of identities) known.add(identity)
      remembered += known.size - before
    },
  }
}

export type AcceptedPages = ReturnType<typeof createAcceptedPages>
