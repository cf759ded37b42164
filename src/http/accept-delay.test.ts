import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { test } from 'node:test'
import { connectToSelf } from '#net/connect-to-self.ts'
import { watchAcceptDelay } from './accept-delay.ts'
import { createLoadShedding } from './load-shedding.ts'

const sampleMs = 250

test('connections that are accepted at once have no delay', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  using delay = watchAcceptDelay(server, connectToSelf)
  for (let sample = 0; sample < 3; sample++) {
    const accepted = once(server, 'connection')
    t.mock.timers.tick(sampleMs)
    const [socket] = (await accepted) as [Socket]
    await once(socket.resume(), 'close')
  }
  assert.ok(delay.waitMs() > 0 && delay.waitMs() < 10_000)
  server.close()
})

test('a connection that is not accepted while the event loop turns is overload, and requests are refused', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  using delay = watchAcceptDelay(server, () => new Socket())
  using shedding = createLoadShedding(10)
  shedding.watch(delay)
  t.mock.timers.tick(sampleMs)
  assert.equal(delay.waitMs(), 0)
  t.mock.timers.tick(sampleMs)
  // A single long step.
  assert.equal(delay.waitMs(), 0)
  shedding.enter()()
  t.mock.timers.tick(sampleMs)
  assert.ok(delay.waitMs() > 0)
  shedding.watch({ waitMs: () => 999 })
  shedding.enter()()
  shedding.watch({ waitMs: () => 1_001 })
  assert.throws(() => shedding.enter(), { code: 'SERVICE_UNAVAILABLE' })
  server.close()
})
