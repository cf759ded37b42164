import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck } from '#test/fixtures/finished-job.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const museum = { tickets: 'Adults pay 12 euros.', visitors: 4, status: 200 }
const museumPage = () => ({
  status: museum.status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><html lang="en"><title>Museum of Weirs</title><main><h1>Opening</h1>
    <p>${museum.tickets}</p><p>${museum.visitors} visitors inside</p></main></html>`,
})

const service = await startService()
const site = await startPages({ '/museum': museumPage })
disposeAfterTests(service, site)
const url = `${site.url}/museum`

async function create(more: object = {}, target: object = {}) {
  const targets = [{ type: 'scrape', urls: [url], ...target }]
  const body = { name: 'Museum', schedule: { text: 'daily' }, targets, ...more }
  const created = await service.ask('POST', '/v2/monitor', { body })
  assert.equal(created.status, 200, JSON.stringify(created.body))
  return created.body.data
}

const check = async (id: string) => (await finishedCheck(service, id)).pages[0]

const listVersions = async (id: string, of = url) =>
  (await service.ask('GET', `/v2/monitor/${id}/versions?url=${encodeURIComponent(of)}`)).body.data
const compare = (id: string, from: string, to: string) =>
  service.ask('GET', `/v2/monitor/${id}/compare?from=${from}&to=${to}`)

test('a page has a version for each change, and any two are compared', async () => {
  const { id } = await create({}, { watch: { ignoreText: [String.raw`/\d+ visitors/`] } })
  const first = await check(id)
  museum.visitors = 900
  const same = await check(id)
  museum.tickets = 'Adults pay 14 euros.'
  const second = await check(id)
  museum.tickets = 'Adults pay 16 euros. Children are free.'
  const third = await check(id)
  assert.deepEqual(
    [first, same, second, third].map(({ status }) => status),
    ['new', 'same', 'changed', 'changed'],
  )
  assert.equal(first.versionId, first.id)
  assert.equal(same.versionId, first.id)
  const versions = await listVersions(id)
  assert.deepEqual(
    versions.map((one: { id: string }) => one.id),
    [third.id, second.id, first.id],
  )
  assert.equal(versions[0].metadata.title, 'Museum of Weirs')
  const whole = (await compare(id, first.id, third.id)).body.data
  assert.match(whole.diff.text, /^-Adults pay 12 euros\.$/m)
  assert.match(whole.diff.text, /^\+Adults pay 16 euros\. Children are free\.$/m)
  assert.doesNotMatch(whole.diff.text, /^[+-].*visitors/m)
  const back = (await compare(id, third.id, first.id)).body.data
  assert.match(back.diff.text, /^\+Adults pay 12 euros\.$/m)
  assert.equal((await compare(id, second.id, second.id)).body.data.diff, null)
})

test('versions of other pages, monitors and teams are not compared', async () => {
  const [one, other] = [await create(), await create()]
  const [page, foreign] = [await check(one.id), await check(other.id)]
  assert.equal((await compare(one.id, page.id, foreign.id)).status, 404)
  const { key } = await addTeam(service.database)
  const own = `/v2/monitor/${one.id}/compare?from=${page.id}&to=${page.id}`
  assert.equal((await service.ask('GET', own, { key })).status, 404)
  const list = `/v2/monitor/${one.id}/versions?url=${encodeURIComponent(url)}`
  assert.equal((await service.ask('GET', list, { key })).status, 404)
  assert.deepEqual(await listVersions(one.id, 'http://example.org/'), [])
})

test('a page that cannot be read has no version, and the version before stays', async () => {
  const { id } = await create()
  const first = await check(id)
  museum.status = 500
  const failed = await check(id)
  museum.status = 200
  const again = await check(id)
  assert.deepEqual([failed.status, failed.versionId], ['error', null])
  assert.deepEqual([again.status, again.versionId], ['same', first.id])
})

test('monitors are listed by their tags', async () => {
  const { id, tags } = await create({ tags: ['museums', ' prices ', 'museums'] })
  assert.deepEqual(tags, ['museums', 'prices'])
  await create({ tags: ['shops'] })
  const listed = async (tag: string) =>
    (await service.ask('GET', `/v2/monitor?tag=${tag}`)).body.data.map(
      (one: { id: string }) => one.id,
    )
  assert.deepEqual(await listed('museums'), [id])
  await service.ask('PATCH', `/v2/monitor/${id}`, { body: { tags: ['rivers'] } })
  assert.deepEqual([await listed('museums'), await listed('rivers')], [[], [id]])
  const tooMany = { tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) }
  assert.equal((await service.ask('PATCH', `/v2/monitor/${id}`, { body: tooMany })).status, 400)
})

const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const patch = (id: string, body: object) => service.ask('PATCH', `/v2/monitor/${id}`, { body })

test('a monitor pauses until a time and then goes on by its schedule', async () => {
  const { id } = await create({ schedule: { text: 'hourly' } })
  const end = until(3)
  const paused = (await patch(id, { pausedUntil: end })).body.data
  assert.deepEqual([paused.status, paused.pausedUntil], ['paused', end])
  const laterMs = Date.parse(paused.nextRunAt) - Date.parse(end)
  assert.ok(laterMs > 0 && laterMs <= 3_600_000)
  assert.equal((await service.ask('POST', `/v2/monitor/${id}/run`, { body: {} })).status, 409)
  // As if the time had come.
  await service.database.query(
    `update monitors set paused_until = now() - interval '1 second', dispatch_at = now() where id = $1`,
    [id],
  )
  const list = async () => (await service.ask('GET', `/v2/monitor/${id}/checks`)).body.data
  while ((await list()).length === 0) await setTimeout(20)
  const resumed = (await service.ask('GET', `/v2/monitor/${id}`)).body.data
  assert.deepEqual([resumed.status, resumed.pausedUntil], ['active', undefined])
})

test('a pause has no end, another end, or is ended', async () => {
  const { id } = await create()
  await patch(id, { status: 'paused', pausedUntil: until(2) })
  const longer = (await patch(id, { pausedUntil: until(9) })).body.data
  assert.ok(longer.nextRunAt > until(8))
  const endless = (await patch(id, { pausedUntil: null })).body.data
  assert.deepEqual(
    [endless.status, endless.pausedUntil, endless.nextRunAt],
    ['paused', undefined, null],
  )
  const active = (await patch(id, { status: 'active' })).body.data
  assert.deepEqual([active.status, active.pausedUntil], ['active', undefined])
  assert.ok(active.nextRunAt)
  assert.equal((await patch(id, { status: 'active', pausedUntil: until(1) })).status, 400)
  const past = await patch(id, { pausedUntil: '2020-01-01T00:00:00Z' })
  assert.equal(past.status, 400)
  assert.match(past.body.error, /future/)
})
