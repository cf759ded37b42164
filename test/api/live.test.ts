import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { WebSocket } from 'ws'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

let service: Awaited<ReturnType<typeof startService>>
let site: Pages
let apiUrl = ''
/** The home page, eight others, and two every article links to. */
const pages = 11
before(async () => {
  service = await startService()
  const numbers = Array.from({ length: 8 }, (_, index) => index)
  site = await startPages({
    '/': `${article('Home')}${numbers.map((n) => `<a href="/${n}">${n}</a>`).join('')}`,
    ...Object.fromEntries(numbers.map((n) => [`/${n}`, article(`Page ${n}`)])),
  })
  apiUrl = await service.listen()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

async function start(options: object = {}): Promise<string> {
  const { body } = await service.ask('POST', '/v2/crawl', { body: { url: site.url, ...options } })
  return body.id
}

interface Frame {
  readonly type: string
  readonly data?: {
    readonly status?: string
    readonly data?: object[]
    readonly metadata?: { sourceURL: string }
  }
}

async function listen(path: string, key = firstKey) {
  const socket = new WebSocket(apiUrl.replace('http', 'ws') + path, key === '' ? [] : [key])
  const frames: Frame[] = []
  socket.on('message', (message: Buffer) => frames.push(JSON.parse(message.toString()) as Frame))
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  return { frames, code, reason: reason.toString() }
}

test('the WebSocket of a crawl sends the existing state, every page and the end', async () => {
  const id = await start({ delay: 0.05 })
  const { frames, code, reason } = await listen(`/v2/crawl/${id}`)
  assert.equal(frames[0]?.type, 'catchup')
  assert.equal(frames.at(-1)?.type, 'done')
  const shown = [
    ...(frames[0]?.data?.data ?? []),
    ...frames.filter(({ type }) => type === 'document').map(({ data }) => data),
  ] as { metadata: { sourceURL: string } }[]
  assert.equal(new Set(shown.map(({ metadata }) => metadata.sourceURL)).size, pages)
  assert.equal(shown.length, pages)
  assert.deepEqual([code, JSON.parse(reason)], [1000, { type: 'done' }])
})

/** Close code and error of a connection without events. */
async function closed(path: string, key?: string) {
  const { frames, code, reason } = await listen(path, key)
  assert.deepEqual(frames, [])
  return [code, (JSON.parse(reason) as { error: string }).error]
}

test('a WebSocket that cannot send closes with the reason', async () => {
  const id = await start()
  const { key } = await addTeam(service.database)
  const { key: restricted } = await addTeam(service.database, { allowedEndpoints: ['scrape'] })
  assert.deepEqual(await closed(`/v2/crawl/${id}`, key), [1008, 'Job not found'])
  assert.deepEqual(await closed('/v2/crawl/nonsense'), [1008, 'Invalid job ID'])
  assert.equal((await closed(`/v2/crawl/${id}`, 'fc-ffffffffffffffffffffffffffffffff'))[0], 3000)
  assert.deepEqual(await closed(`/v2/crawl/${id}`, restricted), [3003, 'Forbidden'])
  assert.equal((await closed(`/v2/crawl/${id}`, ''))[0], 3000)
  const { key: hasty } = await addTeam(service.database, { requestsPerMinute: 1 })
  await closed(`/v2/crawl/${id}`, hasty)
  assert.deepEqual(await closed(`/v2/crawl/${id}`, hasty), [1013, 'Rate limit exceeded'])
  await service.database.query('update jobs set expires_at = now() where id = $1', [id])
  assert.deepEqual(await closed(`/v2/crawl/${id}`), [1008, 'Job expired'])
  const other = new WebSocket(`${apiUrl.replace('http', 'ws')}/v2/nothing/${id}`, firstKey)
  const [error] = (await once(other, 'error')) as [Error]
  assert.match(error.message, /404/)
})

test("the public SDK's watcher hears every page and the end", async () => {
  const client = new Firecrawl({ apiKey: firstKey, apiUrl })
  const urls = new Set<string>()
  const { id } = await client.startCrawl(site.url, { delay: 0.05 })
  const watcher = client.watcher(id, { kind: 'crawl', pollInterval: 1 })
  watcher.on('document', (document: { metadata: { sourceURL: string } }) => {
    urls.add(document.metadata.sourceURL)
  })
  const done = once(watcher, 'done')
  await watcher.start()
  await done
  assert.equal(urls.size, pages)
})
