import type { Log } from '#kernel/log.ts'
import { createWaits, type Notifier } from './notifier.ts'

/** Does the work that is due. Returns true when there was any. */
export type Tick = () => Promise<boolean | void>

export interface Polling {
  /** Run one after another. A tick that throws is logged and does not prevent the others. */
  readonly ticks: readonly Tick[]
  /** Milliseconds between two rounds without work: doubles from `first` to `last` until a round finds work. */
  readonly pause: { readonly first: number; readonly last: number }
  /** End a pause early. A notification during a round starts the next round at once. */
  readonly notifiers?: readonly Notifier[]
  /** Waits `pause.first` before the first round. */
  readonly pausesFirst?: boolean
  readonly log: Log
  /** Log message for a tick that throws. */
  readonly failure: string
}

/** A pause that does not grow. */
export const every = (ms: number): Polling['pause'] => ({ first: ms, last: ms })

/** Runs rounds of ticks until the signal aborts; a round that found work is followed by the next without a pause. */
export async function poll(polling: Polling, signal: AbortSignal): Promise<void> {
  const { pause, notifiers = [], pausesFirst = false } = polling
  using waits = createWaits(notifiers, signal)
  if (pausesFirst) await waits.wait(pause.first)
  let pauseMs = pause.first
  while (!signal.aborted) {
    const isBusy = await runRound(polling)
    pauseMs = isBusy ? pause.first : Math.min(pause.last, pauseMs * 2)
    if (!isBusy) await waits.wait(pauseMs)
  }
}

/** Polls until disposed; disposal ends a pause, and waits for the current round. */
export function startPolling(polling: Polling): AsyncDisposable {
  const stop = new AbortController()
  const running = poll(polling, stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

async function runRound({ ticks, log, failure }: Polling): Promise<boolean> {
  let isBusy = false
  for (const tick of ticks) {
    try {
      if (await tick()) isBusy = true
    } catch (err) {
      log.warn({ err }, failure)
    }
  }
  return isBusy
}
