import { createSemaphore, type Semaphore } from '#kernel/semaphore.ts'
import type { Caller } from '#kernel/caller.ts'

/** Slots for calls of the model, in this process and per team. */
export interface ModelSlots {
  /** Waits for both. Fails with the reason of the signal, and with `SERVICE_UNAVAILABLE` when too many wait already. */
  acquire(caller: Caller): Promise<Disposable>
}

const waitingMax = 256
const refusal = 'Too many requests of the team wait for the language model. Try again shortly.'

export function createModelSlots(options: {
  readonly slots: number
  readonly teamSlots: number
}): ModelSlots {
  const all = createSemaphore({ perTeamMax: options.slots, waitingMax, refusal })
  const teams = new Map<string, Semaphore>()

  return {
    async acquire(caller) {
      const { teamId } = caller
      const team =
        teams.get(teamId) ?? createSemaphore({ perTeamMax: options.teamSlots, waitingMax, refusal })
      teams.set(teamId, team)
      const leave = () => {
        if (team.taken + team.waiting === 0) teams.delete(teamId)
      }
      const slots = new DisposableStack()
      slots.defer(leave)
      try {
        slots.use(await team.acquire(caller))
        slots.use(await all.acquire(caller))
        return slots
      } catch (thrown) {
        slots.dispose()
        throw thrown
      }
    },
  }
}
