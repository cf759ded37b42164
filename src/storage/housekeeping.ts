import type { Log } from '#kernel/log.ts'

/** Runs the sweeps one after the other, again and again, until it is disposed; one that fails is logged and tried again. */
export function startHousekeeping(options: {
  readonly sweeps: readonly (() => Promise<void>)[]
  readonly everyMs: number
  readonly log: Log
}): AsyncDisposable {
  const { sweeps, everyMs, log } = options
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    for (const sweep of sweeps) {
      try {
        await sweep()
      } catch (err) {
        log.warn({ err }, 'sweep failed')
      }
    }
    running = undefined
  }

  const timer = setInterval(() => {
    running ??= run()
  }, everyMs)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}
