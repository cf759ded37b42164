import { RE2JSException } from 're2js'
import { z } from 'zod'
import { compiledPattern, isFound } from './compiled-patterns.ts'
import { sizeOf, type PatternSize } from './pattern-size.ts'

/** Include and exclude patterns of a site, compiled. */
export interface PathPatterns {
  /**
   * No pattern excludes the URL, and one includes it where there are any to include. False for a URL that is too long
   * for so many patterns.
   */
  accepts(url: string): boolean
  isExcluded(url: string): boolean
  /** The same with the whole URL, whatever the patterns are for. */
  isExcludedInFull(url: string): boolean
  isIncluded(url: string): boolean
  /** What a character of a URL is held against. */
  readonly size: number
}

export interface PatternOptions {
  readonly includePaths: readonly string[]
  readonly excludePaths: readonly string[]
  /** Match the whole URL and not its path alone. */
  readonly regexOnFullURL: boolean
}

const patternsMax = 1_000
const patternLengthMax = 2_048
const programSizeMax = 2_048
const nestingMax = 50
/** Characters of a URL times the size of the patterns: half a second in the worst case. */
const matchWorkMax = 16_000_000
/** Compiling a list of this size takes 40 ms of the main thread. */
const listSizeMax = 8_192

/**
 * A list of patterns as callers write it; says which one cannot be used and why (docs/api/crawl.md). Patterns are
 * measured before any is compiled.
 */
export const patternList = (name: 'includePaths' | 'excludePaths') =>
  z
    .array(z.string().max(patternLengthMax))
    .max(patternsMax)
    .superRefine((patterns, context) => {
      const sizes = patterns.map(sizeOf)
      // What is too large by itself is not compiled.
      const compiled = sizes.filter(({ size }) => size <= programSizeMax)
      if (compiled.reduce((sum, { size }) => sum + size, 0) > listSizeMax) {
        const message = `The ${name} patterns are too large together: at most ${listSizeMax} characters, counting what is repeated as often as it is and a Unicode class as 32. Send fewer or shorter patterns.`
        context.addIssue({ code: 'custom', message })
        return
      }
      for (const [index, pattern] of patterns.entries()) {
        const fault = faultOf(pattern, sizes[index] ?? sizeOf(pattern))
        if (fault === undefined) continue
        const message = `Invalid ${name} pattern "${pattern}": ${fault}. ${name} patterns use Rust regex (RE2-style) syntax. Look-around and back references are not supported.`
        context.addIssue({ code: 'custom', message })
      }
    })

function faultOf(pattern: string, { size, nesting }: PatternSize): string | undefined {
  if (size > programSizeMax) return 'the compiled pattern is too large'
  try {
    const { program } = compiledPattern(pattern)
    if (program.programSize() > programSizeMax) return 'the compiled pattern is too large'
    return nesting > nestingMax ? `groups are nested deeper than ${nestingMax}` : undefined
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return error.message
  }
}

/** Patterns are searched for anywhere in the path, in time linear in its length. */
export function pathPatterns(options: PatternOptions): PathPatterns {
  const { includePaths, excludePaths, regexOnFullURL } = options
  const subjectOf = (url: string) => (regexOnFullURL ? url : new URL(url).pathname)
  const isExcluded = (url: string) =>
    excludePaths.length > 0 && matches(excludePaths, subjectOf(url))
  const isIncluded = (url: string) =>
    includePaths.length === 0 || matches(includePaths, subjectOf(url))
  const size = [...includePaths, ...excludePaths].reduce(
    (sum, pattern) => sum + compiledPattern(pattern).size,
    0,
  )
  const isTooLong = (url: string) => url.length * size > matchWorkMax
  return {
    isExcluded,
    isExcludedInFull: (url) => matches(excludePaths, url),
    isIncluded,
    size,
    accepts: (url) => !isTooLong(url) && !isExcluded(url) && isIncluded(url),
  }
}

/** The URLs that the patterns accept. */
export function acceptedPaths(options: PatternOptions, urls: readonly string[]): string[] {
  const patterns = pathPatterns(options)
  return urls.filter((url) => patterns.accepts(url))
}

const matches = (patterns: readonly string[], subject: string) =>
  patterns.some((pattern) => isFound(pattern, subject))
