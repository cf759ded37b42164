import { compareVersions, type ComparisonInput } from './compare.ts'

/** Runs in a thread. */
export const compareInThread = (input: ComparisonInput) => compareVersions(input)
