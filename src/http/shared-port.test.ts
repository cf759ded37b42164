import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import { test } from 'node:test'
import Fastify from 'fastify'
import { request } from 'undici'
import { createSharedPort } from './shared-port.ts'

const host = '127.0.0.1'
const log = { error() {} }

/** How many sockets listen on a port, as the kernel reports them. */
async function countListening(port: number): Promise<number> {
  const place = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`
  return (await fs.readFile('/proc/net/tcp', 'utf8')).split(place).length - 1
}

test('several sockets share a port, which no other service gets', async (t) => {
  const app = Fastify()
  t.after(() => app.close())
  app.get('/', async () => 'one')
  const shared = createSharedPort(log)
  app.addHook('preClose', async () => shared.close())
  const url = await shared.listen(app, { host, port: 0 })
  const port = Number(new URL(url).port)
  assert.equal(await countListening(port), process.platform === 'linux' ? 32 : 1)
  const asked = Array.from({ length: 40 }, async () => {
    const { body } = await request(url, { reset: true })
    return body.text()
  })
  assert.deepEqual(new Set(await Promise.all(asked)), new Set(['one']))
  const second = createSharedPort(log).listen(Fastify(), { host, port })
  await assert.rejects(second, { code: 'EADDRINUSE' })
  await app.close()
  assert.equal(await countListening(port), 0)
})
