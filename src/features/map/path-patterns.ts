import { RE2JS, RE2JSException } from 're2js'
import { z } from 'zod'

/** Include and exclude patterns of a site, compiled. */
export interface PathPatterns {
  /** No pattern excludes the URL, and one includes it where there are any to include. */
  accepts(url: string): boolean
  isExcluded(url: string): boolean
  /** The same with the whole URL, whatever the patterns are for. */
  isExcludedInFull(url: string): boolean
  isIncluded(url: string): boolean
}

interface PatternOptions {
  readonly includePaths: readonly string[]
  readonly excludePaths: readonly string[]
  /** Match the whole URL and not its path alone. */
  readonly regexOnFullURL: boolean
}

const patternsMax = 1_000
const patternLengthMax = 2_048
const programSizeMax = 2_048
const nestingMax = 50

/** A list of patterns as callers write it; says which one cannot be used and why (contract section 9.2). */
export const patternList = (name: 'includePaths' | 'excludePaths') =>
  z
    .array(z.string().max(patternLengthMax))
    .max(patternsMax)
    .superRefine((patterns, context) => {
      for (const pattern of patterns) {
        const fault = faultOf(pattern)
        if (fault === undefined) continue
        const message = `Invalid ${name} pattern "${pattern}": ${fault}. ${name} patterns use Rust regex (RE2-style) syntax. Look-around and back references are not supported.`
        context.addIssue({ code: 'custom', message })
      }
    })

function faultOf(pattern: string): string | undefined {
  try {
    if (RE2JS.compile(pattern).programSize() > programSizeMax) {
      return 'the compiled pattern is too large'
    }
    if (nestingOf(pattern) > nestingMax) return `groups are nested deeper than ${nestingMax}`
    return undefined
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return error.message
  }
}

/** How deep the groups of a valid pattern are nested; what is escaped or in a class opens none. */
function nestingOf(pattern: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of pattern.matchAll(
    /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]])*\]|[()]/gs,
  )) {
    if (token === '(') deepest = Math.max(deepest, ++depth)
    else if (token === ')') depth--
  }
  return deepest
}

/** Patterns are searched for anywhere in the path, in time linear in its length. */
export function pathPatterns(options: PatternOptions): PathPatterns {
  const { includePaths, excludePaths, regexOnFullURL } = options
  const [includes, excludes] = [includePaths, excludePaths].map((patterns) =>
    patterns.map((pattern) => RE2JS.compile(pattern)),
  )
  const subjectOf = (url: string) => (regexOnFullURL ? url : new URL(url).pathname)
  const isExcluded = (url: string) => excludePaths.length > 0 && matches(excludes, subjectOf(url))
  const isIncluded = (url: string) => includePaths.length === 0 || matches(includes, subjectOf(url))
  return {
    isExcluded,
    isExcludedInFull: (url) => matches(excludes, url),
    isIncluded,
    accepts: (url) => !isExcluded(url) && isIncluded(url),
  }
}

const matches = (patterns: readonly RE2JS[] | undefined, subject: string) =>
  patterns?.some((pattern) => pattern.test(subject)) ?? false
