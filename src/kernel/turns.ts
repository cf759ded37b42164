import { setImmediate } from 'node:timers/promises'

/** How long work stays on the main thread before others are served. */
const turnMsMax = 8

/** Long work in turns: awaited between its steps, it lets others be served whenever a turn has taken long enough. */
export function createTurns(): { readonly next: () => Promise<void> | undefined } {
  let since = performance.now()
  const pause = async () => {
    await setImmediate()
    since = performance.now()
  }
  return { next: () => (performance.now() - since < turnMsMax ? undefined : pause()) }
}
