import { prices } from '#credits/prices.ts'

const secondsMin = 60

/** Credits of a session: per second, at least one minute, rounded up. */
export function countCredits(seconds: number, isPrompted: boolean): number {
  const ofMinute = isPrompted ? prices.promptedBrowserMinute : prices.browserMinute
  return Math.ceil((Math.max(seconds, secondsMin) / 60) * ofMinute)
}
