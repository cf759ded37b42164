import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { createTeams } from '#accounts/teams.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const service = await startService()
/** Behind a proxy at 127.0.0.1, the address of all clients here. */
const behind = await startService({ env: { WEIR_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' } })
disposeAfterTests(service, behind)

async function teamWith(list: readonly string[], { database } = service) {
  const { key, teamId } = await addTeam(database)
  await createTeams({ database }).set(teamId, { allowedAddresses: list })
  return key
}

const path = '/v2/team/credit-usage'
const refusal = (address: string) =>
  `Request blocked: IP address ${address} is not on this team's allowed IP list. Ask the operator of this service to add it.`

test('an allow list limits a team to its addresses; without a list every address is allowed', async () => {
  for (const list of [[], ['127.0.0.1'], ['192.0.2.1', '127.0.0.0/8'], ['::ffff:127.0.0.1']]) {
    const { status } = await service.ask('GET', path, { key: await teamWith(list) })
    assert.equal(status, 200, list.join())
  }
  const key = await teamWith(['192.0.2.1', '2001:db8::/32'])
  for (const [method, url] of [
    ['GET', path],
    ['GET', '/v2/concurrency-check'],
    ['POST', '/v2/scrape'],
    ['POST', '/v2/parse'],
  ] as const) {
    const { status, body } = await service.ask(method, url, { key, body: {} })
    const expected = { success: false, error: refusal('127.0.0.1'), code: 'FORBIDDEN' }
    assert.deepEqual([status, body], [403, expected], url)
  }
})

test('a forwarding header of an untrusted caller is ignored', async () => {
  const key = await teamWith(['192.0.2.1'])
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  assert.equal((await service.ask('GET', path, { key, headers })).status, 403)
})

test('behind trusted proxies the client address is taken from the forwarding header', async () => {
  const key = await teamWith(['192.0.2.1', '2001:db8::/32'], behind)
  const rows: [string, number, string][] = [
    ['192.0.2.1', 200, ''],
    ['192.0.2.1, 10.1.1.1', 200, ''],
    ['::ffff:192.0.2.1', 200, ''],
    ['2001:db8::7', 200, ''],
    ['192.0.2.1, 198.51.100.1', 403, '198.51.100.1'],
    ['192.0.2.1, ::ffff:198.51.100.1, 10.1.1.1', 403, '198.51.100.1'],
    ['unknown', 403, 'unknown'],
    ['10.1.1.1', 403, '10.1.1.1'],
  ]
  for (const [forwarded, status, address] of rows) {
    const headers = { 'x-forwarded-for': forwarded }
    const answer = await behind.ask('GET', path, { key, headers })
    assert.equal(answer.status, status, forwarded)
    if (status === 403) assert.equal(answer.body.error, refusal(address))
  }
})

test('without a key the response does not mention the allow list', async () => {
  assert.equal((await service.ask('GET', path, { key: 'fc-none-of-these-keys' })).status, 401)
})

test('an unreadable allow list refuses every request', async () => {
  const key = await teamWith(['127.0.0.1', 'office'])
  const { status, body } = await service.ask('GET', '/v2/concurrency-check', { key })
  assert.deepEqual([status, body.code], [500, 'UNKNOWN_ERROR'])
})

test('WebSockets obey the allow list too', async () => {
  const url = (await service.listen()).replace('http', 'ws')
  const closing = async (key: string) => {
    const socket = new WebSocket(`${url}/v2/crawl/0199b0a0-0000-7000-8000-000000000000`, key)
    const [code, reason] = await once(socket, 'close')
    return [code, String(reason)] as const
  }
  const [code, reason] = await closing(await teamWith(['192.0.2.1']))
  assert.equal(code, 3003)
  assert.match(reason, /Forbidden/)
  assert.equal((await closing(await teamWith(['127.0.0.1'])))[0], 1008)
})
