import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { createDevToolsServer } from './dev-tools-server.ts'
import { createRelay } from './relay.ts'

/** A server of the protocol, and a browser that gives a session to each client and answers commands with `{}`. */
async function startServer() {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()]
  toBrowser.on('data', (chunk: Buffer) => {
    for (const text of chunk.toString().split('\0').filter(Boolean)) {
      const { id, method, sessionId } = JSON.parse(text) as Record<string, unknown>
      const isJoining = method === 'Target.attachToBrowserTarget'
      const answer = isJoining
        ? { id, result: { sessionId: `A${String(id)}` } }
        : { id, result: {} }
      fromBrowser.write(`${JSON.stringify({ ...answer, ...(!isJoining && { sessionId }) })}\0`)
    }
  })
  const relay = createRelay({ toBrowser, fromBrowser, onBroken: () => {} })
  const server = createDevToolsServer(relay)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    async connect() {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
      await once(socket, 'open')
      return socket
    },
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const command = (params: string) => `{"id":7,"method":"Page.enable","params":${params}}`
const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
const members = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`

const refused: Readonly<Record<string, string>> = {
  'a command that is nested too deeply': nested(5_000),
  'a command with too many members': members(50_000),
  'a command with too many values': `{"a":[${Array(200_000).fill(1).join(',')}]}`,
}

for (const [name, params] of Object.entries(refused)) {
  test(`${name} ends its client, and no other one`, async () => {
    using started = await startServer()
    const [client, other] = [await started.connect(), await started.connect()]
    client.send(command(params))
    const [code] = (await once(client, 'close')) as [number]
    assert.equal(code, 1_009)
    other.send(command(nested(100)))
    const [answer] = (await once(other, 'message')) as [Buffer]
    assert.deepEqual(JSON.parse(answer.toString()), { id: 7, result: {} })
    other.terminate()
  })
}

test('a connection that cannot be accepted does no harm', async () => {
  using started = await startServer()
  started.server.emit('error', new Error('accept EMFILE'))
})

test('a box has a maximum of connections, and goes on with those that it has', async () => {
  using started = await startServer()
  const { port } = started.server.address() as AddressInfo
  const client = await started.connect()
  const opened = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  const refused = Promise.withResolvers<void>()
  let count = 0
  for (const socket of opened)
    socket.once('close', () => {
      if (++count === 300 - 63) refused.resolve()
    })
  await refused.promise
  client.send(command('{}'))
  const [answer] = (await once(client, 'message')) as [Buffer]
  assert.deepEqual(JSON.parse(answer.toString()), { id: 7, result: {} })
  for (const socket of opened) socket.destroy()
  client.terminate()
})

test('a box that opens connections without end gets no more of them', async () => {
  using started = await startServer()
  const closed = once(started.server, 'close')
  for (let count = 0; count < 2_000; count++) started.server.emit('drop', {})
  await closed
  assert.equal(started.server.listening, false)
})
