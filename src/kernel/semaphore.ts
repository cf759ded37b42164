import { ServiceError } from './errors.ts'
import { mayTakeSlot, sharedSlots } from './fair-share.ts'
import type { Waiter } from './waiter.ts'

/** A bounded number of slots, shared fairly by teams. */
export interface Semaphore {
  /**
   * Waits for a slot: teams in turn, first in first out within a team. Fails with the reason of the signal, and with
   * `SERVICE_UNAVAILABLE` when too many of the team wait already.
   */
  acquire(waiter: Waiter): Promise<AcquiredSlot>
  readonly taken: number
  readonly waiting: number
}

/** Disposing it gives the slot back; doing so again has no effect. */
export interface AcquiredSlot extends Disposable {
  /** Milliseconds spent waiting. */
  readonly queuedMs: number
}

interface SemaphoreOptions {
  /** Slots that one team alone may hold; there are some more for others. */
  readonly perTeamMax: number
  /** Waiters of one team; more are refused. */
  readonly waitingMax: number
  /** Text of the refusal. */
  readonly refusal?: string
}

const retryAfterSeconds = 1

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { perTeamMax, waitingMax, refusal } = options
  const slots = createSlots(perTeamMax)
  const lines = createLines()

  /** Gives free slots to those who may take them; a team that got one goes to the end. */
  function admit(): void {
    for (const { teamId, first } of lines.inTurn()) {
      if (!slots.mayTake(teamId)) continue
      lines.serve(teamId)
      slots.take(teamId)
      first()
    }
  }

  async function wait({ teamId, signal }: Waiter): Promise<void> {
    if (lines.lengthOf(teamId) >= waitingMax) {
      throw new ServiceError('SERVICE_UNAVAILABLE', refusal, { retryAfterSeconds })
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      lines.leave(teamId, resolve)
      reject(signal.reason as Error)
    }
    lines.join(teamId, resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  return {
    async acquire(waiter) {
      const { teamId, signal } = waiter
      signal.throwIfAborted()
      const askedAtMs = performance.now()
      if (lines.lengthOf(teamId) === 0 && slots.mayTake(teamId)) slots.take(teamId)
      else await wait(waiter)
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

/** Which team holds how many. */
function createSlots(perTeamMax: number) {
  const shared = sharedSlots(perTeamMax)
  const heldByTeam = new Map<string, number>()
  const heldBy = (teamId: string) => heldByTeam.get(teamId) ?? 0
  let taken = 0
  return {
    get taken() {
      return taken
    },
    mayTake: (teamId: string) =>
      mayTakeSlot(shared, { held: heldBy(teamId), free: shared.slots - taken }),
    take(teamId: string): void {
      taken += 1
      heldByTeam.set(teamId, heldBy(teamId) + 1)
    },
    release(teamId: string): void {
      taken -= 1
      const held = heldBy(teamId) - 1
      if (held > 0) heldByTeam.set(teamId, held)
      else heldByTeam.delete(teamId)
    },
  }
}

/** A waiter, as what admits it. */
type Admit = () => void

/** A line of waiters for each team. */
function createLines() {
  /** In the order of their turns. */
  const lines = new Map<string, Set<Admit>>()
  let length = 0

  function leave(teamId: string, waiter: Admit): void {
    const line = lines.get(teamId)
    if (!line?.delete(waiter)) return
    length -= 1
    if (line.size === 0) lines.delete(teamId)
  }

  return {
    get length() {
      return length
    },
    lengthOf: (teamId: string) => lines.get(teamId)?.size ?? 0,
    join(teamId: string, waiter: Admit): void {
      const line = lines.get(teamId) ?? new Set()
      lines.set(teamId, line.add(waiter))
      length += 1
    },
    leave,
    /** Teams whose turn has passed come again at the end. */
    *inTurn() {
      for (const [teamId, [first]] of lines) if (first) yield { teamId, first }
    },
    /** Takes the first of a team out; the team is the last to have its next turn. */
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
