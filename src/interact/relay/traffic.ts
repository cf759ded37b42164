/** Bytes that clients and their browser exchange through this process: how many are held here, and how many pass per second. */
export interface Traffic {
  /** Counts bytes that are held in memory; a negative number releases them. */
  hold(bytes: number): void
  /** Whether more is held than may be. */
  readonly isFull: boolean
  /** Takes bytes from what may pass per second. Returns the milliseconds to wait before the next ones. */
  spend(bytes: number): number
}

export interface PaceLimits {
  readonly perSecond: number
  /** What may pass at once after a time without use. */
  readonly burst: number
}

export interface TrafficLimits {
  readonly heldBytesMax: number
  readonly rate: PaceLimits
}

const mebibyte = 1_024 ** 2
const ofSession: TrafficLimits = {
  heldBytesMax: 192 * mebibyte,
  rate: { perSecond: 16 * mebibyte, burst: 64 * mebibyte },
}
const ofTeam: TrafficLimits = {
  heldBytesMax: 384 * mebibyte,
  rate: { perSecond: 24 * mebibyte, burst: 96 * mebibyte },
}

/** Returns a function that takes from what may pass per second, and returns the milliseconds to wait before the next. */
export function createRate({ perSecond, burst }: PaceLimits, now = () => performance.now()) {
  let left = burst
  let seenAt = now()
  return function spend(count: number): number {
    const at = now()
    left = Math.min(burst, left + ((at - seenAt) * perSecond) / 1_000) - count
    seenAt = at
    return left < 0 ? (-left * 1_000) / perSecond : 0
  }
}

/** The traffic of one session; `within` is that of its team. */
export function createTraffic(
  { heldBytesMax, rate }: TrafficLimits = ofSession,
  within?: Traffic,
): Traffic {
  const spend = createRate(rate)
  let held = 0
  return {
    hold(bytes) {
      held += bytes
      within?.hold(bytes)
    },
    get isFull() {
      return held > heldBytesMax || within?.isFull === true
    },
    spend: (bytes) => Math.max(spend(bytes), within?.spend(bytes) ?? 0),
  }
}

/** The traffic of teams, shared by the sessions of each. */
export function createTeamTraffic() {
  const teams = new Map<string, { readonly traffic: Traffic; sessions: number }>()
  return {
    /** The traffic of a new session of the team, until it is disposed of. */
    enter(teamId: string): Traffic & Disposable {
      const team = teams.get(teamId) ?? { traffic: createTraffic(ofTeam), sessions: 0 }
      teams.set(teamId, team)
      team.sessions += 1
      const own = createTraffic(ofSession, team.traffic)
      let isOver = false
      return {
        hold: (bytes) => own.hold(bytes),
        spend: (bytes) => own.spend(bytes),
        get isFull() {
          return own.isFull
        },
        [Symbol.dispose]() {
          if (isOver) return
          isOver = true
          team.sessions -= 1
          if (team.sessions === 0) teams.delete(teamId)
        },
      }
    },
  }
}
