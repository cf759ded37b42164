// acceptance: quick
/** Every regular expression of the source takes linear time on texts generated to slow it down. */
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { pumpsOf } from '#test/fixtures/pumped-texts.ts'
import { keyOf, sourcePatterns } from '#test/fixtures/source-patterns.ts'

const length = isQuick ? 8_000 : 16_000
/** Shorter durations are too noisy to measure growth. */
const suspiciousMs = isQuick ? 8 : 20
/** Linear: four times the text takes four times as long, not sixteen times. */
const growthMax = 9

/** Control: typical naive expressions. */
const careless: readonly RegExp[] = [/\/+$/, /<a.*b>/, /\s+:/]

const patterns = new Map(sourcePatterns().patterns.map((pattern) => [keyOf(pattern), pattern]))
let [texts, slowestMs] = [0, 0]
const slow: string[] = []
for (const { at, source, flags } of patterns.values()) {
  if (isSlow(new RegExp(source, flags))) slow.push(at)
}
const [count, worstMs] = [texts, slowestMs]
const caught = careless.filter(isSlow).length
report(
  'regular-expressions',
  slow.length === 0 && caught === careless.length,
  `${slow.length} of ${patterns.size} expressions slow in ${count} texts, slowest ${worstMs.toFixed(0)} ms${slow.map((at) => ` ${at}`).join('')}; control ${caught} of ${careless.length}`,
)

function isSlow(pattern: RegExp): boolean {
  for (const [beginning, piece] of pumpsOf(pattern.source, pattern.flags)) {
    texts += 1
    const ms = cpuMsOf(pattern, textOf(beginning, piece, length))
    slowestMs = Math.max(slowestMs, ms)
    if (ms < suspiciousMs) continue
    let [short, long] = [Infinity, ms]
    // In turns, so that other work on the machine slows down both; the smallest of several is the least disturbed.
    for (let round = 0; round < 6; round++) {
      short = Math.min(short, cpuMsOf(pattern, textOf(beginning, piece, length / 4)))
      long = Math.min(long, cpuMsOf(pattern, textOf(beginning, piece, length)))
    }
    if (long / short > growthMax) return true
  }
  return false
}

function textOf(beginning: string, piece: string, characters: number): string {
  return `${beginning}${piece.repeat(Math.ceil(characters / piece.length))}\u0001\n\u0001`
}

function cpuMsOf(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage()
  pattern.lastIndex = 0
  if (pattern.global) text.replaceAll(pattern, '')
  else pattern.test(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
