import { ServiceError } from './errors.ts'
import { mayTakeSlot, sharedSlots } from './fair-share.ts'

/** Slots that teams share (decision 19), for work that is refused instead of queued. */
export interface TeamSlots {
  /** Takes a slot until it is disposed of. Fails with `SERVICE_UNAVAILABLE` when the team has its share, or none is free. */
  enter(teamId: string): Disposable
  readonly taken: number
}

const retryAfterSeconds = 1

export function createTeamSlots(options: {
  /** Slots for one team alone; all together have some more. */
  readonly perTeamMax: number
  /** A lower maximum of one team, however many are free. */
  readonly ceiling?: number
  /** Text of the error. */
  readonly refusal: string
}): TeamSlots {
  const slots = countSlots(options.perTeamMax, options.ceiling)
  return {
    enter(teamId) {
      if (!slots.mayTake(teamId))
        throw new ServiceError('SERVICE_UNAVAILABLE', options.refusal, { retryAfterSeconds })
      slots.take(teamId)
      let isHeld = true
      return {
        [Symbol.dispose]() {
          if (isHeld) slots.release(teamId)
          isHeld = false
        },
      }
    },
    get taken() {
      return slots.taken
    },
  }
}

/** Number of slots in use by team. */
export function countSlots(perTeamMax: number, ceiling = perTeamMax) {
  const shared = sharedSlots(perTeamMax)
  const occupiedByTeam = new Map<string, number>()
  const occupiedBy = (teamId: string) => occupiedByTeam.get(teamId) ?? 0
  let taken = 0
  return {
    get taken() {
      return taken
    },
    mayTake: (teamId: string) =>
      occupiedBy(teamId) < ceiling &&
      mayTakeSlot(shared, { occupied: occupiedBy(teamId), free: shared.slots - taken }),
    take(teamId: string): void {
      taken += 1
      occupiedByTeam.set(teamId, occupiedBy(teamId) + 1)
    },
    release(teamId: string): void {
      taken -= 1
      const occupied = occupiedBy(teamId) - 1
      if (occupied > 0) occupiedByTeam.set(teamId, occupied)
      else occupiedByTeam.delete(teamId)
    },
  }
}
