import { RE2JS } from 're2js'
import { createMemory } from '#kernel/memory.ts'
import { measureSize, type PatternSize } from './pattern-size.ts'

interface CompiledPattern extends PatternSize {
  readonly program: RE2JS
}

/** Total size of cached patterns: about ten of the largest lists. */
const keptSizeMax = 131_072
/** Matching creates at most one state per character; a state has this many bytes and four per instruction. */
const stateBytes = 150
const stateBytesMax = 256 * 1024 * 1024
const kept = createMemory<CompiledPattern>({
  sizeMax: keptSizeMax,
  measureSize: ({ size }) => size + 13,
})
let matchedBytes = 0

/**
 * Compiles a pattern, or returns it from the cache: the patterns of a crawl are needed for the request, each time its row is
 * read, and for every list of links in a thread. Throws if the pattern is invalid. Callers must not keep the result, so that
 * the memory that matching allocates in it can be released.
 */
export function compiledPattern(pattern: string): CompiledPattern {
  return kept.getOrMake(pattern, () => ({
    program: RE2JS.compile(pattern),
    ...measureSize(pattern),
  }))
}

/** Whether a pattern matches anywhere in a text. Takes time linear in the length of the text. */
export function isFound(pattern: string, text: string): boolean {
  const { program, size } = compiledPattern(pattern)
  matchedBytes += text.length * (stateBytes + 4 * size)
  if (matchedBytes > stateBytesMax) {
    kept.clear()
    matchedBytes = 0
  }
  return program.test(text)
}
