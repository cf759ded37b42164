import { createPauses } from '#kernel/bell.ts'
import { createSender, type SenderDeps } from './sender.ts'

const idleMs = { first: 50, last: 500 }

/** Makes deliveries until it is disposed; those that are under way end first. */
export function startSender(deps: SenderDeps): AsyncDisposable {
  const stop = new AbortController()
  const sender = createSender(deps)

  async function run(): Promise<void> {
    using pauses = createPauses([sender.ended], stop.signal)
    let pauseMs = idleMs.first
    while (!stop.signal.aborted) {
      const isBusy = await sender.turn().catch((err: unknown) => {
        deps.log.warn({ err }, 'deliveries interrupted')
        return false
      })
      pauseMs = isBusy ? idleMs.first : Math.min(idleMs.last, pauseMs * 2)
      if (!isBusy) await pauses.pause(pauseMs)
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
      await sender.drain()
    },
  }
}
