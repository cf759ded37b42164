import { setImmediate } from 'node:timers/promises'

/** Maximum time that long work blocks the event loop. */
const turnMsMax = 8

/** Splits long work: await `next()` between its steps, and it yields to the event loop when the time is up. */
export function createTurns(): { readonly next: () => Promise<void> | undefined } {
  let since = performance.now()
  const pause = async () => {
    await setImmediate()
    since = performance.now()
  }
  return { next: () => (performance.now() - since < turnMsMax ? undefined : pause()) }
}
