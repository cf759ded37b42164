/**
 * The service is killed while programs of browser sessions run: no process of a box is left, the next process settles each session
 * once, and deletes its files with its first own session. Control: before the kill, the boxes are there.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { foldersLeftOf, processesIn, sessionFolders } from '#test/fixtures/session-leftovers.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`interact-crash: skipped: ${missing}\n`)
  process.exit(0)
}

const kills = isQuick ? 1 : 20
const settledMsMax = 30_000
const orphanMsMax = 10_000
const startMsMax = 20_000
const dataDir = await mkdtemp(join(tmpdir(), 'weir-'))

async function ask(
  weir: WeirProcess,
  target: `${'GET' | 'POST' | 'DELETE'} ${string}`,
  body?: object,
) {
  const [method = '', path = ''] = target.split(' ')
  const response = await fetch(`${weir.url}/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${weir.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Record<string, unknown>
}

/** Whether the browser and the program run. */
const isBoxed = ({ child }: WeirProcess) => processesIn(sessionFolders(child.pid)) > 3

async function untilSettled(weir: WeirProcess, id: string) {
  const until = Date.now() + settledMsMax
  for (;;) {
    const session = await ask(weir, `GET interact/${id}`)
    if (session['status'] !== 'active' || Date.now() > until) return session
    await sleep(500)
  }
}

let [boxed, orphans, foldersLeft, settled, charged] = [0, 0, 0, 0, 0]
for (let kill = 0; kill < kills; kill++) {
  const weir = await startWeir({ dataDir })
  const { id } = await ask(weir, 'POST interact', {})
  void ask(weir, `POST interact/${String(id)}/execute`, {
    language: 'bash',
    code: 'sleep 60',
  }).catch(() => {})
  const started = Date.now()
  while (!isBoxed(weir) && Date.now() < started + startMsMax) await sleep(100)
  const folders = sessionFolders(weir.child.pid)
  boxed += isBoxed(weir) ? 1 : 0
  weir.child.kill('SIGKILL')
  await once(weir.child, 'exit')
  const until = Date.now() + orphanMsMax
  while (processesIn(folders) > 0 && Date.now() < until) await sleep(100)
  orphans += processesIn(folders)

  await using next = await startWeir({ dataDir })
  const credits = async () => {
    const { data } = (await ask(next, 'GET team/credit-usage')) as {
      data: { remainingCredits: number }
    }
    return data.remainingCredits
  }
  const session = await untilSettled(next, String(id))
  if (session['status'] === 'error' && session['creditsBilled'] === 2) settled++
  const before = await credits()
  const again = await ask(next, `DELETE interact/${String(id)}`)
  const fresh = await ask(next, 'POST interact', {})
  foldersLeft += foldersLeftOf(folders)
  await ask(next, `DELETE interact/${String(fresh['id'])}`)
  // Only the second session has been charged since.
  if (again['creditsBilled'] === 2 && before - (await credits()) === 2) charged++
}
await rm(dataDir, { recursive: true, force: true })
report(
  'interact-crash',
  boxed === kills && orphans === 0 && foldersLeft === 0 && settled === kills && charged === kills,
  `${kills} kills with running programs: ${orphans} processes and ${foldersLeft} folders left, ${settled} sessions settled as errors, ` +
    `${charged} charged once; control: ${boxed} had processes in boxes before`,
)
