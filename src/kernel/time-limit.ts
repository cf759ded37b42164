import { z } from 'zod'

const msMax = 300_000

/** Schema of the option `timeout` of requests that a caller waits for, in milliseconds. The refusal names the maximum. */
export const timeLimit = z
  .int()
  .min(1_000)
  .refine((ms) => ms <= msMax, { error: `timeout must be at most ${msMax} milliseconds` })
  .meta({ maximum: msMax })
