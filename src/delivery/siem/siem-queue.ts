import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { EndAttempt, LeasedItem, Queue } from '#queue/queue.ts'
import type { SendEvents } from './send-events.ts'
import type { SiemOutbox } from './siem-outbox.ts'

/** Name of the queue of batches of events. */
export const siemQueue = 'siem'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
/** Milliseconds between attempts: a day and a half in all, then the events are dropped. */
const pauses = [
  5 * secondMs,
  15 * secondMs,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  ...[8, 8, 12].map((hours) => hours * hourMs),
]

const givenUp = 'The events could not be sent, for a reason that lies with this service.'

interface SiemQueueDeps {
  readonly outbox: Pick<SiemOutbox, 'read' | 'delivered' | 'discard' | 'failed' | 'drop'>
  readonly sendEvents: SendEvents
  readonly log: Log
}

/** Sends batches of events to the destinations of their teams. */
export function createSiemQueue({ outbox, sendEvents, log }: SiemQueueDeps): Queue {
  function endFailed(
    { id, retryMs }: LeasedItem,
    { failure, retryAfterMs = 0 }: { readonly failure: string; readonly retryAfterMs?: number },
  ): EndAttempt {
    if (retryMs === undefined) return (sql) => outbox.drop(sql, id, failure)
    return async (sql) => {
      await outbox.failed(sql, id, failure)
      return { afterMs: Math.max(retryMs, retryAfterMs) }
    }
  }
  return {
    name: siemQueue,
    limits: { perProcess: 16, perTeam: 4, retriesPerLane: 2, isOrdered: false },
    retryMs: pauses,
    async run(item) {
      const batch = await outbox.read(item.id)
      // The team has switched its log off, or the events are gone.
      if (!batch) return (sql) => outbox.discard(sql, item.id)
      try {
        const sent = await sendEvents({ ...batch, id: item.id }, item.signal)
        if (sent.status === 'delivered') return (sql) => outbox.delivered(sql, item.id)
        return endFailed(item, sent)
      } catch (err) {
        item.signal.throwIfAborted()
        if (isUnavailable(err)) throw err
        log.warn({ err, batchId: item.id }, 'events could not be sent')
        return endFailed(item, { failure: givenUp })
      }
    },
    giveUp:
      ({ id }) =>
      (sql) =>
        outbox.drop(sql, id, givenUp),
  }
}
