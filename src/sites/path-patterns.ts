import { RE2JSException } from 're2js'
import { z } from 'zod'
import { compiledPattern, isFound } from './compiled-patterns.ts'
import { measureSize, type PatternSize } from './pattern-size.ts'

/** Compiled include and exclude patterns. */
export interface PathPatterns {
  /**
   * Whether no pattern excludes the URL and, if there are include patterns, one includes it. False for a URL that is too long
   * for the size of the patterns.
   */
  accepts(url: string): boolean
  isExcluded(url: string): boolean
  /** Whether an exclude pattern matches the full URL, regardless of `regexOnFullURL`. */
  isExcludedInFull(url: string): boolean
  isIncluded(url: string): boolean
  /** Total size of the patterns. */
  readonly size: number
}

export interface PatternOptions {
  readonly includePaths: readonly string[]
  readonly excludePaths: readonly string[]
  /** Match the full URL instead of its path. */
  readonly regexOnFullURL: boolean
}

const patternsMax = 1_000
const patternLengthMax = 2_048
const programSizeMax = 2_048
const nestingMax = 50
/** Maximum of URL length times pattern size: half a second in the worst case. */
const matchWorkMax = 16_000_000
/** Compiling a list of this size blocks the main thread for 40 ms. */
const listSizeMax = 8_192

const tooLarge = `The … patterns are too large together: at most ${listSizeMax} characters, where repetitions count as often as they repeat and a Unicode class as 32. Send fewer or shorter patterns.`
const syntax =
  'patterns use Rust regex (RE2-style) syntax. Look-around and back references are not supported.'

/** What no schema refuses of a pattern list. */
export const patternRefusals = [tooLarge, `Invalid … pattern "…": …. … ${syntax}`]

/**
 * Schema of a pattern list. Its error names the invalid pattern and the reason (docs/api/crawl.md). Sizes are computed before
 * any pattern is compiled.
 */
export const patternList = (name: 'includePaths' | 'excludePaths') =>
  z
    .array(z.string().max(patternLengthMax).meta({ format: 'regex' }))
    .max(patternsMax)
    .superRefine((patterns, context) => {
      const sizes = patterns.map(measureSize)
      // Patterns that are too large are not compiled.
      const compiled = sizes.filter(({ size }) => size <= programSizeMax)
      if (compiled.reduce((sum, { size }) => sum + size, 0) > listSizeMax) {
        const message = tooLarge.replace('…', name)
        context.addIssue({ code: 'custom', message })
        return
      }
      for (const [index, pattern] of patterns.entries()) {
        const fault = findFault(pattern, sizes[index] ?? measureSize(pattern))
        if (fault === undefined) continue
        const message = `Invalid ${name} pattern "${pattern}": ${fault}. ${name} ${syntax}`
        context.addIssue({ code: 'custom', message })
      }
    })

/** What is wrong with a pattern, if anything is, and its size. A pattern that is too large is not compiled. */
export function findPatternFault(pattern: string): {
  readonly fault: string | undefined
  readonly size: number
} {
  const measured = measureSize(pattern)
  return { fault: findFault(pattern, measured), size: measured.size }
}

function findFault(pattern: string, { size, nesting }: PatternSize): string | undefined {
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

/** Returns a matcher. A pattern matches anywhere in the path, in time linear in its length. */
export function pathPatterns(options: PatternOptions): PathPatterns {
  const { includePaths, excludePaths, regexOnFullURL } = options
  const chooseSubject = (url: string) => (regexOnFullURL ? url : new URL(url).pathname)
  const isExcluded = (url: string) =>
    excludePaths.length > 0 && matches(excludePaths, chooseSubject(url))
  const isIncluded = (url: string) =>
    includePaths.length === 0 || matches(includePaths, chooseSubject(url))
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

/** Returns the URLs that the patterns accept. */
export function acceptedPaths(options: PatternOptions, urls: readonly string[]): string[] {
  const patterns = pathPatterns(options)
  return urls.filter((url) => patterns.accepts(url))
}

const matches = (patterns: readonly string[], subject: string) =>
  patterns.some((pattern) => isFound(pattern, subject))
