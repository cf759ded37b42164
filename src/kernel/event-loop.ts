import { setImmediate as pass } from 'node:timers/promises'

/** Maximum time that long work blocks the event loop. */
const blockMsMax = 0.5

/** A turn of the event loop in which nothing else was done takes less. */
const idleMsMax = 0.1
/** So many turns belong to short work before long work is let in again, if there is so much. */
const turnsOfShortMax = 8

/** Long work that waits for its turn. */
const waiting: (() => void)[] = []
/** When long work was last let in. */
let since = -Infinity

function letNextIn(): void {
  since = performance.now()
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(lookForIdle)
}

/** Requests take several turns: they would wait for long work in each of them. */
function lookForIdle(turn = 1, startedAt = performance.now()): void {
  setImmediate(() => {
    const now = performance.now()
    if (turn === turnsOfShortMax || now - startedAt < idleMsMax) letNextIn()
    else lookForIdle(turn + 1, now)
  })
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

/**
 * One whole turn of the event loop: timers and everything that can be read come first. `setImmediate` alone continues in the turn of what
 * was read before, as one step with it.
 */
export async function oneTurn(): Promise<void> {
  await pass()
  await pass()
}

/** What comes of work that is done in steps, between which the event loop runs. */
export async function finishInSteps<Result>(steps: Generator<unknown, Result>): Promise<Result> {
  const yields = createYields()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await yields.next()
  }
}
