/** Credits per minute of a session that runs code. */
const creditsPerMinute = 2
const secondsMin = 60

/** Credits of a session: per second, at least one minute, rounded up. */
export const creditsOf = (seconds: number): number =>
  Math.ceil((Math.max(seconds, secondsMin) / 60) * creditsPerMinute)
