/** A listener failed for an event of a page. */
export class PageFaultError extends Error {
  override name = 'PageFaultError'
}

/** Attributes errors of listeners to a page, which then fails alone. */
export interface PageFaults {
  /** Wraps a listener: what it throws or rejects with fails the page. */
  readonly guarded: <Args extends readonly unknown[]>(
    listener: (...args: Args) => unknown,
  ) => (...args: Args) => void
  /** Aborts with a `PageFaultError` when the page has failed. */
  readonly failed: AbortSignal
}

/**
 * Create one per page. The event loop calls listeners: without a guard, an error in one would end the process with all other
 * pages.
 */
export function createPageFaults(): PageFaults {
  const failing = new AbortController()
  const fail = (cause: unknown) =>
    failing.abort(new PageFaultError('A listener of this page failed.', { cause }))
  return {
    failed: failing.signal,
    guarded:
      (listener) =>
      (...args) => {
        try {
          const done = listener(...args)
          if (done instanceof Promise) done.catch(fail)
        } catch (thrown) {
          fail(thrown)
        }
      },
  }
}
