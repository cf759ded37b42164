// acceptance: quick
/**
 * The main thread of the service stands. It is killed and started again, its children end, and nothing is lost; SIGTERM is obeyed
 * meanwhile. In the full check, with the limit that is the default, pages of a batch make a worker stand each time they are fetched:
 * they fail after some tries, unpaid, and the other pages are delivered. Control: without the limit the service does not answer.
 */
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { browserUnderTest } from '#test/fixtures/browsers.ts'
import { article } from '#test/fixtures/pages.ts'
import { postgresOn } from '#test/fixtures/processes-on.ts'
import { startSite } from '#test/fixtures/site.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

/** The CPU time of the main thread decides, so that a busy machine takes longer. Judged by the full check alone. */
const killMsMax = isQuick ? Number.POSITIVE_INFINITY : 20_000
const patienceMs = 300_000
/** More than loading the driver of the browser takes on a busy machine. */
const limit = isQuick ? '6' : '15'
const jobs = isQuick ? [] : ['/loop', '/pattern', '/wait']
const innocentPages = 20
const preload = join(import.meta.dirname, '../fixtures/standing-thread.ts')
const env = {
  WEIR_STALL_SECONDS: limit,
  WEIR_LOG_LEVEL: 'error',
  NODE_OPTIONS: `--import ${preload}`,
}

let askedAt = 0
await using site = await startSite((asked, response) => {
  // The main thread stands from now on.
  if (asked.url === '/loop' || asked.url === '/pattern' || asked.url === '/wait')
    askedAt = Date.now()
  response.writeHead(200, { 'content-type': 'text/html' }).end(article('Page'))
})
let slowestMs = 0

/** The times that the main thread was killed. */
const kills = (weir: WeirProcess) => weir.output().split('stood and was killed').length - 1

async function isLive({ url }: WeirProcess): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000)
  const answer = await request(`${url}/health/ready`, { signal }).catch(() => undefined)
  await answer?.body.dump().catch(() => undefined)
  return answer?.statusCode === 200
}

async function wait(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  if (!(await until(isSo, { withinMs: patienceMs, everyMs: 20 })))
    throw new Error(`${what}: not so`)
}

async function untilKilled(weir: WeirProcess, times: number): Promise<void> {
  await wait(() => kills(weir) >= times, 'killed')
  slowestMs = Math.max(slowestMs, Date.now() - askedAt)
}

const scrape = (weir: WeirProcess, path: string, options: object = {}) =>
  send(weir, 'POST /v2/scrape', { body: { url: site.url + path, maxAge: 0, ...options } }).then(
    ({ status }) => status,
    () => 0,
  )

/** Processes below this one, without those of the database, which the next start joins. */
function descendants(pid: number, database: readonly number[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readParent(name) === pid)
    .map(Number)
    .filter((child) => !database.includes(child))
    .flatMap((child) => [child, ...descendants(child, database)])
}

const readParent = (pid: string) => Number(readStat(pid)?.[2] ?? 0)

/** A process that has ended and whose parent has not read its exit code is not running. */
const isRunning = (pid: number) => (readStat(String(pid))?.[1] ?? 'Z') !== 'Z'

function readStat(pid: string): RegExpExecArray | null {
  try {
    return /.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

/** The service as one process: requests make it stand, then SIGTERM arrives while it does. */
async function alone() {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-standstill-'))
  await using weir = await startWeir({ dataDir: folder.path, env })
  // Of another site: the next pages of a site that was rendered may be rendered as well, outside of this process.
  const { port } = new URL(site.url)
  const rendered = { url: `http://localhost:${port}/`, waitFor: 1 }
  const pages = browserUnderTest() ? await scrape(weir, '/', rendered) : 200
  const database = postgresOn(folder.path).map(({ pid }) => pid)
  const before = descendants(weir.child.pid ?? 0, database)
  const refused = await scrape(weir, '/loop')
  await untilKilled(weir, 1)
  await wait(() => before.every((pid) => !isRunning(pid)), 'processes of the service ended')
  await wait(() => isLive(weir), 'service answers again')
  const answered = await scrape(weir, '/')
  const metrics = await (await request(`${weir.url}/metrics`)).body.text()
  const isCounted = metrics.includes('weir_stall_restarts_total{state="busy"} 1')
  const isNamed = weir.output().includes('at loopForEver (test/fixtures/standing-thread.ts:')

  const exited = once(weir.child, 'exit') as Promise<[number | null]>
  askedAt = 0
  void scrape(weir, '/loop')
  await wait(() => askedAt > 0, 'site asked')
  await sleep(200)
  const toldAt = Date.now()
  weir.child.kill('SIGTERM')
  const [code] = await exited
  const stopMs = Date.now() - toldAt
  const left = postgresOn(folder.path).length
  const isRight =
    before.length > 1 &&
    refused !== 200 &&
    answered === 200 &&
    isCounted &&
    isNamed &&
    code === 143 &&
    left === 0 &&
    stopMs < killMsMax
  return {
    isRight,
    told:
      `page ${pages}, stood ${refused}, killed, ${before.length} processes ended, then ${answered}; counted ${isCounted}, stack ${isNamed}; ` +
      `SIGTERM meanwhile: exit ${code}, ${left} processes of the database left`,
  }
}

/** A worker that stands each time it fetches one page of a batch. */
async function batchWith(path: string) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-standstill-'))
  const start = (role: string) =>
    startWeir({ dataDir: folder.path, env: { ...env, WEIR_ROLE: role } })
  await using api = await start('api')
  await using worker = await start('worker')
  const urls = Array.from({ length: innocentPages }, (_, page) => `${site.url}/${page}`)
  urls.splice(innocentPages / 2, 0, site.url + path)
  const { body: started } = await send<{ id: string }>(api, 'POST /v2/batch/scrape', {
    body: { urls, maxAge: 0 },
  })
  for (let seen = 0; ;) {
    if (kills(worker) > seen) await untilKilled(worker, (seen += 1))
    const { body: job } = await send<{ status: string; completed: number; creditsUsed: number }>(
      api,
      `GET /v2/batch/scrape/${started.id}?limit=1`,
    )
    if (job.status === 'scraping') {
      await sleep(20)
      continue
    }
    const { body } = await send<{ errors: { code: string }[] }>(
      api,
      `GET /v2/batch/scrape/${started.id}/errors`,
    )
    const codes = body.errors.map(({ code }) => code).join()
    const isRight =
      job.completed === innocentPages &&
      job.creditsUsed === innocentPages &&
      codes === 'SCRAPE_RETRY_LIMIT' &&
      seen >= 3 &&
      seen <= 4 &&
      kills(api) === 0
    return {
      isRight,
      told: `${path}: ${seen} kills, ${job.completed} of ${innocentPages} others delivered, ${job.creditsUsed} credits, ${codes}`,
    }
  }
}

/** Whether the service answers again within twice the time that the watched one needs, without a limit. */
async function unwatched(): Promise<boolean> {
  await using weir = await startWeir({ env: { ...env, WEIR_STALL_SECONDS: '0' } })
  askedAt = 0
  void scrape(weir, '/wait')
  await wait(() => askedAt > 0, 'site asked')
  await sleep(Number(limit) * 2_000)
  return isLive(weir)
}

const one = await alone()
const batches = []
for (const path of jobs) batches.push(await batchWith(path))
const control = await unwatched()
report(
  'standstill',
  one.isRight && batches.every(({ isRight }) => isRight) && slowestMs < killMsMax && !control,
  [
    one.told,
    ...batches.map(({ told }) => told),
    `slowest kill ${(slowestMs / 1_000).toFixed(1)} s (limit ${limit} s)`,
    `control: answers without the limit ${control}`,
  ].join('; '),
)
