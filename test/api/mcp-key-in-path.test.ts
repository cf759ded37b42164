import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import { httpClients } from '#test/fixtures/mcp-clients.ts'
import { firstKey, startService } from '#test/service.ts'

test('the key in the path is accepted where the operator allows it, and appears in no log', async () => {
  await using refusing = await startService()
  assert.equal((await refusing.ask('POST', `/${firstKey}/v2/mcp`)).status, 404)
  const lines: string[] = []
  const note = (...logged: readonly unknown[]) => void lines.push(JSON.stringify(logged))
  await using allowing = await startService({
    env: { WEIR_MCP_KEY_IN_PATH: 'on', WEIR_KEYLESS_REQUESTS: '5' },
    log: { debug: note, info: note, warn: note, error: note },
  })
  const address = await allowing.listen()
  for (const connect of Object.values(httpClients)) {
    await using client = await connect(`${address}/${firstKey}/v2/mcp`, '')
    assert.ok((await client.list()).length > 20)
    const { isError } = await client.call('firecrawl_credit_usage', {})
    assert.equal(isError, false)
  }
  await assert.rejects(httpClients['sdk 1, 2025-11-25'](`${address}/fc-unknown/v2/mcp`, ''))
  await assert.rejects(httpClients['sdk 1, 2025-11-25'](`${address}/fc-unknown/v2/mcp`, firstKey))
  const metrics = await (await request(`${address}/metrics`)).body.text()
  assert.ok(metrics.includes('/:key/v2/mcp') && !metrics.includes(firstKey))
  assert.ok(lines.some((line) => line.includes('/:key/v2/mcp')))
  assert.ok(!lines.some((line) => line.includes(firstKey)))
})
