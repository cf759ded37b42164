import { startPolling } from '#queue/poll.ts'
import { createSender, type SenderDeps } from './sender.ts'

const idle = { first: 50, last: 500 }

/** Sends due deliveries until disposed; disposal waits for the attempts that have begun. */
export function startSender(deps: SenderDeps): AsyncDisposable {
  const sender = createSender(deps)
  const polling = startPolling({
    ticks: [() => sender.tick()],
    pause: idle,
    notifiers: [sender.ended],
    log: deps.log,
    failure: 'deliveries interrupted',
  })
  return {
    async [Symbol.asyncDispose]() {
      await polling[Symbol.asyncDispose]()
      await sender.drain()
    },
  }
}
