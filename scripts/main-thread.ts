/**
 * Judges the long steps of the main thread that services have taken during a test run (test/fixtures/main-thread-probe.ts): prints those
 * above 50 ms of CPU time, and fails when one is above 100 ms.
 * `TEST_MAIN_THREAD` names the file of the run.
 */
import { readFileSync } from 'node:fs'

interface Line {
  readonly program: string
  readonly name?: string
  readonly cpuMs?: number
}

const cpuMsMax = 100

const { TEST_MAIN_THREAD: file } = process.env
if (file === undefined) throw new Error('TEST_MAIN_THREAD names the file of the run.')
const lines = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
const processes = lines.filter(({ name }) => name === undefined)

const longest = new Map<string, Required<Line> & { readonly times: number }>()
for (const { program, name, cpuMs } of lines) {
  if (name === undefined || cpuMs === undefined) continue
  const known = longest.get(name)
  const times = (known?.times ?? 0) + 1
  const most = known && known.cpuMs >= cpuMs ? known : { program, name, cpuMs }
  longest.set(name, { ...most, times })
}
let tooLong = 0
for (const { program, name, cpuMs, times } of [...longest.values()].toSorted(
  (a, b) => b.cpuMs - a.cpuMs,
)) {
  const isTooLong = cpuMs > cpuMsMax
  if (isTooLong) tooLong += 1
  console.log(`${isTooLong ? '✖' : '✔'} ${cpuMs} ms, ${times} times: ${name} (${program})`)
}
console.log(
  `${processes.length} processes watched, ${longest.size} functions above 50 ms, ${tooLong} too long`,
)
if (processes.length === 0 || tooLong > 0) process.exitCode = 1
