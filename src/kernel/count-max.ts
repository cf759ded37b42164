import { z } from 'zod'

/** Largest number of a counter: what an integer column holds. */
export const countMax = 2_147_483_647

/** A whole number from `min` on, without an upper bound for callers: what no counter holds counts as the largest. */
export const count = (min: 0 | 1) =>
  z
    .int()
    .min(min)
    .overwrite((number) => Math.min(number, countMax))
