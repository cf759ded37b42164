import assert from 'node:assert/strict'
import { EventEmitter, getEventListeners, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { WebSocketServer, type WebSocket } from 'ws'
import { createSigner } from '#storage/signer.ts'
import { createConnections } from './connections.ts'

type Deps = Parameters<typeof createConnections>[0]

const tokens = createSigner(() => Buffer.alloc(32), 'browser sessions')
const store = { isActive: async () => true, findOwner: async () => 'other' }

test('the connection to another process ends with a client that is not upgraded', async () => {
  const other = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const connections = createConnections({
    running: { get: () => undefined },
    store,
    hosts: { find: async () => ({ id: 'other', url: `http://127.0.0.1:${port}` }) },
    own: 'own',
    tokens,
  })
  try {
    const closing = new AbortController()
    const connected = once(other, 'connection') as Promise<[WebSocket]>
    await connections.connect('a', connections.makeToken('a', 'cdp'), closing.signal)
    const [upstream] = await connected

    closing.abort()

    await once(upstream, 'close')
    const left = connections.connect('a', connections.makeToken('a', 'cdp'), closing.signal)
    await assert.rejects(left, { code: 'NOT_FOUND' })
  } finally {
    for (const client of other.clients) client.terminate()
    other.close()
  }
})

test('a client that has closed is not remembered by its session', async () => {
  const going = new AbortController()
  const session = { gone: going.signal, connect() {} }
  const connections = createConnections({
    running: { get: () => ({ session, touch() {} }) },
    store,
    hosts: { find: async () => undefined },
    own: 'own',
    tokens,
  } as unknown as Deps)
  const { signal } = new AbortController()
  const serve = await connections.connect('a', connections.makeToken('a', 'cdp'), signal)
  const socket = new EventEmitter()
  serve(socket as WebSocket, new PassThrough())
  assert.equal(getEventListeners(going.signal, 'abort').length, 1)

  socket.emit('close')

  assert.equal(getEventListeners(going.signal, 'abort').length, 0)
})
