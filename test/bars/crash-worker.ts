/** A crawl whose service is killed again and again: every page delivered, counted and charged once, every event told. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import { report } from '#test/fixtures/bar.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const pages = Number(process.env['PAGES'] ?? 500)
const kills = Number(process.env['KILLS'] ?? 20)
const patienceMs = 180_000

await using site = await startPageSite(pages, 10)
/** Ids of deliveries by what they are about. */
const told = new Map<string, Set<string>>()
await using receiver = await startSite((message, response) => {
  const chunks: Buffer[] = []
  message.on('data', (chunk: Buffer) => chunks.push(chunk))
  message.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      type: string
      webhookId: string
      data: { metadata: { sourceURL: string } }[]
    }
    const about = `${body.type} ${body.data[0]?.metadata.sourceURL ?? ''}`
    told.set(about, (told.get(about) ?? new Set()).add(body.webhookId))
    response.end()
  })
})

const dataDir = await mkdtemp(join(tmpdir(), 'weir-crash-'))
const env = { WEIR_HOST_PAGES_MAX: '32', WEIR_LOG_LEVEL: 'error' }
let weir: WeirProcess = await startWeir({ dataDir, env })

async function ask<Body>(method: 'GET' | 'POST', url: string, body?: object): Promise<Body> {
  const answer = await request(new URL(url, weir.url), {
    method,
    headers: { authorization: `Bearer ${weir.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.body.json()) as Body
}

interface Status {
  readonly status: string
  readonly total: number
  readonly completed: number
  readonly creditsUsed: number
  readonly next?: string
  readonly data: readonly { readonly metadata: { readonly sourceURL: string } }[]
}

const creditsLeft = async () =>
  (await ask<{ data: { remainingCredits: number } }>('GET', '/v2/team/credit-usage')).data
    .remainingCredits

const before = await creditsLeft()
const { id } = await ask<{ id: string }>('POST', '/v2/crawl', {
  url: `${site.url}/p/`,
  sitemap: 'skip',
  ignoreQueryParameters: true,
  limit: pages,
  webhook: receiver.url,
})

let backward = 0
let seen = { total: 0, completed: 0, creditsUsed: 0 }
/** None of the figures may ever go back. */
async function look(): Promise<Status> {
  const now = await ask<Status>('GET', `/v2/crawl/${id}?limit=1`)
  if (
    now.total < seen.total ||
    now.completed < seen.completed ||
    now.creditsUsed < seen.creditsUsed
  )
    backward++
  seen = now
  return now
}

for (let kill = 0; kill < kills; kill++) {
  await setTimeout(100 + Math.random() * 400)
  weir.child.kill('SIGKILL')
  await once(weir.child, 'exit')
  weir = await startWeir({ dataDir, env })
  if ((await look()).status !== 'scraping' && kill < kills - 1) {
    process.stderr.write(`the crawl was over after ${kill + 1} kills: more pages are needed\n`)
    break
  }
}
const late = Date.now() + patienceMs
const lastKill = Date.now()
while ((await look()).status === 'scraping' && Date.now() < late) await setTimeout(100)
const recoverySeconds = (Date.now() - lastKill) / 1_000

const urls: string[] = []
let next: string | undefined = `/v2/crawl/${id}`
let last: Status = await look()
while (next !== undefined) {
  last = await ask<Status>('GET', next)
  urls.push(...last.data.map(({ metadata }) => metadata.sourceURL))
  next =
    last.next === undefined ? undefined : new URL(last.next).pathname + new URL(last.next).search
}
const charged = before - (await creditsLeft())
const pageEvents = () => [...told.keys()].filter((about) => about.startsWith('crawl.page')).length
while (pageEvents() < urls.length && Date.now() < late) await setTimeout(100)
const manyIds = [...told.values()].filter((ids) => ids.size > 1).length
await weir[Symbol.asyncDispose]()
await rm(dataDir, { recursive: true, force: true })

const doubled = urls.length - new Set(urls).size
const isRight =
  last.status === 'completed' &&
  urls.length === pages &&
  doubled === 0 &&
  last.completed === pages &&
  charged === pages &&
  backward === 0 &&
  pageEvents() === pages &&
  manyIds === 0
report(
  'crash-worker',
  isRight,
  `${urls.length} of ${pages} pages, ${doubled} doubled, ${charged} credits, ${kills} kills, ${backward} backward steps, ${pageEvents()} pages told (${manyIds} under several ids), done ${recoverySeconds.toFixed(1)} s after the last kill`,
)
