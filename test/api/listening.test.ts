import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '#test/service.ts'

test('localhost is served at one address, by the one server that has every listener', async () => {
  await using service = await startService({ env: { WEIR_HOST: 'localhost' } })

  const url = await service.listen()

  assert.match(url, /^http:\/\/127\.0\.0\.1:/)
  assert.equal(service.server.addresses().length, 1)
})
