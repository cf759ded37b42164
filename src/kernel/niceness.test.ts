import assert from 'node:assert/strict'
import { scrypt } from 'node:crypto'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createTaskThreads } from './task-threads.ts'
import { lowerThreadPool, niceness } from './niceness.ts'
import { listThreads, readProcessFile } from './processes.ts'

const isLinux = process.platform === 'linux'

/** How much each thread yields, by its name. */
const readThreads = () =>
  listThreads(process.pid).map((thread) => ({
    name: readProcessFile(process.pid, `task/${thread}/comm`).trim(),
    yields: getPriority(Number(thread)) - getPriority(process.pid),
  }))

test(
  'threads of Node that hash and compress yield, the main thread does not',
  { skip: !isLinux },
  async () => {
    await promisify(scrypt)('password', 'salt', 32)
    const find = (name: string) => readThreads().filter((thread) => thread.name === name)
    assert.ok(find('libuv-worker').length > 0)
    assert.ok(find('libuv-worker').every(({ yields }) => yields === 0))
    lowerThreadPool()
    assert.ok(find('libuv-worker').every(({ yields }) => yields === niceness))
    assert.equal(getPriority(process.pid), 0)
  },
)
