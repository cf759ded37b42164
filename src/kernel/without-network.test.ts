import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { withoutNetwork } from './without-network.ts'

const prefix = withoutNetwork()
const skip = prefix.length > 0 ? false : 'this system permits no network namespaces'

test('a program and those that it starts reach nothing on this machine', { skip }, async () => {
  const reached = { connections: 0, messages: 0 }
  const server = createServer((socket) => {
    reached.connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  const receiver = createSocket('udp4', () => (reached.messages += 1)).bind(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(receiver, 'listening')])
  const { port } = server.address() as AddressInfo
  const attempt = `
    const { connect } = require('node:net'), { createSocket } = require('node:dgram')
    const { spawnSync } = require('node:child_process')
    if (process.argv[1] !== 'inner') spawnSync(process.execPath, ['-e', ${JSON.stringify('ATTEMPT')}.replace('ATTEMPT', process.env.ATTEMPT), 'inner'], { env: process.env })
    connect(${port}, '127.0.0.1').on('error', () => {}).on('connect', function () { this.destroy() })
    const socket = createSocket('udp4').on('error', () => {})
    socket.send('x', ${receiver.address().port}, '127.0.0.1', () => socket.close())
  `
  async function run(command: readonly string[]) {
    const [program, ...args] = [...command, process.execPath, '-e', attempt]
    const child = spawn(program ?? '', args, { stdio: 'ignore', env: { ATTEMPT: attempt } })
    const [code] = (await once(child, 'exit')) as [number]
    assert.equal(code, 0)
  }
  await run(prefix)
  assert.deepEqual(reached, { connections: 0, messages: 0 })
  await run([])
  while (reached.connections < 2 || reached.messages < 2)
    await new Promise((resolve) => setTimeout(resolve, 5))
  server.close()
  receiver.close()
})
