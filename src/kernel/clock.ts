/** The time, as an argument: tests pass a clock they can turn. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
