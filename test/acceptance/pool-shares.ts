// acceptance: quick
/**
 * One team fills each pool of a process until it is refused or waits: requests in progress, files being uploaded, exports whose
 * clients do not read, WebSockets, runs of the agent. A request of another team is then served at once. Control: the same request
 * of the team that has filled the pool is not.
 */
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { report } from '#test/fixtures/acceptance.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

const waitMsMax = 10_000
const requestsMax = 8
const long = modelPage(`<p>${'A long page of many words. '.repeat(60_000)}</p>`)
const longPages = 8

let hold: () => void = () => {}
const held = new Promise<void>((resolve) => (hold = resolve))
await using hanging = await startSite((_request, response) => {
  void held.then(() => response.end('late'))
})
const pages = Object.fromEntries(Array.from({ length: longPages }, (_, n) => [`/${n}`, long]))
await using started = await startModelService(
  async () => {
    await held
    return { text: 'done' }
  },
  { '/': modelPage('<p>A page.</p>'), ...pages },
  { WEIR_REQUESTS_MAX: String(requestsMax), WEIR_AGENT_RUNS_MAX: '2', WEIR_LLM_CONTEXT: '16384' },
)
const { service, site, model } = started
const apiUrl = await service.server.listen({ port: 0, host: '127.0.0.1' })
const newKey = async () =>
  (await addTeam(service.database, { credits: 100_000, requestsPerMinute: 100_000 })).key

/** How long an answer is waited for: while pools are filled, most requests hang. */
let waitMs = 0

/** Sends a request over a connection of its own; returns its status when the headers have arrived, and leaves the body unread. */
async function open(
  key: string,
  {
    method,
    path,
    headers = {},
    body,
    isOpen = false,
  }: {
    method: string
    path: string
    headers?: Record<string, string>
    body?: string
    /** The body goes on. */
    isOpen?: boolean
  },
): Promise<number | undefined> {
  const sent = request(`${apiUrl}${path}`, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${key}`, ...headers },
  })
  sent.on('error', () => {})
  if (body !== undefined) sent.write(body)
  if (!isOpen) sent.end()
  const answered = once(sent, 'response').then(([response]) => {
    response.pause()
    return response.statusCode as number
  })
  return Promise.race([answered.catch(() => undefined), sleep(waitMs, undefined, { ref: false })])
}

const json = { 'content-type': 'application/json' }
const scrape = (key: string, url: string) =>
  open(key, { method: 'POST', path: '/v2/scrape', headers: json, body: JSON.stringify({ url }) })

const makeForm = (isWhole: boolean) =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="a.html"\r\ncontent-type: text/html\r\n\r\n<p>Some text.</p>${isWhole ? '\r\n--x--\r\n' : ''}`
const upload = (key: string, isWhole: boolean) =>
  open(key, {
    method: 'POST',
    path: '/v2/parse',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: makeForm(isWhole),
    isOpen: !isWhole,
  })

/** A finished batch of long pages. */
async function startBatch(key: string): Promise<string> {
  const urls = Object.keys(pages).map((path) => `${site.url}${path}`)
  const { body } = await service.ask('POST', '/v2/batch/scrape', { key, body: { urls } })
  for (;;) {
    const { body: state } = await service.ask('GET', `/v2/batch/scrape/${body.id}?limit=1`, { key })
    if (state.status === 'completed') return body.id
    await sleep(20)
  }
}
const openExport = (key: string, id: string) =>
  open(key, { method: 'GET', path: `/v2/batch/scrape/${id}/export?format=jsonl` })

/** A batch that does not end. */
async function openBatch(key: string): Promise<string> {
  const body = { urls: [`${hanging.url}/`], timeout: 300_000 }
  return (await service.ask('POST', '/v2/batch/scrape', { key, body })).body.id
}
async function watch(key: string, id: string): Promise<number> {
  const socket = new WebSocket(`${apiUrl.replace('http', 'ws')}/v2/batch/scrape/${id}`, key)
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => 503)
  return Promise.race([once(socket, 'message').then(() => 200), closed])
}

/** Starts a run; 200 when the model was asked for it. */
async function runAgent(key: string): Promise<number> {
  const before = model.requests.length
  await service.ask('POST', '/v2/agent', { key, body: { prompt: 'Wait.' } })
  for (let ms = 0; ms < 1_500; ms += 20) {
    if (model.requests.length > before) return 200
    await sleep(20)
  }
  return 503
}

const roundsMax = 10

/** Occupies places, so many at a time, until all are refused. */
const until503 = (count: number, occupy: (key: string) => Promise<number | undefined>) =>
  async function fill(key: string): Promise<void> {
    // The first one makes what the others share.
    let answers = [await occupy(key)]
    // One refusal may be of a busy machine.
    for (let round = 0; round < roundsMax && !answers.every((one) => one === 503); round += 1)
      answers = await Promise.all(Array.from({ length: count }, () => occupy(key)))
  }

interface Pool {
  readonly name: string
  /** Occupies places until none is given any more, at most so many. */
  readonly fill: (key: string) => Promise<unknown>
  /** 200 for a place. */
  readonly take: (key: string) => Promise<number | undefined>
}

async function poolsFor(): Promise<Pool[]> {
  const ids = new Map<string, string>()
  const makeId = async (kind: string, key: string, make: (key: string) => Promise<string>) => {
    const name = `${kind} ${key}`
    const id = ids.get(name) ?? (await make(key))
    ids.set(name, id)
    return id
  }
  const exporting = async (key: string) => openExport(key, await makeId('export', key, startBatch))
  const watching = async (key: string) => watch(key, await makeId('watch', key, openBatch))
  return [
    {
      name: 'uploads',
      fill: until503(40, (key) => upload(key, false)),
      take: (key) => upload(key, true),
    },
    { name: 'exports', fill: until503(12, exporting), take: exporting },
    { name: 'WebSockets', fill: until503(50, watching), take: watching },
    { name: 'agent runs', fill: until503(1, runAgent), take: runAgent },
    {
      name: 'requests',
      fill: until503(requestsMax + 2, (key) => scrape(key, `${hanging.url}/`)),
      take: (key) => scrape(key, `${site.url}/`),
    },
  ]
}

const results = []
for (const { name, fill, take } of await poolsFor()) {
  const [busy, other] = [await newKey(), await newKey()]
  waitMs = 1_000
  await fill(busy)
  waitMs = waitMsMax
  const control = await take(busy)
  const served = await Promise.race([take(other), sleep(waitMsMax, undefined, { ref: false })])
  results.push({ name, served, control })
}
hold()
report(
  'pool-shares',
  results.every(({ served, control }) => served === 200 && control !== 200),
  `other teams beside one that has filled the pool: ${results.map(({ name, served, control }) => `${name} ${served} (control ${control ?? 'waits'})`).join(', ')}`,
)
process.exit()
