/**
 * How long the start of a browser session and its programs take at the 95th percentile, and the memory that a session has for itself.
 * For an idle machine with two cores. Control: a program that sleeps for a second is measured as such.
 */
import { globSync, readFileSync } from 'node:fs'
import type { Language } from '#interact/language.ts'
import { missingFor } from '#interact/languages.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`interact-speed: skipped: ${missing}\n`)
  process.exit(0)
}

const rounds = 20
const limitsMs = { session: 600, bash: 200, node: 800, python: 1_200 }
const memoryMax = 120 * 1_024 ** 2
const programs: Record<Language, string> = {
  bash: 'echo 1',
  node: 'await page.title()',
  python: 'await page.title()',
}

type Session = Awaited<ReturnType<typeof startBoxedSession>>

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0

async function measureTime<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const startedAt = performance.now()
  const result = await work()
  return [performance.now() - startedAt, result]
}

async function timeOfProgram(session: Session, language: Language, code: string): Promise<number> {
  const [ms, { exitCode, stderr }] = await measureTime(() =>
    session.execute({ code, language, timeoutMs: 30_000 }),
  )
  if (exitCode !== 0) throw new Error(stderr)
  return ms
}

/** Bytes that no other process shares, of all processes with one of the namespaces that exist only since the session started. */
function ownMemory(known: ReadonlySet<string>): number {
  let bytes = 0
  for (const path of globSync('/proc/[0-9]*/smaps_rollup')) {
    const pid = path.split('/')[2] ?? ''
    if (known.has(pid)) continue
    try {
      const parts = readFileSync(path, 'utf8').matchAll(/^Private_\w+:\s+(\d+) kB$/gm)
      for (const [, kibibytes] of parts) bytes += Number(kibibytes) * 1_024
    } catch {
      // It has ended.
    }
  }
  return bytes
}

const pids = () => new Set(globSync('/proc/[0-9]*').map((path) => path.split('/')[2] ?? ''))

const starts: number[] = []
let memory = 0
for (let round = 0; round < rounds; round++) {
  const known = pids()
  const [ms, session] = await measureTime(() => startBoxedSession())
  starts.push(ms)
  if (round === 0) memory = ownMemory(known)
  await session[Symbol.asyncDispose]()
}

await using session = await startBoxedSession()
const measured: Partial<Record<Language, number>> = {}
for (const language of ['bash', 'node', 'python'] as const) {
  if (missingFor(language) !== undefined) continue
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    times.push(await timeOfProgram(session, language, programs[language]))
  measured[language] = p95(times)
}
const control = await timeOfProgram(session, 'bash', 'sleep 1')

const isFast = Object.entries(measured).every(
  ([language, ms]) => ms <= limitsMs[language as Language],
)
const figures = Object.entries(measured).map(([language, ms]) => `${language} ${Math.round(ms)} ms`)
report(
  'interact-speed',
  p95(starts) <= limitsMs.session && isFast && memory <= memoryMax && control >= 1_000,
  `p95: session ${Math.round(p95(starts))} ms, ${figures.join(', ')}; ${Math.round(memory / 1_024 ** 2)} MB of its own; ` +
    `control: a program of one second took ${Math.round(control)} ms`,
)
