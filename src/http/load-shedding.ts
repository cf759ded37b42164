import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ServiceError } from '#kernel/errors.ts'
import { sharedSlots } from '#kernel/fair-share.ts'
import { createTeamSlots } from '#kernel/team-slots.ts'
import type { AcceptDelay } from './accept-delay.ts'

const sampleMs = 250
/** Milliseconds. */
export const defaultLagMsMax = 300
/** New connections wait longer than the event loop: few are accepted in each of its turns. */
const acceptMsMax = 1_000

/** Refuses requests while the process is overloaded. */
export interface LoadShedding extends Disposable {
  /**
   * Counts the request until the returned function is called, for its team if that is known. Fails with `SERVICE_UNAVAILABLE` under
   * overload, and when the team has its share.
   */
  enter(teamId?: string): () => void
  inFlight(): number
  /** Also refuses while new connections wait. */
  watch(acceptDelay: Pick<AcceptDelay, 'waitMs'>): void
  /** How long new connections wait, in milliseconds. */
  acceptMs(): number
  /** Delay of the event loop in milliseconds, the lower of the last two samples. */
  lagMs(): number
}

const unavailable = (reason: string) =>
  new ServiceError('SERVICE_UNAVAILABLE', `${reason} Try again later.`)

/**
 * Refusing early keeps accepted requests fast: a refused request is not read or parsed. One team may have `requestsMax` in progress, all
 * together some more.
 */
export function createLoadShedding(requestsMax: number, lagMsMax = defaultLagMsMax): LoadShedding {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const ofTeams = createTeamSlots({
    perTeamMax: requestsMax,
    refusal: 'Too many requests of your team are in progress. Try again later.',
  })
  const allMax = sharedSlots(requestsMax).slots
  let inFlight = 0
  let lagMs = 0
  let previousMs = 0
  let watched: Pick<AcceptDelay, 'waitMs'> | undefined
  const acceptMs = () => watched?.waitMs() ?? 0
  const timer = setInterval(() => {
    const sampledMs = Number.isNaN(delay.mean) ? 0 : delay.mean / 1e6
    // A single long step is no overload.
    lagMs = Math.min(sampledMs, previousMs)
    previousMs = sampledMs
    delay.reset()
  }, sampleMs).unref()

  return {
    enter(teamId) {
      if (inFlight >= allMax) throw unavailable('Too many requests are in progress.')
      if (lagMs > lagMsMax || acceptMs() > Math.max(lagMsMax, acceptMsMax))
        throw unavailable('The service is overloaded.')
      const ofTeam = teamId === undefined ? undefined : ofTeams.enter(teamId)
      inFlight++
      let isIn = true
      return () => {
        ofTeam?.[Symbol.dispose]()
        if (isIn) inFlight--
        isIn = false
      }
    },
    inFlight: () => inFlight,
    watch: (acceptDelay) => void (watched = acceptDelay),
    acceptMs,
    lagMs: () => lagMs,
    [Symbol.dispose]() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
