import { setTimeout } from 'node:timers/promises'

interface LonePagesDeps {
  /** Whether the process holds no page. */
  readonly isEmpty: () => boolean
  /** Whether pages under suspicion wait. */
  readonly hasSuspects: () => Promise<boolean>
  /** Takes one of them and begins with it; answers whether there was one. */
  readonly begin: () => Promise<boolean>
  /** Begins with as many others as there is room for. */
  readonly claimOthers: () => Promise<unknown>
}

/** Between two pages that are worked on alone, others have this long at least. */
const restMs = 5_000
const stepMs = 20

/** Works on pages under suspicion, each while the process does nothing else. */
export function createLonePages(deps: LonePagesDeps, stopped: AbortSignal) {
  const { isEmpty, hasSuspects, begin, claimOthers } = deps
  let isWaiting = false
  let restUntil = 0

  async function emptied(): Promise<void> {
    while (!isEmpty() && !stopped.aborted) await setTimeout(stepMs)
  }

  /** Answers whether there was a page. */
  async function workAlone(): Promise<boolean> {
    await emptied()
    const wasThere = !stopped.aborted && (await begin())
    await emptied()
    return wasThere
  }

  return {
    /** Nothing else is begun: a page waits to be alone, or is. */
    isWaiting: () => isWaiting,
    async turn(): Promise<boolean> {
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
