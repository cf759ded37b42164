interface ListState {
  /** When it was read or, if it comes from an address, downloaded. */
  readonly loadedAt?: number
  /** Whether the last attempt failed. */
  readonly hasFailed: boolean
}

/** What became of the lists, in this process. */
export interface ListStates {
  /** In milliseconds since 1970; undefined for a list that was never loaded. */
  loadedAt(source: string): number | undefined
  loaded(source: string, at: number): void
  failed(source: string): void
  gauges(): {
    /** Lists whose last attempt failed. */
    readonly failed: number
    /** When the oldest list was loaded; 0 if one was never loaded. */
    readonly oldestAt: number
  }
}

export function createListStates(sources: readonly string[]): ListStates {
  const states = new Map<string, ListState>()
  return {
    loadedAt: (source) => states.get(source)?.loadedAt,
    loaded: (source, at) => void states.set(source, { loadedAt: at, hasFailed: false }),
    failed: (source) => void states.set(source, { ...states.get(source), hasFailed: true }),
    gauges: () => ({
      failed: sources.filter((source) => states.get(source)?.hasFailed).length,
      oldestAt: Math.min(...sources.map((source) => states.get(source)?.loadedAt ?? 0)),
    }),
  }
}
