/** Maximum time that long work blocks the event loop. */
const blockMsMax = 2

/** Long work that waits for its turn. */
const waiting: (() => void)[] = []
/** When long work was last let in. */
let since = -Infinity

function letNextIn(): void {
  since = performance.now()
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letNextIn)
}

async function pause(): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(letNextIn)
  })
}

/**
 * Splits long work: await `next()` between its steps, and it yields to the event loop when the time is up. All long work shares the
 * time: in one turn of the event loop, one is let in, however many there are.
 */
export function createYields(): { readonly next: () => Promise<void> | undefined } {
  return { next: () => (performance.now() - since < blockMsMax ? undefined : pause()) }
}
