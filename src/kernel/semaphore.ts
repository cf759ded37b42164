import { ServiceError } from './errors.ts'
import { countSlots } from './team-slots.ts'
import type { Caller } from './caller.ts'

/** A limited number of slots, shared fairly by teams. */
export interface Semaphore {
  /**
   * Waits for a slot: round-robin over teams, FIFO within a team. Fails with the reason of the signal, and with
   * `SERVICE_UNAVAILABLE` if too many waiters of the team are queued.
   */
  acquire(caller: Caller): Promise<AcquiredSlot>
  readonly taken: number
  readonly waiting: number
}

/** Disposing releases the slot; disposing again has no effect. */
export interface AcquiredSlot extends Disposable {
  /** Milliseconds spent waiting. */
  readonly queuedMs: number
}

interface SemaphoreOptions {
  /** Slots that a single team may use; all teams together have some more. */
  readonly perTeamMax: number
  /** Maximum number of queued waiters of one team. */
  readonly waitingMax: number
  /** Error text when the queue is full. */
  readonly refusal?: string
}

const retryAfterSeconds = 1

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { perTeamMax, waitingMax, refusal } = options
  const slots = countSlots(perTeamMax)
  const lines = createLines()

  /** Assigns free slots to waiters; a team that got one moves to the end. */
  function admit(): void {
    for (const { teamId, first } of lines.inTurn()) {
      if (!slots.mayTake(teamId)) continue
      lines.serve(teamId)
      slots.take(teamId)
      first()
    }
  }

  async function wait({ teamId, signal }: Caller): Promise<void> {
    if (lines.measureLength(teamId) >= waitingMax) {
      throw new ServiceError('SERVICE_UNAVAILABLE', refusal, { retryAfterSeconds })
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      lines.leave(teamId, resolve)
      reject(signal.reason)
    }
    lines.join(teamId, resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  return {
    async acquire(caller) {
      const { teamId, signal } = caller
      signal.throwIfAborted()
      const askedAtMs = performance.now()
      if (lines.measureLength(teamId) === 0 && slots.mayTake(teamId)) slots.take(teamId)
      else await wait(caller)
      const queuedMs = Math.round(performance.now() - askedAtMs)
      let isHeld = true
      return {
        queuedMs,
        [Symbol.dispose]() {
          if (!isHeld) return
          isHeld = false
          slots.release(teamId)
          admit()
        },
      }
    },
    get taken() {
      return slots.taken
    },
    get waiting() {
      return lines.length
    },
  }
}

/** Callback that gives a caller its slot. */
type Admit = () => void

/** A FIFO queue of waiters per team. */
function createLines() {
  /** In round-robin order. */
  const lines = new Map<string, Set<Admit>>()
  let length = 0

  function leave(teamId: string, caller: Admit): void {
    const line = lines.get(teamId)
    if (!line?.delete(caller)) return
    length -= 1
    if (line.size === 0) lines.delete(teamId)
  }

  return {
    get length() {
      return length
    },
    measureLength: (teamId: string) => lines.get(teamId)?.size ?? 0,
    join(teamId: string, caller: Admit): void {
      const line = lines.get(teamId) ?? new Set()
      lines.set(teamId, line.add(caller))
      length += 1
    },
    leave,
    /** Teams in round-robin order. */
    *inTurn() {
      for (const [teamId, [first]] of lines) if (first) yield { teamId, first }
    },
    /** Removes the first caller of a team and moves the team to the end. */
    serve(teamId: string): void {
      const line = lines.get(teamId)
      const [first] = line ?? []
      if (!line || !first) return
      leave(teamId, first)
      if (line.size === 0) return
      lines.delete(teamId)
      lines.set(teamId, line)
    },
  }
}
