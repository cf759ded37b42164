/** Slots that teams share. One team alone gets all but the reserve. */
export interface SharedSlots {
  readonly slots: number
  readonly reserve: number
}

const reserveShare = 1 / 4

/** Slots of which one team alone may hold `perTeamMax`, and others a quarter more, at least one. */
export function sharedSlots(perTeamMax: number): SharedSlots {
  const reserve = Math.max(1, Math.floor(perTeamMax * reserveShare))
  return { slots: perTeamMax + reserve, reserve }
}

/**
 * Whether a team that holds `held` slots may take one of the `free` ones: its share is bounded by what is left free
 * (dynamic thresholds, Choudhury and Hahne 1998), so that some are free for the next team. A team that holds none may
 * always take one.
 */
export function mayTakeSlot(
  { slots, reserve }: SharedSlots,
  { held, free }: { readonly held: number; readonly free: number },
): boolean {
  if (held === 0) return free > 0
  return (held + 1) * reserve <= (slots - reserve) * (free - 1)
}
