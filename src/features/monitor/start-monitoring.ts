import { createPauses, type Bell } from '#kernel/bell.ts'
import type { Log } from '#kernel/log.ts'

interface MonitoringDeps {
  /** What there is to do, in this order; each answers whether there was something. */
  readonly turns: readonly (() => Promise<boolean>)[]
  readonly bell: Bell
  readonly log: Log
}

/** While nothing happens, this often is looked for checks that are due, have been queued or have ended. */
const pauseMs = 500

/** Makes, starts and ends checks until it is disposed. Any number of processes do so at the same time. */
export function startMonitoring({ turns, bell, log }: MonitoringDeps): AsyncDisposable {
  const stop = new AbortController()

  async function takeTurn(turn: () => Promise<boolean>): Promise<boolean> {
    return turn().catch((err: unknown) => {
      log.warn({ err }, 'work on monitors interrupted')
      return false
    })
  }

  async function run(): Promise<void> {
    using pauses = createPauses([bell], stop.signal)
    while (!stop.signal.aborted) {
      let isBusy = false
      for (const turn of turns) isBusy = (await takeTurn(turn)) || isBusy
      if (!isBusy) await pauses.pause(pauseMs)
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}
