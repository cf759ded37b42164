/** A listener of ours failed for something that a page did. */
export class PageFault extends Error {
  override name = 'PageFault'
}

/** Where faults of listeners go: a page that makes one fail is failed itself, and nothing else is. */
export interface PageFaults {
  /** The same listener; what it throws, at once or later, fails the page. */
  readonly guarded: <Args extends readonly unknown[]>(
    listener: (...args: Args) => unknown,
  ) => (...args: Args) => void
  /** Aborts with a `PageFault` when the page has failed. */
  readonly failed: AbortSignal
}

/**
 * To be made for each page. Listeners are called by the event loop: without this, what they throw would end the
 * process with all other pages.
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
