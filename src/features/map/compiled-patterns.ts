import { RE2JS } from 're2js'
import { sizeOf, type PatternSize } from './pattern-size.ts'

interface CompiledPattern extends PatternSize {
  readonly program: RE2JS
}

/** Size of all that is kept: some ten of the largest lists. */
const keptSizeMax = 131_072
const keptMax = 10_000
/** Matching makes at most one state for each character; a state takes so many bytes and four for each instruction. */
const stateBytes = 150
const stateBytesMax = 256 * 1024 * 1024
const kept = new Map<string, CompiledPattern>()
let [keptSize, matchedBytes] = [0, 0]

function forget(): void {
  kept.clear()
  keptSize = 0
  matchedBytes = 0
}

/**
 * Compiles a pattern, or answers it as it was compiled before: those of a crawl are needed for its request, each time its
 * row is read, and for every list of links in a thread. Throws when it is no pattern. It is not held by those who ask,
 * so that what matching leaves in it can be given up.
 */
export function compiledPattern(pattern: string): CompiledPattern {
  const known = kept.get(pattern)
  if (known) return known
  const compiled = { program: RE2JS.compile(pattern), ...sizeOf(pattern) }
  if (keptSize + compiled.size > keptSizeMax || kept.size >= keptMax) forget()
  kept.set(pattern, compiled)
  keptSize += compiled.size
  return compiled
}

/** Whether a pattern is found anywhere in a text, in time linear in its length. */
export function isFound(pattern: string, text: string): boolean {
  const { program, size } = compiledPattern(pattern)
  matchedBytes += text.length * (stateBytes + 4 * size)
  if (matchedBytes > stateBytesMax) forget()
  return program.test(text)
}
