// acceptance: quick
/**
 * A program of a session takes no more memory, files, sockets and objects of the kernel than its box may have, also in ways that no
 * process or folder shows. Control: the same programs outside a box. In `npm test` half of the programs, other ones each day.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { day, isQuick, report } from '#test/fixtures/acceptance.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'
import { boxTakings, python, toProgram } from '#test/fixtures/box-takings.ts'

const missing =
  (await missingForSessions()) ?? (existsSync(python) ? undefined : `${python} is missing`)
if (missing !== undefined) {
  process.stdout.write(`box-limits: skipped: ${missing}\n`)
  process.exit(0)
}

/** The last number that was printed. */
const readLast = (stdout: string) => Number(stdout.trim().split('\n').at(-1))

const failed: string[] = []
await using session = await startBoxedSession()
await using neighbour = await startBoxedSession()
const chosen = Object.entries(boxTakings).filter((_taking, at) => !isQuick || at % 2 === day % 2)
for (const [name, { code, max, isWithoutControl }] of chosen) {
  const boxed = await session.execute({
    code: toProgram(code),
    language: 'bash',
    timeoutMs: 60_000,
  })
  const got = readLast(boxed.stdout)
  const isRefused = boxed.exitCode !== 0 || boxed.killed !== undefined
  if (got > max || (!isRefused && !isWithoutControl))
    failed.push(`${name} (${got} of ${max}; ${boxed.killed ?? boxed.stderr.slice(-80)})`)
  const alive = await neighbour.execute({ code: 'echo alive', language: 'bash', timeoutMs: 20_000 })
  if (alive.stdout !== 'alive\n') failed.push(`${name}: another session does not work`)
  if (isWithoutControl) continue
  // Not /session, which this machine does not have.
  const outside = toProgram(code).replaceAll('/session', '/tmp')
  const control = spawnSync('/bin/sh', ['-c', outside], { timeout: 60_000 })
  if (readLast(control.stdout.toString()) <= max)
    failed.push(`${name}: the control took ${control.stdout.toString().slice(-20)}`)
}
const count = chosen.length
report(
  'box-limits',
  failed.length === 0,
  `${count - failed.length} of ${count} kept within the limits of a box${failed.map((name) => `; not ${name}`).join('')}; control: the same programs outside take more`,
)
