import { setImmediate } from 'node:timers/promises'

/** Maximum time that long work blocks the event loop. */
const blockMsMax = 8

/** Splits long work: await `next()` between its steps, and it yields to the event loop when the time is up. */
export function createYields(): { readonly next: () => Promise<void> | undefined } {
  let since = performance.now()
  const pause = async () => {
    await setImmediate()
    since = performance.now()
  }
  return { next: () => (performance.now() - since < blockMsMax ? undefined : pause()) }
}
