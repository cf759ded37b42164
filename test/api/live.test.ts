import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Firecrawl } from 'firecrawl'
import { WebSocket } from 'ws'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

/** The home page, eight others, and two every article links to. */
const pages = 11
const service = await startService()
const numbers = Array.from({ length: 8 }, (_, index) => index)
const site = await startPages({
  '/': `${article('Home')}${numbers.map((n) => `<a href="/${n}">${n}</a>`).join('')}`,
  ...Object.fromEntries(numbers.map((n) => [`/${n}`, article(`Page ${n}`)])),
  '/long': article('Long').replace('</main>', `<p>${'Many words. '.repeat(5_000)}</p></main>`),
})
const apiUrl = await service.listen()
disposeAfterTests(service, site)

async function start(options: object = {}): Promise<string> {
  const { body } = await service.ask('POST', '/v2/crawl', { body: { url: site.url, ...options } })
  return body.id
}

interface Frame {
  readonly type: string
  readonly status?: string
  readonly completed?: number
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

/** What the watcher of the public SDK hears of a job. */
async function watch(id: string, kind: 'crawl' | 'batch') {
  const watcher = new Firecrawl({ apiKey: firstKey, apiUrl }).watcher(id, { kind, pollInterval: 1 })
  const urls = new Set<string>()
  const states: string[] = []
  watcher.on('document', (document: { metadata: { sourceURL: string } }) => {
    urls.add(document.metadata.sourceURL)
  })
  watcher.on('snapshot', ({ status }: { status: string }) => states.push(status))
  const done = once(watcher, 'done')
  await watcher.start()
  const [{ status }] = (await done) as [{ status: string }]
  return { count: urls.size, last: states.at(-1), status }
}

test("the public SDK's watcher hears every page and the end", async () => {
  const heard = await watch(await start({ delay: 0.05 }), 'crawl')
  assert.deepEqual(heard, { count: pages, last: 'completed', status: 'completed' })
})

test("the public SDK's watcher hears every page of a batch that has ended, however long", async () => {
  const urls = Array.from({ length: 8 }, (_, index) => `${site.url}/long?${index}`)
  const { body } = await service.ask('POST', '/v2/batch/scrape', { body: { urls } })
  await finishedJob(service, `/v2/batch/scrape/${body.id}`)
  const heard = await watch(body.id, 'batch')
  assert.deepEqual(heard, { count: 8, last: 'completed', status: 'completed' })
})

test("the public SDK's watcher hears that a crawl was cancelled", async () => {
  const id = await start({ delay: 30 })
  const heard = watch(id, 'crawl')
  await service.ask('DELETE', `/v2/crawl/${id}`)
  const { last, status } = await heard
  assert.deepEqual([last, status], ['cancelled', 'cancelled'])
})

/** Sends a request as a page of the console. */
async function page(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  given: { body?: object; cookie?: string; team?: string } = {},
) {
  const { body, cookie, team } = given
  const answer = await service.server.inject({
    method,
    url: `/console/api/${path}`,
    headers: {
      host: new URL(apiUrl).host,
      origin: apiUrl,
      'x-weir-console': '1',
      ...(cookie && { cookie }),
      ...(team && { 'x-weir-team': team }),
    },
    ...(body && { payload: body }),
  })
  const [set = ''] = [answer.headers['set-cookie'] ?? []].flat()
  const { data } = answer.json<{ data?: { protocol: string } }>()
  return {
    status: answer.statusCode,
    cookie: set.split(';')[0] ?? '',
    protocol: data?.protocol ?? '',
  }
}

const operator = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }
const invalid = [3000, 'Unauthorized: Invalid token']

test('the WebSocket of a crawl sends counts when it is asked for progress', async () => {
  const id = await start({ delay: 0.05 })
  const { frames, code } = await listen(`/v2/crawl/${id}?frames=progress`)
  assert.deepEqual(new Set(frames.map(({ type }) => type)), new Set(['progress', 'done']))
  const last = { type: 'progress', completed: pages, total: pages, failed: 0, creditsUsed: pages }
  assert.deepEqual(frames.at(-2), { ...last, status: 'completed' })
  assert.equal(code, 1000)
  const unknown = await listen(`/v2/crawl/${id}?frames=all`)
  assert.deepEqual([unknown.code, unknown.frames], [1008, []])
  const { key } = await addTeam(service.database)
  assert.deepEqual(await closed(`/v2/crawl/${id}?frames=progress`, key), [1008, 'Job not found'])
})

test('a ticket opens one WebSocket of one path, and forged and stale ones none', async () => {
  const { cookie } = await page('POST', 'set-up', {
    body: { ...operator, code: service.setUpCode },
  })
  const [id, other] = [await start(), await start()]
  const path = `/v2/crawl/${id}`
  const ticket = async () => (await page('POST', 'tickets', { body: { path }, cookie })).protocol
  assert.equal((await page('POST', 'tickets', { body: { path } })).status, 401)
  assert.equal((await page('POST', 'tickets', { body: { path: '/live' }, cookie })).status, 400)

  const first = await ticket()
  const { frames, code } = await listen(`${path}?frames=progress`, first)
  assert.deepEqual([frames.at(-2)?.status, code], ['completed', 1000])
  assert.deepEqual(await closed(path, first), invalid, 'used before')
  const elsewhere = await ticket()
  assert.deepEqual(await closed(`/v2/crawl/${other}`, elsewhere), invalid, 'another path')
  assert.deepEqual(await closed(path, elsewhere), invalid, 'used for another path')
  assert.deepEqual(await closed(path, `${(await ticket()).slice(0, -1)}_`), invalid, 'forged')
  assert.deepEqual(await closed(path, cookie.split('=')[1]), invalid, 'the token of the session')
  const stale = await ticket()
  await service.database.query(
    `update console_tickets set expires_at = expires_at - interval '31 seconds'`,
    [],
  )
  assert.deepEqual(await closed(path, stale), invalid, 'expired')
  const orphan = await ticket()
  await page('DELETE', 'session', { cookie })
  assert.deepEqual(await closed(path, orphan), invalid, 'of a session that has ended')
})

/** A crawl that runs, and a monitor. */
async function startWork(key: string) {
  const crawl = { url: site.url, delay: 30 }
  const targets = [{ type: 'scrape', urls: [`${site.url}/0`] }]
  const monitor = { name: 'Zero', schedule: { text: 'daily' }, targets }
  const { id } = (await service.ask('POST', '/v2/crawl', { key, body: crawl })).body
  const made = await service.ask('POST', '/v2/monitor', { key, body: monitor })
  return { key, crawl: `/v2/crawl/${id}`, id, monitor: `/v2/monitor/${made.body.data.id}` }
}

const findState = async (id: string) =>
  (await service.database.query<{ state: string }>('select state from jobs where id = $1', [id]))[0]
    ?.state

test('a deleted team ends with its keys, jobs and monitors, and other teams go on', async () => {
  const { email, password } = operator
  const { cookie } = await page('POST', 'session', { body: { email, password } })
  const { key, teamId: team } = await addTeam(service.database)
  const [row] = await service.database.query<{ name: string }>(
    'select name from teams where id = $1',
    [team],
  )
  const name = row?.name ?? ''
  const [doomed, other] = [await startWork(key), await startWork(firstKey)]
  const remove = (given: object) =>
    page('POST', 'team/delete', { body: { name }, cookie, ...given })

  assert.equal((await remove({ team, body: { name: 'other' } })).status, 400)
  const [first] = await service.database.query<{ id: string; name: string }>(
    'select id, name from teams where is_first',
  )
  const needed = { team: first?.id ?? '', body: { name: first?.name } }
  assert.equal((await remove(needed)).status, 409)
  const confirmed = (age: string) =>
    service.database.query(`update console_sessions set confirmed_at = now() - $1::interval`, [age])
  await confirmed('11 minutes')
  assert.equal((await remove({ team })).status, 403)
  assert.equal(await findState(doomed.id), 'scraping')
  await confirmed('1 second')
  assert.equal((await remove({ team })).status, 200)

  assert.equal(await findState(doomed.id), 'cancelled')
  const monitors = await service.database.query(
    'select 1 from monitors where team_id = $1 and deleted_at is null',
    [team],
  )
  assert.deepEqual(monitors, [])
  while ((await service.ask('GET', doomed.crawl, { key })).status !== 401) await sleep(100)
  assert.equal((await page('GET', 'keys', { cookie, team })).status, 403)
  assert.equal((await remove({ team })).status, 403)

  assert.equal(await findState(other.id), 'scraping')
  assert.equal((await service.ask('GET', other.monitor)).status, 200)
  assert.equal((await page('GET', 'keys', { cookie, team: needed.team })).status, 200)
  await service.ask('DELETE', other.crawl)
})
