import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

let text = 'The kettle costs 40 euros.'
const service = await startService()
const site = await startPages({ '/': () => article('Kettle', text) })
const requests: { path: string; key: string | undefined; body: Record<string, unknown> }[] = []
/** A server of Gotify that refuses wrong tokens. */
const gotify = await startSite((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const key = request.headers['x-gotify-key']
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    requests.push({ path: request.url ?? '', key: String(key), body })
    response.writeHead(key === 'right' ? 200 : 401).end('{}')
  })
})
disposeAfterTests(service, site, gotify)

const host = gotify.url.replace('http://', '')
const ask = service.ask.bind(service)

const add = (url: string) => ask('POST', '/v2/monitor-channels', { body: { name: 'Phone', url } })

async function addChannel(url: string) {
  const { status, body } = await add(url)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

async function create(notification: object) {
  const targets = [{ type: 'scrape', urls: [`${site.url}/`] }]
  const body = { name: 'Kettle', schedule: { text: 'daily' }, targets, notification }
  return ask('POST', '/v2/monitor', { body })
}

const check = (id: string) => finishedCheck({ ask }, id)

async function waitForDelivery(jobId: string) {
  for (;;) {
    const { body } = await ask('GET', `/v2/webhooks/deliveries?jobId=${jobId}`)
    const [delivery] = body.data
    if (delivery?.attempts > 0 && (delivery.state !== 'waiting' || delivery.error !== null))
      return delivery
    await setTimeout(50)
  }
}

test('a channel is added, tried and removed, and its secret is never shown', async () => {
  const channel = await addChannel(`gotify://${host}/right`)
  assert.equal(channel.receiver, `Gotify: ${host}`)
  const { body } = await ask('POST', `/v2/monitor-channels/${channel.id}/test`, { body: {} })
  const delivery = await waitForDelivery(body.data.jobId)
  assert.deepEqual(
    [delivery.state, delivery.status, delivery.url],
    ['delivered', 200, channel.receiver],
  )
  assert.equal(requests.at(-1)?.body['title'], 'A test of Weir')

  const wrong = await addChannel(`gotify://${host}/wrong`)
  const failed = await ask('POST', `/v2/monitor-channels/${wrong.id}/test`, { body: {} })
  const refused = await waitForDelivery(failed.body.data.jobId)
  assert.deepEqual([refused.status, refused.error], [401, 'The receiver answered 401.'])

  const list = await ask('GET', '/v2/monitor-channels')
  assert.ok(!JSON.stringify(list.body).includes('right'))
  const rows = await service.database.query('select channel from channels', [])
  assert.ok(!JSON.stringify(rows).includes('right'))
  assert.equal((await ask('DELETE', `/v2/monitor-channels/${wrong.id}`)).status, 200)
  assert.equal((await ask('DELETE', `/v2/monitor-channels/${wrong.id}`)).status, 404)
})

test('changes are reported to the channels of a monitor, by its own text', async () => {
  const { id: channelId } = await addChannel(`gotify://${host}/right`)
  const message = '{{monitor}}! {{changes}} {{nothing}}'
  const { body } = await create({ channels: { ids: [channelId], message } })
  const { id } = body.data
  assert.deepEqual(body.data.notification.channels, { ids: [channelId], message, digest: 'none' })
  await check(id)
  text = 'The kettle costs 35 euros.'
  const changed = await check(id)
  assert.equal(changed.notificationStatus.channels.queued, true)
  await waitForDelivery(changed.id)
  const { body: sent, key } = requests.at(-1) ?? {}
  assert.equal(key, 'right')
  assert.equal(sent?.['title'], 'Kettle: 1 changed')
  assert.match(
    String(sent?.['message']),
    /^Kettle! changed: http.*\n-.*40 euros.*\n\+.*35 euros.* \{\{nothing\}\}/s,
  )
  assert.equal((await check(id)).notificationStatus.channels.skipped, 'no_changes')
})

test('a digest waits, and joins the checks of its time', async () => {
  const { id: channelId } = await addChannel(`gotify://${host}/right`)
  const { body } = await create({ channels: { ids: [channelId], digest: 'daily' } })
  const { id } = body.data
  const before = requests.length
  const first = await check(id)
  text = 'The kettle costs 30 euros.'
  await check(id)
  assert.equal(requests.length, before)
  await service.database.query('update monitor_reports set due_at = now() where monitor_id = $1', [
    id,
  ])
  await waitForDelivery(first.id)
  assert.equal(requests.length, before + 1)
  assert.equal(requests.at(-1)?.body['title'], 'Kettle: 1 changed, 1 new')
})

test('channels that cannot work are refused with what is needed', async () => {
  const unknown = await add('carrier-pigeon://coop')
  assert.deepEqual(unknown.status, 400)
  assert.match(JSON.stringify(unknown.body), /The forms are: slack:/)
  assert.match(
    JSON.stringify((await add('gotify://10.0.0.1/token')).body),
    /private|address|local/i,
  )
  const other = await create({ channels: { ids: ['0190b6a0-0000-7000-8000-000000000000'] } })
  assert.match(JSON.stringify(other.body), /The team has no channel 0190/)
})

test('Slack is notified by the channel of the team that leads to its place', async () => {
  const slack = { enabled: true, channelId: 'C012AB3CD', channelName: 'prices' }
  const missing = await create({ slack })
  assert.equal(missing.status, 400)
  assert.match(JSON.stringify(missing.body), /POST \/v2\/monitor-channels.*xoxb-token\/C012AB3CD/)
  assert.equal((await create({ slack: { ...slack, enabled: false } })).status, 200)
  await addChannel('slack://xoxb-1-a/C012AB3CD')
  // Waits for its digest, so that nothing is sent.
  const { body } = await create({ slack, channels: { ids: [], digest: 'daily' } })
  assert.deepEqual(body.data.notification.slack, slack)
  const { notificationStatus } = await check(body.data.id)
  assert.equal(notificationStatus.slack.queued, true)
  assert.equal((await check((await create({})).body.data.id)).notificationStatus.slack, undefined)
})

test('channels of other teams are unknown', async () => {
  const { id } = await addChannel(`gotify://${host}/right`)
  const { key } = await addTeam(service.database)
  assert.deepEqual((await ask('GET', '/v2/monitor-channels', { key })).body.data, [])
  assert.equal((await ask('DELETE', `/v2/monitor-channels/${id}`, { key })).status, 404)
  assert.equal(
    (await ask('POST', `/v2/monitor-channels/${id}/test`, { key, body: {} })).status,
    404,
  )
})

test('e-mails are refused while no mail server is configured, with what to set', async () => {
  const email = { enabled: true, recipients: ['ada@example.com'] }
  const { status, body } = await create({ email })
  assert.equal(status, 400)
  assert.match(JSON.stringify(body), /Set WEIR_SMTP_URL/)
  assert.equal((await create({ email: { ...email, enabled: false } })).status, 200)
  const nobody = await create({ email: { enabled: true } })
  assert.deepEqual(nobody.body.data.emailRecipientSubscriptions, [])
})
