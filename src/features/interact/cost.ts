/** Credits per minute: of a session that only runs code, and of one that a language model has used. */
const creditsPerMinute = { code: 2, prompt: 7 }
const secondsMin = 60

/** Credits of a session: per second, at least one minute, rounded up. */
export const creditsOf = (seconds: number, isPrompted: boolean): number =>
  Math.ceil((Math.max(seconds, secondsMin) / 60) * creditsPerMinute[isPrompted ? 'prompt' : 'code'])
