import { z } from 'zod'

/** Maximum of a counter: the maximum of an integer column. */
export const countMax = 2_147_483_647

/** A whole number of at least `min`. Larger numbers than a counter can hold are capped. */
export const count = (min: 0 | 1) =>
  z
    .int()
    .min(min)
    .overwrite((number) => Math.min(number, countMax))
    .meta({ maximum: Number.MAX_SAFE_INTEGER })
