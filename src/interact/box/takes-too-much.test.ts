import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { killGroup } from '#kernel/kill-group.ts'
import { takesTooMuch } from './takes-too-much.ts'

const isLinux = process.platform === 'linux'

test(
  'sockets of the machine are none of a box that is being made',
  { skip: !isLinux },
  async () => {
    const servers = Array.from({ length: 40 }, () => createServer().listen(0, '127.0.0.1'))
    await Promise.all(servers.map((server) => once(server, 'listening')))
    const script = '/bin/sh -c "echo ready; read line; :"; :'
    const child = spawn('/bin/sh', ['-c', script], { detached: true })
    try {
      await once(child.stdout, 'data')
      const box = { pid: child.pid ?? 0, memoryBytesMax: 8_000_000, isOfProgram: true }
      assert.equal(takesTooMuch(box), false)
      assert.equal(takesTooMuch({ ...box, memoryBytesMax: 1_000 }), true)
    } finally {
      killGroup(child.pid)
      for (const server of servers) server.close()
    }
  },
)
