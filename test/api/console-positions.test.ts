/** Lists go on behind a row that has been deleted meanwhile, and past rows that the caller may not read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeys } from '#accounts/keys.ts'
import { newId } from '#kernel/ids.ts'
import { createAskConsole } from '#test/fixtures/ask-console.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { startService } from '#test/service.ts'

const service = await startService()
disposeAfterTests(service)
const { database } = service
const ask = createAskConsole(service)
const person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
const setUp = { ...person, code: service.setUpCode }
const { cookie } = await ask('POST', '/set-up', { body: setUp })
const [team] = await database.query<{ id: string }>('select team_id as id from memberships')
const teamId = team?.id ?? ''
const start = Date.now() - 60_000

/** The row of a table with that number: the higher, the newer. */
type AddRow = (id: string, at: Date) => Promise<unknown>

const addActivity: AddRow = (id, at) =>
  database.query(
    `insert into activity (id, team_id, endpoint, succeeded, created_at) values ($1, $2, 'search', true, $3)`,
    [id, teamId, at],
  )
const addJob: AddRow = (id, at) =>
  database.query(
    `insert into jobs (id, team_id, kind, url, request, page_price, pages_max, delay_ms, is_discovering, principal, state, created_at, expires_at)
     values ($1, $2, 'crawl', '', '', 1, 1, 0, false, '{"kind": "key"}', 'completed', $3, now() + interval '1 day')`,
    [id, teamId, at],
  )
const addSession = (principal: object) => (id: string, at: Date) =>
  database.query(
    `insert into browser_sessions (id, team_id, principal, owner, state, ttl_seconds, activity_ttl_seconds, stream_web_view,
       leased_until, ended_at, created_at)
     values ($1, $2, $3, $2, 'destroyed', 60, 60, true, now(), now(), $4)`,
    [id, teamId, JSON.stringify(principal), at],
  )

async function addRows(count: number, add: AddRow): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    const at = start + number * 10
    const id = newId(at)
    await add(id, new Date(at))
    ids.unshift(id)
  }
  return ids
}

const readIds = ({ data }: { readonly data: readonly { readonly id: string }[] }) =>
  data.map(({ id }) => id)

for (const [name, table, add] of [
  ['requests', 'activity', addActivity],
  ['jobs', 'jobs', addJob],
] as const)
  test(`the list of ${name} goes on behind a deleted row`, async () => {
    const path = name === 'jobs' ? '/jobs' : '/activity'
    const ids = await addRows(5, add)
    const query = path === '/activity' ? `from=${new Date(0).toISOString()}&limit=2` : 'limit=2'
    const first = await ask('GET', `${path}?${query}`, { cookie })
    assert.deepEqual(readIds(first.body), ids.slice(0, 2))
    await database.query(`delete from ${table} where id = $1`, [ids[1] ?? ''])
    const second = await ask('GET', `${path}?${query}&before=${ids[1]}`, { cookie })
    assert.deepEqual(readIds(second.body), ids.slice(2, 4))
    const third = await ask('GET', `${path}?${query}&before=${ids[3]}`, { cookie })
    assert.deepEqual(readIds(third.body), ids.slice(4))
  })

test('the list of sessions goes on behind a deleted row', async () => {
  const ids = await addRows(5, addSession({ kind: 'session', id: newId() }))
  await database.query('delete from browser_sessions where id = $1', [ids[1] ?? ''])
  const { body } = await service.ask('GET', `/v2/interact?before=${ids[1]}`)
  assert.deepEqual(readIds({ data: body.sessions }), ids.slice(2))
})

const listDeliveries = (query: string) => service.ask('GET', `/v2/webhooks/deliveries?${query}`)

test('the list of deliveries goes on behind a deleted row', async () => {
  await using receiver = await startReceiver()
  for (let number = 0; number < 4; number += 1) {
    const sent = await ask('POST', '/webhook-test', { cookie, body: { webhook: receiver.url } })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
  }
  const ids = readIds((await listDeliveries('limit=4')).body)
  assert.equal(ids.length, 4)
  await database.query('delete from deliveries where id = $1', [ids[1] ?? ''])
  assert.deepEqual(readIds((await listDeliveries(`before=${ids[1]}`)).body), ids.slice(2))
})

test('a key that is restricted to hosts finds its sessions behind a hundred of others', async () => {
  const keys = createKeys({ database })
  const limits = { allowedEndpoints: [], allowedFormats: [], allowedHosts: ['a.example'] }
  const { id: keyId, key } = await keys.create({ teamId, name: 'One site', ...limits })
  await database.query('delete from browser_sessions')
  const own = { kind: 'key', id: keyId }
  const ids = await addRows(1, addSession({ kind: 'agent-run', id: newId(), actsFor: own }))
  ids.unshift(...(await addRows(2, addSession(own))))
  await database.query(`update browser_sessions set created_at = created_at - interval '1 minute'`)
  await addRows(60, addSession({ kind: 'key', id: newId() }))
  await addRows(60, addSession({ kind: 'schedule', id: newId(), actsFor: null }))
  const { body } = await service.ask('GET', '/v2/interact', { key })
  assert.deepEqual(readIds({ data: body.sessions }).toSorted(), ids.toSorted())
  const all = await service.ask('GET', '/v2/interact')
  assert.equal(all.body.sessions.length, 100)
})
