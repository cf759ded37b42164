// acceptance: quick
/**
 * Every regular expression of the source takes linear time on texts generated to slow it down. In `npm test` one of eight, other ones
 * each day: `test/regular-expressions.test.ts` holds that every expression was checked before it was committed.
 */
import { day, isQuick, report } from '#test/fixtures/acceptance.ts'
import { makePumps } from '#test/fixtures/pumped-texts.ts'
import { makeKey, sourcePatterns } from '#test/fixtures/source-patterns.ts'

const length = isQuick ? 8_000 : 16_000
/** Shorter durations are too noisy to measure growth. */
const suspiciousMs = isQuick ? 8 : 20
/** Linear: four times the text takes four times as long, not sixteen times. */
const growthMax = 9

/** Control: typical naive expressions. */
const careless: readonly RegExp[] = [/\/+$/, /<a.*b>/, /\s+:/]

const all = new Map(sourcePatterns().patterns.map((pattern) => [makeKey(pattern), pattern]))
const among = isQuick ? 8 : 1
const patterns = [...all.values()].filter((_pattern, index) => index % among === day % among)
let [texts, slowestMs] = [0, 0]
const slow: string[] = []
for (const { at, source, flags } of patterns) {
  if (isSlow(new RegExp(source, flags))) slow.push(at)
}
const [count, worstMs] = [texts, slowestMs]
const caught = careless.filter(isSlow).length
report(
  'regular-expressions',
  slow.length === 0 && caught === careless.length,
  `${slow.length} of ${patterns.length} expressions slow in ${count} texts, slowest ${worstMs.toFixed(0)} ms${slow.map((at) => ` ${at}`).join('')}; control ${caught} of ${careless.length}`,
)

function isSlow(pattern: RegExp): boolean {
  for (const [beginning, piece] of makePumps(pattern.source, pattern.flags)) {
    texts += 1
    const text = makeText(beginning, piece, length)
    // Elapsed time is at least CPU time, and cheaper to measure.
    const startedAt = performance.now()
    match(pattern, text)
    const elapsedMs = performance.now() - startedAt
    if (elapsedMs < suspiciousMs) {
      slowestMs = Math.max(slowestMs, elapsedMs)
      continue
    }
    let [short, long] = [Infinity, Infinity]
    // In turns, so that other work on the machine slows down both; the smallest of several is the least disturbed.
    for (let round = 0; round < 6; round++) {
      short = Math.min(short, measureCpuMs(pattern, makeText(beginning, piece, length / 4)))
      long = Math.min(long, measureCpuMs(pattern, text))
    }
    slowestMs = Math.max(slowestMs, long)
    if (long >= suspiciousMs && long / short > growthMax) return true
  }
  return false
}

function makeText(beginning: string, piece: string, characters: number): string {
  return `${beginning}${piece.repeat(Math.ceil(characters / piece.length))}\u0001\n\u0001`
}

function measureCpuMs(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage()
  match(pattern, text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

function match(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0
  if (pattern.global) text.replaceAll(pattern, '')
  else pattern.test(text)
}
