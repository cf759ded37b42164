/**
 * Content of crawls and batches under zero data retention is readable nowhere: neither during the job, nor later, nor after
 * kill -9.
 */
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabase } from '#storage/start-database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { startSite } from '#test/fixtures/site.ts'
import { columnsWith } from '#test/fixtures/search-database.ts'
import { deletedFilesWith, filesWith } from '#test/fixtures/search-files.ts'
import { startTalkativeSite } from '#test/fixtures/talkative-site.ts'
import { weir } from '#test/fixtures/terminal.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

/** Longer than team settings are cached. */
const seenMs = 1_500

/** A canary text, and a site that contains it everywhere. */
async function startCanary(name: string) {
  const text = `canary${name}${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 32)
  return Object.assign(await startTalkativeSite(text), { text })
}
type Canary = Awaited<ReturnType<typeof startCanary>>
await using held = await startCanary('Held')
await using killed = await startCanary('Killed')
await using plain = await startCanary('Plain')

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

await using service = await startWeir({ env: { WEIR_LOG_LEVEL: 'debug' } })

async function ask(path: `/${string}`, body?: object): Promise<[Answer, string]> {
  const idempotencyKey = JSON.stringify(body ?? '')
    .slice(-40)
    .replace(/\W/g, '')
  const answer = await send<Answer>(service, `${body ? 'POST' : 'GET'} ${path}`, {
    body,
    ...(body && { headers: { 'x-idempotency-key': idempotencyKey } }),
  })
  return [answer.body, answer.text]
}

/** A crawl and a batch with the canary in every member of a request, in every part of the site, and in every event. */
async function startJobs({ text: canary, url }: Canary, options: object) {
  const home = `${url}/${canary}/`
  const pageOptions = { headers: { 'x-canary': canary }, timeout: 5_000 }
  const formats = ['markdown', 'html', 'links']
  const metadata = { canary, deep: { canary } }
  const webhook = { url: `${receiver.url}/${canary}`, metadata, headers: { 'x-hook': canary } }
  const [crawl] = await ask('/v2/crawl', {
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
  const [{ id }] = await ask('/v2/batch/scrape', {
    urls: [...urls, ...unreachable, `no url ${canary}`],
    ...batch,
  })
  await ask('/v2/batch/scrape', {
    urls: [`${home}3?q=${canary}`],
    ...batch,
    appendToId: id,
  })
  return [`/v2/crawl/${crawl.id}`, `/v2/batch/scrape/${id}`] as const
}

/** Sends every kind of request about a job; returns its status. */
async function look(path: `/${string}`): Promise<[Answer, string]> {
  await ask(`${path}/errors`)
  await ask('/v2/crawl/active')
  await ask('/v2/team/activity')
  await ask(`/v2/webhooks/deliveries?jobId=${path.split('/').at(-1)}`)
  return ask(path)
}

const startedAtMs = Date.now()

/** Locations where the canary is readable now. */
async function listPlaces({ text: canary }: Canary): Promise<string[]> {
  const inLog = service.output().includes(canary) ? ['log'] : []
  const folders = [tmpdir(), '/dev/shm'].map((place) => filesWith(canary, place, startedAtMs))
  const open = deletedFilesWith(canary, service.pid)
  await using database = await startDatabase({ dataDir: service.dataDir, log: silentLog })
  const columns = await columnsWith(canary, database)
  return [...inLog, ...columns, ...(await Promise.all([...folders, open])).flat()]
}

async function retention(rule: string): Promise<void> {
  const { out } = await weir(['teams', 'list', '--json'], { env: service.env })
  const [{ name }] = JSON.parse(out) as [{ name: string }]
  await weir(['teams', 'set', name, '--zero-data-retention', rule], { env: service.env })
  await sleep(seenMs)
}

/** Runs the jobs to their end and searches while they run; returns their results and the locations of the canary. */
async function runJobs(canary: Canary, options: object) {
  const paths = await startJobs(canary, options)
  await until(async () => ((await look(paths[0]))[0].completed ?? 0) >= 5)
  const during = await listPlaces(canary)
  let shown = 0
  let credits = 0
  for (const path of paths) {
    await until(async () => (await look(path))[0].status !== 'scraping')
    const [status, text] = await look(path)
    shown += text.split(canary.text).length - 1
    credits += status.creditsUsed ?? 0
  }
  return { during, after: await listPlaces(canary), shown, credits }
}

await retention('allowed')
const asked = await runJobs(held, { zeroDataRetention: true })
await retention('forced')
const forced = await runJobs(held, {})

const dying = await startJobs(killed, {})
await until(async () => ((await look(dying[0]))[0].completed ?? 0) >= 5)
const midway = await listPlaces(killed)
await service.kill()
const afterKill = await listPlaces(killed)

await service.restart()
const endings: string[] = []
for (const path of dying) {
  await until(async () => !['scraping', undefined].includes((await look(path))[0].status))
  const [{ status }, text] = await look(path)
  endings.push(status ?? text.slice(0, 300))
}
const restarted = [...(await listPlaces(killed)), ...(await listPlaces(held))]
await retention('off')
const control = await runJobs(plain, {})
await service.kill('SIGTERM')
const atTheEnd = [...(await listPlaces(killed)), ...(await listPlaces(held))]

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
