import { setTimeout } from 'node:timers/promises'

interface IsolatedPagesDeps {
  /** Whether the process has leased no page. */
  readonly isEmpty: () => boolean
  /** Whether suspected pages are waiting. */
  readonly hasSuspects: () => Promise<boolean>
  /** Leases a suspected page and starts it. Returns whether there was one. */
  readonly begin: () => Promise<boolean>
  /** Claims and starts other pages. */
  readonly claimOthers: () => Promise<unknown>
}

/** Minimum time for other pages between two suspected pages. */
const restMs = 5_000
const stepMs = 20

/** Processes suspected pages, each while the process has no other page. */
export function createIsolatedPages(deps: IsolatedPagesDeps, stopped: AbortSignal) {
  const { isEmpty, hasSuspects, begin, claimOthers } = deps
  let isWaiting = false
  let restUntil = 0

  async function untilEmpty(): Promise<void> {
    while (!isEmpty() && !stopped.aborted) await setTimeout(stepMs)
  }

  /** Returns whether there was a page. */
  async function workAlone(): Promise<boolean> {
    await untilEmpty()
    const wasThere = !stopped.aborted && (await begin())
    await untilEmpty()
    return wasThere
  }

  return {
    /** Whether a page is processed alone or waits for it; no other page may start. */
    isWaiting: () => isWaiting,
    async tick(): Promise<boolean> {
      const mayRest = !isEmpty() && Date.now() < restUntil
      if (mayRest || !(await hasSuspects())) return false
      isWaiting = true
      const wasThere = await workAlone().finally(() => {
        isWaiting = false
        restUntil = Date.now() + restMs
      })
      if (!stopped.aborted) await claimOthers()
      return wasThere
    },
  }
}
