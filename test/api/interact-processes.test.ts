import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { WebSocket } from 'ws'
import { missingForBoxes } from '#interact/box/probe.ts'
import { createSecret } from '#storage/secret.ts'
import { testDatabase } from '#test/database.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { countCredits } from '#test/fixtures/session-cost.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const missing = await missingForBoxes()
const skip = missing === undefined ? false : `skipped: ${missing}`

const secret = 'a'.repeat(32)
const stack = new AsyncDisposableStack()
let database: Awaited<ReturnType<typeof testDatabase>>
let front: Awaited<ReturnType<typeof startService>>
let frontUrl: string
let key: string

/** A process of the service that runs at most one session of each team, or none. */
async function start(role: string, sessionsMax: number) {
  const port = await freePort()
  const service = stack.use(
    await startService({
      databaseUrl: database.url,
      env: {
        WEIR_ROLE: role,
        WEIR_SECRET: secret,
        WEIR_PORT: String(port),
        WEIR_INTERACT_SESSIONS_MAX: String(sessionsMax),
        ...(sessionsMax > 0 && {
          WEIR_BROWSER_PAGES_MAX: '1',
          WEIR_INTERNAL_URL: `http://127.0.0.1:${port}`,
        }),
      },
    }),
  )
  return { service, url: await service.listen() }
}

before(async () => {
  if (skip !== false) return
  database = stack.use(await testDatabase())
  const started = await start('api', 0)
  front = started.service
  frontUrl = started.url
  await start('all', 1)
  await start('interact', 1)
  ;({ key } = await addTeam(database))
  const free = 'select coalesce(sum(free), 0)::int as n from browser_hosts'
  while ((await database.query<{ n: number }>(free))[0]?.n !== 4) await sleep(100)
})
after(async () => stack.disposeAsync())

const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  front.ask(method, path, { key, ...(body && { body }) })

test(
  'a process without browsers passes requests on to the process of the session',
  { skip },
  async () => {
    // A process that has just been killed is still listed.
    await database.query(
      `insert into browser_hosts (id, url, free) values (gen_random_uuid(), $1, 99)`,
      [`http://127.0.0.1:${await freePort()}`],
    )
    const created = await Promise.all([
      ask('POST', '/v2/interact', {}),
      ask('POST', '/v2/interact', {}),
    ])
    assert.deepEqual(
      created.map(({ status }) => status),
      [200, 200],
    )
    const full = await ask('POST', '/v2/interact', {})
    await database.query('delete from browser_hosts where free = 99')
    assert.equal(full.status, 503)
    const owners = await database.query<{ owner: string }>(
      `select distinct owner from browser_sessions where state = 'active'`,
    )
    assert.equal(owners.length, 2)
    for (const [index, { body }] of created.entries()) {
      const path = `/v2/interact/${body.id}`
      const set = await ask('POST', `${path}/execute`, {
        code: `await page.setContent('<title>Page ${index}</title>'); await page.title()`,
      })
      assert.deepEqual([set.status, set.body.result], [200, `Page ${index}`])
      const cdpUrl = String(body.cdpUrl).replace(/^ws:\/\/[^/]+/, frontUrl.replace(/^http/, 'ws'))
      const browser = await chromium.connectOverCDP(cdpUrl)
      assert.equal(await browser.contexts()[0]?.pages()[0]?.title(), `Page ${index}`)
      await browser.close()
      const failed = await ask('POST', `${path}/execute`, { prompt: 'Buy.' })
      assert.equal(failed.status, 503)
      assert.match(failed.body.error, /WEIR_LLM_PROVIDER/)
      const viewUrl = `${String(body.liveViewUrl).replace(/^http:\/\/[^/]+/, frontUrl)}/socket`
      const viewer = new WebSocket(viewUrl.replace(/^http/, 'ws'))
      const [first] = await new Promise<unknown[]>((resolve, reject) => {
        viewer.once('message', (...message) => resolve(message)).once('error', reject)
      })
      assert.ok(Buffer.isBuffer(first))
      viewer.close()
      // A busy process may end its session after the answer, which says so.
      const ended = await eventually(
        () => ask('DELETE', path),
        (answer) => answer.body.cleanupQueued !== true,
      )
      assert.deepEqual(
        [ended.status, ended.body.status, ended.body.creditsBilled],
        [200, 'destroyed', countCredits(ended.body, 2)],
      )
      await assert.rejects(chromium.connectOverCDP(cdpUrl), /404/)
      assert.equal((await ask('POST', `${path}/execute`, { code: '1' })).status, 410)
    }
  },
)

test('calls between processes need a fresh signature for this process', { skip }, async () => {
  const [{ id } = { id: '' }] = await database.query<{ id: string }>(
    'select id from browser_hosts limit 1',
  )
  const { url } = (
    await database.query<{ url: string }>('select url from browser_hosts where id = $1', [id])
  )[0] ?? { url: '' }
  const text = '{}'
  const own = createSecret({ configured: secret, dataDir: '' })('calls between processes')
  const readToken = ({ to = id, inMs = 300_000, signs = own as Uint8Array }) => {
    const hash = createHash('sha256').update(text).digest('base64url')
    const parts = `${Date.now() + inMs}~nonce${Math.random()}~${hash}`
    return `${parts}~${createHmac('sha256', signs).update(`${to} ${parts}`).digest('base64url')}`
  }
  const open = async (token: string) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/internal/browser-sessions/${token}`)
    const status = await new Promise((resolve, reject) => {
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode))
      socket.once('error', reject)
    })
    socket.on('error', () => {})
    socket.terminate()
    return status
  }
  const good = readToken({})
  assert.equal(await open(good), 101)
  assert.equal(await open(good), 404)
  assert.equal(await open(readToken({ to: 'another process' })), 404)
  assert.equal(await open(readToken({ inMs: -1 })), 404)
  assert.equal(await open(readToken({ signs: Buffer.alloc(32) })), 404)
  assert.equal(await open('x'), 404)
})

test('a session whose process cannot be reached is refused, then settled', { skip }, async () => {
  const { body } = await ask('POST', '/v2/interact', {})
  const path = `/v2/interact/${body.id}`
  await database.query('update browser_hosts set url = $1', [
    `http://127.0.0.1:${await freePort()}`,
  ])
  const lost = await ask('POST', `${path}/execute`, { code: '1' })
  assert.equal(lost.status, 502)
  await database.query('update browser_sessions set owner = gen_random_uuid()')
  const unknown = await ask('POST', `${path}/execute`, { code: '1' })
  assert.equal(unknown.status, 503)
  assert.match(unknown.body.error, /WEIR_INTERNAL_URL/)
  assert.equal((await ask('DELETE', path)).status, 200)
})
