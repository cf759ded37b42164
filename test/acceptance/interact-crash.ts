/**
 * The service is killed while programs of browser sessions run: no process of a box is left, the next process settles each session
 * once, and deletes its files with its first own session. Control: before the kill, the boxes are there.
 *
 *     node test/acceptance/interact-crash.ts [kills]
 */
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { ask, creditsLeft } from '#test/fixtures/ask.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import {
  countRunning,
  countFoldersLeft,
  listProcessesInBoxes,
  sessionFolders,
} from '#test/fixtures/session-leftovers.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`interact-crash: skipped: ${missing}\n`)
  process.exit(0)
}

const [, , wanted = '20'] = process.argv
const kills = isQuick ? 1 : Number(wanted)
const settledMsMax = 30_000
const orphanMsMax = 10_000
const startMsMax = 20_000
const opensMax = 3

interface Session {
  readonly id: string
  readonly status: string
  readonly creditsBilled: number
}

/** On a busy machine a browser may not start in time. */
async function openSession(weir: WeirProcess): Promise<Session> {
  for (let attempt = 1; ; attempt++) {
    const opened = await ask<Session & { readonly error?: string }>(weir, 'POST /v2/interact', {})
    if (opened.id !== undefined) return opened
    if (attempt === opensMax) throw new Error(opened.error)
  }
}

/** Whether the browser and the program run. */
const isBoxed = ({ pid }: WeirProcess) => listProcessesInBoxes(pid).length > 3

let [boxed, orphans, foldersLeft, settled, charged] = [0, 0, 0, 0, 0]
for (let kill = 0; kill < kills; kill++) {
  await using weir = await startWeir()
  const { id } = await openSession(weir)
  const code = { language: 'bash', code: 'sleep 60' }
  let ending: unknown
  ask(weir, `POST /v2/interact/${id}/execute`, code).then(
    (answer) => (ending = answer),
    (thrown: unknown) => (ending = thrown),
  )
  await until(() => isBoxed(weir), { withinMs: startMsMax })
  const folders = sessionFolders(weir.pid)
  const processes = listProcessesInBoxes(weir.pid)
  if (isBoxed(weir)) boxed++
  else console.error(`kill ${kill}: ${processes.length} processes, the program ended with`, ending)
  await weir.kill()
  await until(() => countRunning(processes) === 0, { withinMs: orphanMsMax })
  orphans += countRunning(processes)

  await weir.restart()
  const read = () => ask<Session>(weir, `GET /v2/interact/${id}`)
  await until(async () => (await read()).status !== 'active', {
    withinMs: settledMsMax,
    everyMs: 500,
  })
  const session = await read()
  if (session.status === 'error' && session.creditsBilled === 2) settled++
  else console.error(`kill ${kill}: not settled`, session)
  const before = await creditsLeft(weir)
  const again = await ask<Session>(weir, `DELETE /v2/interact/${id}`)
  const fresh = await openSession(weir)
  foldersLeft += countFoldersLeft(folders)
  await ask(weir, `DELETE /v2/interact/${fresh.id}`)
  // Only the second session has been charged since.
  if (again.creditsBilled === 2 && before - (await creditsLeft(weir)) === 2) charged++
}
report(
  'interact-crash',
  boxed === kills && orphans === 0 && foldersLeft === 0 && settled === kills && charged === kills,
  `${kills} kills with running programs: ${orphans} processes and ${foldersLeft} folders left, ${settled} sessions settled as errors, ` +
    `${charged} charged once; control: ${boxed} had processes in boxes before`,
)
