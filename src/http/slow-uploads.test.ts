import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEdge } from '#test/fixtures/edge.ts'

const times = { bodyMsMax: 100, lookEveryMs: 20, idleMsMax: 2_000, msMax: 120_000 }
const dripMs = 20
const target = '/v2/parse/upload/a?uploadRef=b'

/** A server that counts the received bytes of a file. */
async function startSlowEdge(changes: Partial<typeof times> = {}) {
  let bytes = 0
  const edge = startEdge({
    times: { ...times, ...changes },
    async receiveUpload(_target, open) {
      for await (const chunk of await open()) bytes += (chunk as Buffer).length
    },
  })
  await edge.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = edge.app.server.address() as AddressInfo
  return Object.assign(edge, { port, bytes: () => bytes })
}

interface Dripping {
  readonly length: number
  readonly sent: number
  /** Continues after the server has asked it to stop. */
  readonly isStubborn?: boolean
}

/** Sends the head of a request and then its body, a byte at a time. Returns the response when the connection ends. */
async function drip(port: number, path: string, { length, sent, isStubborn = false }: Dripping) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  await once(socket, 'connect')
  const method = path === target ? 'PUT' : 'POST'
  const head = [`${method} ${path} HTTP/1.1`, 'Host: a', 'Authorization: Bearer fc-1']
  socket.write(`${head.join('\r\n')}\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`)
  const over = new Promise((done) => socket.once('close', done))
  const answer = readAnswer(socket)
  if (!isStubborn) socket.once('end', () => socket.end())
  for (let count = 0; count < sent && socket.writable; count += 1) {
    socket.write(count === 0 ? '{' : ' ')
    await sleep(dripMs)
  }
  await over
  return answer
}

const readAnswer = async (socket: Socket) =>
  (await buffer(socket).catch(() => Buffer.alloc(0))).toString('latin1')

test('a file may take longer than any other body, as long as bytes arrive', async () => {
  await using edge = await startSlowEdge({ idleMsMax: 60_000 })
  const file = await drip(edge.port, target, { length: 40, sent: 40 })
  assert.match(file, /^HTTP\/1.1 200 /)
  assert.equal(edge.bytes(), 40)
  const other = await drip(edge.port, '/v2/echo', { length: 40, sent: 40 })
  assert.match(other, /^HTTP\/1.1 408 /)
})

test('an upload that stalls is aborted', async () => {
  await using edge = await startSlowEdge()
  const answer = await drip(edge.port, target, { length: 40, sent: 3 })
  assert.match(answer, /^HTTP\/1.1 408 /)
  assert.equal(edge.bytes(), 3)
})

test('an upload that exceeds the total time is aborted, even if the client continues', async () => {
  await using edge = await startSlowEdge({ msMax: 300 })
  await drip(edge.port, target, { length: 1_000_000, sent: 1_000_000, isStubborn: true })
  assert.ok(edge.bytes() < 1_000_000)
})
