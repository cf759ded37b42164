/** Content scraped under zero data retention is stored nowhere: not in the data folder, the log or temporary files. */
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { startSite } from '#test/fixtures/site.ts'
import { deletedFilesWith, filesWith } from '#test/fixtures/search-files.ts'
import { weir } from '#test/fixtures/terminal.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const makeCanary = (name: string) =>
  `canary${name}${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 32)
/** Longer than team settings are cached. */
const seenMs = 1_500

/** Echoes the request in every part of its response; `/half` never finishes. */
await using site = await startSite((incoming, response) => {
  const text = `${incoming.url} ${String(incoming.headers['x-canary'])}`
  response.writeHead(200, { 'content-type': 'text/html', etag: `"${incoming.url}"` })
  response.write(`<title>${text}</title><p>${text}</p>`.repeat(20))
  if (!incoming.url?.startsWith('/half')) response.end()
})

const scrape = async (service: WeirProcess, body: object, headers = {}) =>
  (await send(service, 'POST /v2/scrape', { body, headers })).text

/** Every kind of request, with the canary in its URL, headers and response. */
async function scrapeEverything(service: WeirProcess, canary: string, options: object) {
  const url = `${site.url}/${canary}?q=${canary}`
  const bodies: object[] = [
    { url },
    { url, maxAge: 0, formats: ['markdown', 'html', 'rawHtml', 'links', 'images'] },
    { url, headers: { 'x-canary': canary } },
    { url: `http://${canary}.invalid/` },
    { url: `http://127.0.0.1:1/${canary}` },
    { url: `${site.url}/half/${canary}`, timeout: 1_000 },
    { url, minAge: 1 },
    { url, lockdown: true },
    { url: `${url}&missing`, lockdown: true },
    { url, formats: ['screenshot'] },
    { url, includeTags: [`${canary}[[`] },
    { url, unknown: canary },
  ]
  for (const body of bodies) {
    const answer = await scrape(service, { ...body, ...options }, { 'x-idempotency-key': canary })
    const id = /"scrapeId":"([^"]+)"/.exec(answer)?.[1]
    if (id) await send(service, `GET /v2/scrape/${id}`)
  }
}

const head = (name: string, file = '') =>
  `--form\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n`

/** A file full of canaries; one variant never ends. */
async function parse(
  service: WeirProcess,
  file: { name: string; text: string; hangs?: true },
  options: object,
) {
  async function* form() {
    yield Buffer.from(
      `${head('options')}${JSON.stringify(options)}\r\n${head('file', file.name)}${file.text}`,
    )
    if (file.hangs) await new Promise(() => {})
    yield Buffer.from('\r\n--form--\r\n')
  }
  const { body } = await request(`${service.url}/v2/parse`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'multipart/form-data; boundary=form',
      'x-idempotency-key': file.name.slice(0, 32),
    },
    body: Readable.from(form()),
  })
  await body.dump()
}

/** Files that can be read, damaged files and unsupported files, with the canary in their names too. */
async function parseEverything(service: WeirProcess, canary: string, options: object) {
  const text = `${canary},${canary}\n`.repeat(5_000)
  for (const name of [`${canary}.csv`, `${canary}.eml`, `${canary}.txt`, `${canary}.exe`]) {
    await parse(service, { name, text }, options)
  }
  await parse(service, { name: `${canary}.docx`, text: `PK\x03\x04word/${text}` }, options)
  await parse(service, { name: `${canary}.csv`, text }, { ...options, unknown: canary })
}

const startedAtMs = Date.now()
const env = { WEIR_LOG_LEVEL: 'debug' }
const [held, plain, killed] = [makeCanary('Held'), makeCanary('Plain'), makeCanary('Killed')]
const openFiles: string[] = []

await using service = await startWeir({ env })
const { out } = await weir(['teams', 'list', '--json'], { env: service.env })
const [{ name }] = JSON.parse(out) as [{ name: string }]
await weir(['teams', 'set', name, '--zero-data-retention', 'allowed'], { env: service.env })
await sleep(seenMs)
await scrapeEverything(service, held, { zeroDataRetention: true })
await parseEverything(service, held, { zeroDataRetention: true })
await weir(['teams', 'set', name, '--zero-data-retention', 'forced'], { env: service.env })
await sleep(seenMs)
await scrapeEverything(service, held, {})
await parseEverything(service, held, {})
openFiles.push(...(await deletedFilesWith(held, service.pid)))

// Kills the service while it reads a page and runs other requests.
const dying = scrape(service, { url: `${site.url}/half/${killed}` }).catch(() => 'killed')
const half = { name: `${killed}.csv`, text: killed.repeat(20_000), hangs: true } as const
const sending = parse(service, half, {}).catch(() => 'killed')
const busy = Array.from({ length: 8 }, (_, n) =>
  scrape(service, { url: `${site.url}/${killed}?${n}`, maxAge: 0 }).catch(() => 'killed'),
)
await sleep(100)
await service.kill()
await Promise.all([dying, sending, ...busy])

// Control on the same folder; the shutdown also flushes the database to disk.
await service.restart()
await weir(['teams', 'set', name, '--zero-data-retention', 'off'], { env: service.env })
await sleep(seenMs)
await scrapeEverything(service, plain, {})
await parseEverything(service, plain, {})
await service.kill('SIGTERM')

async function everywhere(canary: string): Promise<string[]> {
  const inLog = service.output().includes(canary) ? ['log'] : []
  const places = [tmpdir(), '/dev/shm']
  const elsewhere = await Promise.all(places.map((place) => filesWith(canary, place, startedAtMs)))
  return [...inLog, ...elsewhere.flat()]
}
const hits = [...openFiles, ...(await everywhere(held)), ...(await everywhere(killed))]
const control = await everywhere(plain)

for (const path of hits) process.stderr.write(`${path}\n`)
report(
  'zdr',
  hits.length === 0 && control.length >= 1,
  `${hits.length} canaries in data folder, write-ahead log, logs and temporary files, also after kill -9; control without zero data retention ${control.length}`,
)
