import { createPauses, type Bell } from '#kernel/bell.ts'
import { holdMs } from './hold.ts'
import { createGathering } from './gathering.ts'
import { createPageWork, type PageWorkDeps } from './page-work.ts'

/** Milliseconds between two turns that found nothing to do: they double from the first to the last. */
interface Pause {
  readonly first: number
  readonly last: number
  /** What ends the pause early. */
  readonly bells: readonly Bell[]
}

/** While there is nothing to do, the frontier is asked in this rhythm. */
const idle = { first: 25, last: 250 }
const watchMs = 1_000
const renewMs = holdMs / 3

/** What works on jobs, until it is disposed. */
export interface Worker extends AsyncDisposable {
  /** The process is about to end because of something nobody can attribute: says what may be why. */
  blame(): Promise<void>
}

/** Works on the pages of all jobs until it is disposed; then what is not finished goes back to the frontier. */
export function startWorker(deps: PageWorkDeps): Worker {
  const stop = new AbortController()
  const work = createPageWork(deps, stop.signal)
  const gathering = createGathering(deps, stop.signal)

  /** Takes turns without a pause while there is something to do. */
  async function takeTurns(turn: () => Promise<boolean>, pause: Pause) {
    using pauses = createPauses(pause.bells, stop.signal)
    let pauseMs = pause.first
    while (!stop.signal.aborted) {
      const isBusy = await turn().catch((err: unknown) => {
        deps.log.warn({ err }, 'work on jobs interrupted')
        return false
      })
      pauseMs = isBusy ? pause.first : Math.min(pause.last, pauseMs * 2)
      if (!isBusy) await pauses.pause(pauseMs)
    }
  }

  const turns = [
    takeTurns(() => work.claim(), { ...idle, bells: [deps.bell, work.room] }),
    takeTurns(() => work.claimAlone(), every(watchMs)),
    takeTurns(() => gathering.claim(), { ...idle, bells: [deps.bell] }),
    takeTurns(() => work.watch(), every(watchMs)),
    takeTurns(() => work.endUnpaid(), every(watchMs)),
    takeTurns(() => work.renew(), every(renewMs)),
    takeTurns(() => gathering.renew(), every(renewMs)),
  ]
  return {
    async blame() {
      await Promise.all([work.blame(), gathering.blame()])
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(turns)
      await gathering.end()
      await work.drain()
    },
  }
}

const every = (ms: number): Pause => ({ first: ms, last: ms, bells: [] })
