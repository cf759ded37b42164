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
  return (occupied + 1) * reserve <= (slots - reserve) * (free - 1)
}
