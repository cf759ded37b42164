/**
 * Runs the bars, the measured promises of the project: every test/bars/*.ts, one after the other,
 * and prints what each said in one table. A bar whose first line is `// bar: quick` takes seconds and is part of
 * `npm test`, some with fewer pages and kills; the others run here only.
 *
 *     npm run bars                 all of them
 *     npm run bars -- --quick      the quick ones
 *     npm run bars -- ssrf zdr     those whose name contains one of the words
 *
 * A bar is a program: it prints one line with its figure and its control, and exits 0 when the promise holds.
 */
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, root, say } from './set-up.mjs'

const folder = join(root, 'test/bars')
const timeoutMs = { quick: 120_000, full: 900_000 }
const outputCharsMax = 4_000

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const quickOnly = process.argv.includes('--quick')

const rows = []
for (const bar of listBars()) {
  say(`… ${bar.name}`)
  rows.push({ ...bar, ...(await measure(bar)) })
}
print(rows)
process.exitCode = rows.every((row) => row.held) ? 0 : 1

function listBars() {
  const names = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  return names
    .map((file) => {
      const isQuick = readFileSync(join(folder, file), 'utf8').startsWith('// bar: quick\n')
      return { name: file.replace(/\.ts$/, ''), kind: isQuick ? 'quick' : 'full' }
    })
    .filter((bar) => !quickOnly || bar.kind === 'quick')
    .filter((bar) => words.length === 0 || words.some((word) => bar.name.includes(word)))
}

/** Runs one bar in its own process and its own group, so that a hung one goes with all its children. */
function measure(bar) {
  return new Promise((resolve) => {
    const startedAt = Date.now()
    const env = { ...process.env, ...(quickOnly && { BARS: 'quick' }) }
    const options = { cwd: root, detached: true, env }
    const child = spawn(findNode(), [join(folder, `${bar.name}.ts`)], options)
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk) => (output = `${output}${chunk}`.slice(-outputCharsMax)))
    child.stderr.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-outputCharsMax)))
    let isLate = false
    const alarm = setTimeout(() => {
      isLate = true
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }, timeoutMs[bar.kind])
    child.on('close', (code) => {
      clearTimeout(alarm)
      const held = code === 0 && !isLate
      const line = output.trim().split('\n').at(-1) ?? ''
      const why = isLate ? `did not end within ${timeoutMs[bar.kind] / 1000} s` : errors.trim()
      resolve({ held, line, why: held ? '' : why, seconds: (Date.now() - startedAt) / 1000 })
    })
  })
}

function print(rows) {
  const width = Math.max(...rows.map((row) => row.name.length), 0)
  const lines = rows.map(({ name, held, line, seconds }) => {
    const figure = line.startsWith(`${name}: `) ? line.slice(name.length + 2) : line
    return `${held ? 'held  ' : 'BROKEN'}  ${name.padEnd(width)}  ${figure}  (${seconds.toFixed(1)} s)`
  })
  for (const { name, why } of rows.filter((row) => !row.held)) lines.push(`\n${name}:\n${why}`)
  const held = rows.filter((row) => row.held).length
  process.stdout.write(`${lines.join('\n')}\n${held} of ${rows.length} bars held\n`)
}
