import { acceptedPaths, type PatternOptions } from './path-patterns.ts'

/** URLs and the patterns to match them with. */
export interface PathTask {
  readonly options: PatternOptions
  readonly urls: readonly string[]
}

/** Runs in a thread. */
export const acceptInThread = ({ options, urls }: PathTask): readonly string[] =>
  acceptedPaths(options, urls)
