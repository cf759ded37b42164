/**
 * Three processes on one database: every program runs in the session it was sent to, whichever process took the request. When one
 * process is killed, its sessions end as errors and the others go on. Control: the same calls without `WEIR_INTERNAL_URL`.
 */
import { report } from '#test/fixtures/acceptance.ts'
import { ask } from '#test/fixtures/ask.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`interact-processes: skipped: ${missing}\n`)
  process.exit(0)
}

const processes = 3
const sessionsEach = 2
const calls = 200
const settledMsMax = 20_000

/** Starts the processes on a new database, and two sessions in each, whose folder names its session. */
async function startAll(stack: AsyncDisposableStack, isRouted: boolean) {
  const postgres = stack.use(await startExternalPostgres())
  const all: WeirProcess[] = []
  for (let index = 0; index < processes; index++) {
    const port = await freePort()
    const env = {
      DATABASE_URL: postgres.url,
      WEIR_SECRET: 'a'.repeat(32),
      WEIR_INTERACT_SESSIONS_MAX: String(sessionsEach),
      ...(isRouted && { WEIR_INTERNAL_URL: `http://127.0.0.1:${port}` }),
    }
    const weir = await startWeir({ env, port })
    all.push(stack.use(weir))
  }
  const sessions: { id: string; owner: WeirProcess }[] = []
  for (const owner of all) {
    for (let index = 0; index < sessionsEach; index++) {
      const { id } = await ask<{ id: string }>(owner, 'POST /v2/interact', {})
      sessions.push({ id, owner })
      await run(owner, id, `echo ${id} > name`)
    }
  }
  return { all, sessions }
}

const run = (weir: WeirProcess, id: string, code: string) =>
  ask<{ result?: string }>(weir, `POST /v2/interact/${id}/execute`, { language: 'bash', code })

/** Calls each session by each process in turn; counts the answers of the right session. */
async function callAll({ all, sessions }: Awaited<ReturnType<typeof startAll>>, times: number) {
  let right = 0
  for (let call = 0; call < times; call++) {
    const session = sessions[call % sessions.length]
    const weir = all[Math.floor(call / sessions.length) % all.length]
    if (!session || !weir) continue
    if ((await run(weir, session.id, 'cat name')).result === session.id) right++
  }
  return right
}

async function measure() {
  await using stack = new AsyncDisposableStack()
  const started = await startAll(stack, true)
  const right = await callAll(started, calls)
  const [killed, next] = started.all
  if (!killed || !next) throw new Error('No processes.')
  await killed.kill()
  const readStatus = async ({ id }: { id: string }) =>
    (await ask<{ status: string }>(next, `GET /v2/interact/${id}`)).status
  const lost = started.sessions.filter(({ owner }) => owner === killed)
  const left = started.sessions.filter(({ owner }) => owner !== killed)
  let errors = 0
  const areSettled = async () => {
    errors = (await Promise.all(lost.map(readStatus))).filter((status) => status === 'error').length
    return errors === lost.length
  }
  await until(areSettled, { withinMs: settledMsMax, everyMs: 500 })
  const after = await callAll({ all: started.all.slice(1), sessions: left }, left.length * 2)
  return { right, errors, lost: lost.length, after, left: left.length * 2 }
}

async function measureControl(): Promise<number> {
  await using stack = new AsyncDisposableStack()
  return await callAll(await startAll(stack, false), processes * processes * sessionsEach)
}

const { right, errors, lost, after, left } = await measure()
const control = await measureControl()
const controls = processes * processes * sessionsEach
report(
  'interact-processes',
  right === calls && errors === lost && after === left && control === controls / processes,
  `${right} of ${calls} calls answered by the right session, ${errors} of ${lost} sessions of a killed process settled as errors, then ${after} of ${left} calls of the others; ` +
    `control: ${control} of ${controls} without addresses`,
)
