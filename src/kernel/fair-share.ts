/** Slots that teams share. A single team may use all except the reserve. */
export interface SharedSlots {
  readonly slots: number
  readonly reserve: number
}

const reserveShare = 1 / 4

/** Slots of which a single team may use `perTeamMax`; other teams have a quarter more, at least one. */
export function sharedSlots(perTeamMax: number): SharedSlots {
  const reserve = Math.max(1, Math.floor(perTeamMax * reserveShare))
  return { slots: perTeamMax + reserve, reserve }
}

/** The most slots that one team may have while so many are free: at least one. */
export const shareWhileFree = ({ slots, reserve }: SharedSlots, free: number): number =>
  Math.max(1, Math.floor(((slots - reserve) * (free - 1)) / reserve))

/**
 * Whether a team that uses `occupied` slots may take one of the `free` ones. Its share is limited by the number of free slots
 * (dynamic thresholds, Choudhury and Hahne 1998), so that some remain for the next team. A team without a slot may always take a
 * free one.
 */
export function mayTakeSlot(
  { slots, reserve }: SharedSlots,
  { occupied, free }: { readonly occupied: number; readonly free: number },
): boolean {
  if (occupied === 0) return free > 0
  return free > 1 && occupied + 1 <= shareWhileFree({ slots, reserve }, free)
}
