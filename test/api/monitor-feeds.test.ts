import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFeed } from 'htmlparser2'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck } from '#test/fixtures/finished-job.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const hostile = '<script>alert(1)</script> ]]> & "quoted" \u0001 \uD800 end'
const shop = { text: 'A kettle costs 30 euros.' }
const page = (title: string) => () =>
  `<!doctype html><html lang="en"><title>${title}</title><main><p>${shop.text}</p></main></html>`

const service = await startService()
const site = await startPages({ '/kettle': page('Kettle & more'), '/pan': page('Pan') })
disposeAfterTests(service, site)

async function watch(name: string, path: string, more: object = {}) {
  const targets = [{ type: 'scrape', urls: [`${site.url}${path}`] }]
  const body = { name, schedule: { text: 'daily' }, targets, ...more }
  return (await service.ask('POST', '/v2/monitor', { body })).body.data.id as string
}

const check = (id: string) => finishedCheck(service, id)

async function createFeed(body: object): Promise<{ id: string; atomUrl: string; rssUrl: string }> {
  const { status, body: answer } = await service.ask('POST', '/v2/monitor-feeds', { body })
  assert.equal(status, 200, JSON.stringify(answer))
  return answer.data
}

/** As a feed reader does, without a key. */
async function read(address: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(address)
  const answer = await service.server.inject({ url: pathname + search, headers })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

async function readItems(address: string) {
  const { text } = await read(address)
  // No XML has these.
  // oxlint-disable-next-line no-control-regex
  assert.doesNotMatch(text, /[\0-\u0008\u000B\u000C\u000E-\u001F]/)
  const feed = parseFeed(text)
  assert.ok(feed, text)
  return feed.items
}

const titles = async (address: string) => (await readItems(address)).map(({ title }) => title)

test('feeds have the changes of a monitor, a tag and the team', async () => {
  const kettle = await watch(`Kettle ${hostile}`, '/kettle', { tags: ['kitchen'] })
  const pan = await watch('Pan', '/pan')
  const feeds = {
    monitor: await createFeed({ monitorId: kettle }),
    tag: await createFeed({ tag: 'kitchen' }),
    team: await createFeed({}),
  }
  await check(kettle)
  await check(pan)
  // What was seen in the first check is no change.
  assert.deepEqual(await titles(feeds.team.atomUrl), [])
  shop.text = 'A kettle costs 25 euros, says the seller.'
  await check(kettle)
  await check(pan)
  for (const [name, count] of [
    ['monitor', 1],
    ['tag', 1],
    ['team', 2],
  ] as const)
    for (const address of [feeds[name].atomUrl, feeds[name].rssUrl])
      assert.equal((await titles(address)).length, count, `${name} ${address}`)
  const [title = ''] = await titles(feeds.monitor.atomUrl)
  assert.match(title, /^Kettle <script>alert\(1\)<\/script> \]\]> & "quoted" .*Kettle & more$/)
})

test('entries show the change, escaped, and readers are spared what they have', async () => {
  shop.text = 'Plain text of a page.'
  const id = await watch('Escapes', '/pan')
  await check(id)
  shop.text = 'Written as &lt;img src=x onerror=alert(1)&gt; by the page.'
  await check(id)
  const { atomUrl, rssUrl } = await createFeed({ monitorId: id })
  for (const [address, type] of [
    [atomUrl, 'application/atom+xml; charset=utf-8'],
    [rssUrl, 'application/rss+xml; charset=utf-8'],
  ] as const) {
    const response = await read(address)
    assert.equal(response.headers['content-type'], type)
    assert.match(String(response.headers['cache-control']), /private/)
    const [{ id: entryId = '', description = '' } = {}] = await readItems(address)
    assert.match(description, /<pre>[^<]*-Plain text of a page\./)
    assert.match(description, /&lt;img src=x onerror=alert\(1\)&gt;/)
    assert.doesNotMatch(description, /<img/)
    assert.match(entryId, /^urn:uuid:/)
    const tag = response.headers.etag ?? ''
    const again = await read(address, { 'if-none-match': tag })
    assert.deepEqual([again.status, again.text], [304, ''])
  }
  const { headers } = await read(atomUrl)
  shop.text += ' And more.'
  await check(id)
  const fresh = await read(atomUrl, { 'if-none-match': headers.etag ?? '' })
  assert.equal(fresh.status, 200)
})

test('an address works until its feed, its monitor or the right of its team ends', async () => {
  const id = await watch('Ends', '/kettle')
  const [removed, kept] = [await createFeed({ monitorId: id }), await createFeed({ monitorId: id })]
  const list = async () =>
    (await service.ask('GET', '/v2/monitor-feeds')).body.data as readonly { id: string }[]
  assert.ok(!JSON.stringify(await list()).includes('token'))
  const { status } = await service.ask('DELETE', `/v2/monitor-feeds/${removed.id}`)
  assert.equal(status, 200)
  const statuses = async () =>
    Promise.all([removed, kept].map(async ({ rssUrl }) => (await read(rssUrl)).status))
  assert.deepEqual(await statuses(), [404, 200])
  assert.equal((await service.ask('DELETE', `/v2/monitor-feeds/${removed.id}`)).status, 404)
  const foreign = await addTeam(service.database)
  const path = `/v2/monitor-feeds/${kept.id}`
  assert.equal((await service.ask('DELETE', path, { key: foreign.key })).status, 404)
  const body = { monitorId: id }
  assert.equal(
    (await service.ask('POST', '/v2/monitor-feeds', { body, key: foreign.key })).status,
    404,
  )
  await service.ask('DELETE', `/v2/monitor/${id}`)
  assert.deepEqual(await statuses(), [404, 404])
  assert.ok(!(await list()).some((one) => one.id === kept.id))
  assert.equal((await read('http://localhost/feeds/atom')).status, 404)
  assert.equal((await read(`http://localhost/feeds/atom?token=${'x'.repeat(43)}`)).status, 404)
})

test('a team of which nothing is stored has no feeds', async () => {
  const { key, teamId } = await addTeam(service.database)
  const { body } = await service.ask('POST', '/v2/monitor-feeds', { body: {}, key })
  assert.equal((await read(body.data.atomUrl)).status, 200)
  await service.database.query(`update teams set zero_data_retention = 'forced' where id = $1`, [
    teamId,
  ])
  assert.equal((await read(body.data.atomUrl)).status, 404)
})

test('a feed is of a monitor or of a tag', async () => {
  const id = await watch('Both', '/pan')
  const both = { monitorId: id, tag: 'kitchen' }
  assert.equal((await service.ask('POST', '/v2/monitor-feeds', { body: both })).status, 400)
})
