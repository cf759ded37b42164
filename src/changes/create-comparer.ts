import type { Comparison } from './comparison.ts'
import { compareVersions, type ComparisonInput } from './compare.ts'

export interface Comparer extends AsyncDisposable {
  /** As `compareVersions`, without holding up the process. Fails with the reason of the signal. */
  compare(input: ComparisonInput, signal: AbortSignal): Promise<Comparison>
}

export function createComparer(): Comparer {
  return {
    async compare(input, signal) {
      signal.throwIfAborted()
      return compareVersions(input)
    },
    async [Symbol.asyncDispose]() {},
  }
}
