import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabase } from './start-database.ts'

test('a stop logs no lost connections, also when the server is slow to close them', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-pool-'))
  const warnings: string[] = []
  const warn = (_fields: object, message: string) => void warnings.push(message)
  const log = { debug() {}, info() {}, warn, error: warn }
  const database = await startDatabase({ dataDir: folder.path, log })
  const connections = await Promise.all(
    Array.from({ length: 5 }, () =>
      database.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.2)', []),
    ),
  )
  const processes = new Set(connections.flat().map(({ pid }) => pid))

  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  const stopped = database[Symbol.asyncDispose]()
  await sleep(500)
  for (const pid of processes) process.kill(pid, 'SIGCONT')
  await stopped
  await sleep(100)

  assert.ok(processes.size > 1)
  assert.deepEqual(warnings, [])
})
