import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compose } from '#compose.ts'
import { readConfig } from '#config.ts'
import { testDatabase } from '#test/database.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'

test('a service is ready when its first key is valid, not before', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-ready-'))
  const key = 'fc-0123456789abcdef0123456789abcdef'
  const settings = { WEIR_DATA_DIR: folder.path, WEIR_API_KEY: key, WEIR_BROWSER_PAGES_MAX: '0' }
  const config = readConfig({ ...settings, WEIR_SEARCH: 'local' })
  await using service = await compose(config, { database: await testDatabase(), log: silentLog })
  const findReady = async () => (await service.server.inject('/health/ready')).json()
  const before = await findReady()
  assert.deepEqual([before.status, before.parts.work], ['unavailable', false])
  await service.begin()
  assert.equal((await findReady()).status, 'ok')
  const headers = { authorization: `Bearer ${key}` }
  const { statusCode } = await service.server.inject({ url: '/v2/team/credit-usage', headers })
  assert.equal(statusCode, 200)
})
