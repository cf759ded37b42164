/** Counts steps of work on foreign data. */
export type Spend = (steps: number) => void

/** Throws what `tooMany` returns once more than `stepsMax` steps were counted. */
export function createStepCount(stepsMax: number, tooMany: () => Error): Spend {
  let taken = 0
  return function spend(steps) {
    taken += steps
    if (taken > stepsMax) throw tooMany()
  }
}
