/**
 * Runs the acceptance checks: every test/acceptance/*.ts, one after the other, and prints their results as one table.
 * A check whose first line is `// acceptance: quick` takes seconds and is part of `npm test`, some with fewer pages and kills; the
 * others run here only. Of the quick checks three run at a time, because most of them wait most of the time; a check whose first
 * line is `// acceptance: quick, alone` measures time and runs alone. In `npm test` the others run as tests (scripts/unit.mjs); one with
 * `// acceptance: quick, together` needs no process of its own there.
 *
 *     npm run acceptance                      all checks
 *     npm run acceptance -- --quick           the quick checks
 *     npm run acceptance -- --quick-alone     those that measure time
 *     npm run acceptance -- ssrf zdr          checks whose name contains one of the words
 *
 * A check is a program: it prints one line with its figure and its control, and exits 0 when it passes.
 */
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { provideNode } from './parts.mjs'
import { root, say } from './set-up.mjs'

const folder = join(root, 'test/acceptance')
/** Against checks that never end; a busy machine takes several times as long as an idle one. */
const timeoutMs = { quick: 600_000, full: 1_800_000 }
const outputCharsMax = 4_000

/** The checks that take longest, which start first, so that none of them runs alone at the end. */
const longest = [
  'crash-worker',
  'stops',
  'view',
  'observe',
  'threat-protection',
  'model-roles',
  'regular-expressions',
]

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const options = {
  '--quick': { kinds: ['quick', 'quick, alone', 'quick, together'], atOnce: 3 },
  '--quick-alone': { kinds: ['quick, alone'], atOnce: 1 },
}
const quick = options[process.argv.find((word) => word in options)]

const running = new Set()
let interruptedCode
const isInterrupted = () => interruptedCode !== undefined
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.once(signal, () => interrupt(code))
}
const checks = listChecks()
const canOverlap = ({ kind }) => quick !== undefined && kind !== 'quick, alone'
// One PostgreSQL server for the checks that need only a database of their own.
const node = await provideNode()
const shared = node === process.execPath ? await import('#test/global-setup.ts') : undefined
await shared?.globalSetup()
const rows = [
  ...(await measureAll(
    checks.filter((check) => !canOverlap(check)),
    1,
  )),
  ...(await measureAll(
    checks.filter(canOverlap).toSorted((a, b) => findOrder(a) - findOrder(b)),
    quick?.atOnce ?? 1,
  )),
].toSorted((a, b) => a.name.localeCompare(b.name))
shared?.globalTeardown()
print(rows)
process.exitCode = interruptedCode ?? (rows.every((row) => row.passed) ? 0 : 1)

/** Ends the checks that run, which are process groups that a terminal does not reach, and starts no others. */
function interrupt(code) {
  interruptedCode = code
  for (const child of running) {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
}

/** The longest first, then as the others are listed. */
function findOrder({ name }) {
  const place = longest.indexOf(name)
  return place < 0 ? longest.length : place
}

function listChecks() {
  const names = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  return names
    .map((file) => {
      const [first] = readFileSync(join(folder, file), 'utf8').split('\n', 1)
      const kind = /^\/\/ acceptance: (quick(?:, alone|, together)?)$/.exec(first)?.[1] ?? 'full'
      return { name: file.replace(/\.ts$/, ''), kind }
    })
    .filter((check) => quick?.kinds.includes(check.kind) ?? true)
    .filter((check) => words.length === 0 || words.some((word) => check.name.includes(word)))
}

async function measureAll(all, atOnce) {
  const waiting = [...all]
  const measured = []
  const work = async () => {
    for (let check = waiting.shift(); check && !isInterrupted(); check = waiting.shift()) {
      say(`… ${check.name}`)
      measured.push({ ...check, ...(await measure(check)) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return measured
}

/** Runs one check in its own process group, so that a check that hangs is killed with its children. */
function measure(check) {
  return new Promise((resolve) => {
    const startedAt = Date.now()
    const timeLimitMs = timeoutMs[check.kind === 'full' ? 'full' : 'quick']
    const env = {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
      ...process.env,
      ...(quick && { ACCEPTANCE: 'quick' }),
    }
    const program = join(folder, `${check.name}.ts`)
    const child = spawn(node, [program], { cwd: root, detached: true, env })
    running.add(child)
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk) => (output = `${output}${chunk}`.slice(-outputCharsMax)))
    child.stderr.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-outputCharsMax)))
    let isLate = false
    const alarm = setTimeout(() => {
      isLate = true
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }, timeLimitMs)
    child.on('close', (code) => {
      clearTimeout(alarm)
      running.delete(child)
      const passed = code === 0 && !isLate
      const line = output.trim().split('\n').at(-1) ?? ''
      const why = isLate ? `did not end within ${timeLimitMs / 1000} s` : errors.trim()
      resolve({ passed, line, why: passed ? '' : why, seconds: (Date.now() - startedAt) / 1000 })
    })
  })
}

function print(rows) {
  const width = Math.max(...rows.map((row) => row.name.length), 0)
  const lines = rows.map(({ name, passed, line, seconds }) => {
    const figure = line.startsWith(`${name}: `) ? line.slice(name.length + 2) : line
    return `${passed ? '✔' : '✖'} ${name.padEnd(width)}  ${figure}  (${seconds.toFixed(1)} s)`
  })
  for (const { name, why } of rows.filter((row) => !row.passed)) lines.push(`\n${name}:\n${why}`)
  const passed = rows.filter((row) => row.passed).length
  process.stdout.write(`${lines.join('\n')}\n${passed} of ${rows.length} checks passed\n`)
}
