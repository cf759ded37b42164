import { prices } from '#credits/prices.ts'
import type { SessionRow } from './session-rows.ts'

const secondsMin = 60

/** Credits of a session: per second, at least one minute, rounded up. */
export function countCredits(seconds: number, isPrompted: boolean): number {
  const ofMinute = isPrompted ? prices.promptedBrowserMinute : prices.browserMinute
  return Math.ceil((Math.max(seconds, secondsMin) / 60) * ofMinute)
}

/** What the credits of a session are reserved and charged as. */
export const toCharge = (session: Pick<SessionRow, 'id' | 'teamId' | 'principal'>) => ({
  teamId: session.teamId,
  principal: session.principal,
  operationId: session.id,
  kind: 'interact',
})
