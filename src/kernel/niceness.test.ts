import assert from 'node:assert/strict'
import { scrypt } from 'node:crypto'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { lowerThreadPool, niceness } from './niceness.ts'
import { listThreads, readProcessFile } from './processes.ts'

const isLinux = process.platform === 'linux'

/** How much each of the threads that hash and compress yields. */
const readYielding = () =>
  listThreads(process.pid)
    .filter((thread) => readProcessFile(process.pid, `task/${thread}/comm`) === 'libuv-worker\n')
    .map((thread) => getPriority(Number(thread)) - getPriority(process.pid))

test(
  'threads of Node that hash and compress yield, the main thread does not',
  { skip: !isLinux },
  async () => {
    await promisify(scrypt)('password', 'salt', 32)
    assert.deepEqual(new Set(readYielding()), new Set([0]))
    lowerThreadPool()
    assert.deepEqual(new Set(readYielding()), new Set([niceness]))
  },
)
