/** Logarithms of most counts of a page: `Math.log1p` leaves compiled code and takes about ten times as long as this table. */
const known = Float64Array.from({ length: 4_096 }, (_, count) => Math.log1p(count))

/** `Math.log1p` of a count, a whole number from 0. */
export const log1p = (count: number): number =>
  count < known.length ? (known[count] as number) : Math.log1p(count)
