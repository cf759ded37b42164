/** A listener failed for an event of a page. */
export class PageFault extends Error {
  override name = 'PageFault'
}

/** Attributes errors of listeners to a page, which then fails alone. */
export interface PageFaults {
  /** Wraps a listener: what it throws or rejects with fails the page. */
  readonly guarded: <Args extends readonly unknown[]>(
    listener: (...args: Args) => unknown,
  ) => (...args: Args) => void
  /** Aborts with a `PageFault` when the page has failed. */
  readonly failed: AbortSignal
}

/**
 * Create one per page. The event loop calls listeners: without a guard, an error in one would end the process with all other
 * pages.
 */
export function createPageFaults(): PageFaults {
  const failing = new AbortController()
  const fail = (cause: unknown) =>
    failing.abort(new PageFault('A listener of this page failed.', { cause }))
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
