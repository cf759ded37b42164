import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const service = await startService()
disposeAfterTests(service)

const target = { type: 'scrape', urls: ['http://127.0.0.1:1/prices'] }
const monitor = { name: 'x', schedule: { text: 'daily' }, targets: [target] }
const refusal = /^Monitoring requires retained snapshots and diffs/

test('monitors refuse zero data retention', async () => {
  const forced = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const allowed = await addTeam(service.database, { zeroDataRetention: 'allowed' })
  const asking = { ...target, scrapeOptions: { zeroDataRetention: true } }
  const refused = [
    await service.ask('POST', '/v2/monitor', { body: monitor, key: forced.key }),
    await service.ask('POST', '/v2/monitor', {
      body: { ...monitor, targets: [asking] },
      key: allowed.key,
    }),
  ]
  for (const { status, body } of refused) {
    assert.equal(status, 400)
    assert.match(body.error, refusal)
  }
})

test('forcing zero data retention on a team ends its checks', async () => {
  const { key, teamId } = await addTeam(service.database)
  const { id } = (await service.ask('POST', '/v2/monitor', { body: monitor, key })).body.data
  await service.database.query(`update teams set zero_data_retention = 'forced' where id = $1`, [
    teamId,
  ])
  const run = await service.ask('POST', `/v2/monitor/${id}/run`, { body: {}, key })
  const path = `/v2/monitor/${id}/checks/${run.body.id}`
  const look = async () => (await service.ask('GET', path, { key })).body.data
  let check = await look()
  for (; check.status === 'queued'; check = await look()) await setTimeout(20)
  assert.equal(check.status, 'failed')
  assert.match(check.error, refusal)
  assert.deepEqual(check.pages, [])
})
