import { compareVersions, type ComparisonInput } from './compare.ts'

/** What a thread runs. */
export const compareInThread = (input: ComparisonInput) => compareVersions(input)
