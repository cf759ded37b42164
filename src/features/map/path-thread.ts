import { acceptedPaths, type PatternOptions } from './path-patterns.ts'

/** URLs, and the patterns they are held against. */
export interface PathTask {
  readonly options: PatternOptions
  readonly urls: readonly string[]
}

/** What a thread runs. */
export const acceptInThread = ({ options, urls }: PathTask): readonly string[] =>
  acceptedPaths(options, urls)
