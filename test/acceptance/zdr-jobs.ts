/**
 * Content of crawls and batches under zero data retention is readable nowhere: neither during the job, nor later, nor after
 * kill -9.
 */
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { startDatabase } from '#storage/start-database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { startSite } from '#test/fixtures/site.ts'
import { columnsWith } from '#test/fixtures/search-database.ts'
import { deletedFilesWith, filesWith } from '#test/fixtures/search-files.ts'
import { startTalkativeSite } from '#test/fixtures/talkative-site.ts'
import { weir } from '#test/fixtures/terminal.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

/** Longer than team settings are cached. */
const seenMs = 1_500
const lookMs = 100
const patienceMs = 120_000
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** A canary text, and a site that contains it everywhere. */
async function canaryOf(name: string) {
  const text = `canary${name}${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 32)
  return Object.assign(await startTalkativeSite(text), { text })
}
type Canary = Awaited<ReturnType<typeof canaryOf>>
await using held = await canaryOf('Held')
await using killed = await canaryOf('Killed')
await using plain = await canaryOf('Plain')

/** Accepts some deliveries and refuses others, which then wait for their next attempt. */
let told = 0
await using receiver = await startSite((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    if (Buffer.concat(chunks).includes('canary')) told++
    response.writeHead(told % 3 === 0 ? 500 : 200).end()
  })
})

interface Answer {
  readonly id: string
  readonly status?: string
  readonly completed?: number
  readonly creditsUsed?: number
}

async function ask(service: WeirProcess, path: string, body?: object): Promise<[Answer, string]> {
  const answer = await request(`${service.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      ...(body && { 'x-idempotency-key': JSON.stringify(body).slice(-40).replace(/\W/g, '') }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.body.text()
  return [JSON.parse(text) as Answer, text]
}

/** A crawl and a batch with the canary in every member of a request, in every part of the site, and in every event. */
async function startJobs(service: WeirProcess, { text: canary, url }: Canary, options: object) {
  const home = `${url}/${canary}/`
  const pageOptions = { headers: { 'x-canary': canary }, timeout: 5_000 }
  const formats = ['markdown', 'html', 'links']
  const metadata = { canary, deep: { canary } }
  const webhook = { url: `${receiver.url}/${canary}`, metadata, headers: { 'x-hook': canary } }
  const [crawl] = await ask(service, '/v2/crawl', {
    url: home,
    includePaths: [canary],
    scrapeOptions: { ...pageOptions, formats },
    maxConcurrency: 4,
    webhook,
    ...options,
  })
  const urls = ['1', '2', 'moved', 'file.bin', 'half'].map((page) => `${home}${page}?q=${canary}`)
  const unreachable = [`http://${canary}.invalid/`, `http://127.0.0.1:1/${canary}`]
  const batch = { ...pageOptions, formats, webhook, maxConcurrency: 2, ...options }
  const [{ id }] = await ask(service, '/v2/batch/scrape', {
    urls: [...urls, ...unreachable, `no url ${canary}`],
    ...batch,
  })
  await ask(service, '/v2/batch/scrape', {
    urls: [`${home}3?q=${canary}`],
    ...batch,
    appendToId: id,
  })
  return [`/v2/crawl/${crawl.id}`, `/v2/batch/scrape/${id}`]
}

/** Sends every kind of request about a job; returns its status. */
async function look(service: WeirProcess, path: string): Promise<[Answer, string]> {
  await ask(service, `${path}/errors`)
  await ask(service, '/v2/crawl/active')
  await ask(service, '/v2/team/activity')
  await ask(service, `/v2/webhooks/deliveries?jobId=${path.split('/').at(-1)}`)
  return ask(service, path)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > late) throw new Error('The jobs took too long.')
    await sleep(lookMs)
  }
}

const startedAtMs = Date.now()
await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-zdr-'))
const env = { WEIR_LOG_LEVEL: 'debug' }
const services: WeirProcess[] = []

/** Locations where the canary is readable now. */
async function placesOf({ text: canary }: Canary): Promise<string[]> {
  const inLogs = services.filter((each) => each.output().includes(canary)).map(() => 'log')
  const folders = [tmpdir(), '/dev/shm'].map((place) => filesWith(canary, place, startedAtMs))
  const open = services.map(({ child }) => deletedFilesWith(canary, child.pid ?? 0))
  await using database = await startDatabase({ dataDir: folder.path, log: silent })
  const columns = await columnsWith(canary, database)
  return [...inLogs, ...columns, ...(await Promise.all([...folders, ...open])).flat()]
}

async function start(): Promise<WeirProcess> {
  const service = await startWeir({ dataDir: folder.path, env })
  services.push(service)
  return service
}

async function retention(service: WeirProcess, rule: string): Promise<void> {
  const { out } = await weir(['teams', 'list', '--json'], { env: service.env })
  const [{ name }] = JSON.parse(out) as [{ name: string }]
  await weir(['teams', 'set', name, '--zero-data-retention', rule], { env: service.env })
  await sleep(seenMs)
}

/** Runs the jobs to their end and searches while they run; returns their results and the locations of the canary. */
async function runJobs(service: WeirProcess, canary: Canary, options: object) {
  const paths = await startJobs(service, canary, options)
  await until(async () => ((await look(service, paths[0] ?? ''))[0].completed ?? 0) >= 5)
  const during = await placesOf(canary)
  let shown = 0
  let credits = 0
  for (const path of paths) {
    await until(async () => (await look(service, path))[0].status !== 'scraping')
    const [status, text] = await look(service, path)
    shown += text.split(canary.text).length - 1
    credits += status.creditsUsed ?? 0
  }
  return { during, after: await placesOf(canary), shown, credits }
}

const service = await start()
await retention(service, 'allowed')
const asked = await runJobs(service, held, { zeroDataRetention: true })
await retention(service, 'forced')
const forced = await runJobs(service, held, {})

const dying = await startJobs(service, killed, {})
await until(async () => ((await look(service, dying[0] ?? ''))[0].completed ?? 0) >= 5)
const midway = await placesOf(killed)
service.child.kill('SIGKILL')
await once(service.child, 'exit')
const afterKill = await placesOf(killed)

const again = await start()
const endings: string[] = []
for (const path of dying) {
  await until(async () => !['scraping', undefined].includes((await look(again, path))[0].status))
  endings.push((await look(again, path))[0].status ?? '')
}
const restarted = [...(await placesOf(killed)), ...(await placesOf(held))]
await retention(again, 'off')
const control = await runJobs(again, plain, {})
again.child.kill('SIGTERM')
await once(again.child, 'exit')
const atTheEnd = [...(await placesOf(killed)), ...(await placesOf(held))]

const readable = { asked, forced }
const hits = [
  ...Object.values(readable).flatMap(({ during, after }) => [...during, ...after]),
  ...[midway, afterKill, restarted, atTheEnd].flat(),
]
for (const place of hits) process.stderr.write(`${place}\n`)
const isGiven = [asked, forced, control].every(({ shown }) => shown > 100) && told > 30
const haveFailed = endings.every((state) => state === 'failed')
const isControlBad = [control.during, control.after].every((places) => places.length >= 5)
report(
  'zdr-jobs',
  hits.length === 0 && isGiven && haveFailed && isControlBad,
  `${hits.length} canaries in data folder, write-ahead log, logs, temporary files and dump, during and after a crawl and a batch and kill -9; ` +
    `read ${asked.shown + forced.shown} times by the caller, delivered ${told} times, ${asked.credits} credits (control ${control.credits}); ` +
    `control without zero data retention in ${control.after.length} places; killed jobs: ${endings.join(', ')}`,
)
