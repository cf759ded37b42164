import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync } from 'node:fs'
import { mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { waiterUntil } from '#test/fixtures/waiter.ts'
import { createLookup } from './lookup.ts'

const soon = () => waiterUntil(AbortSignal.timeout(20_000))

test('a name gives all its addresses; one that does not exist rejects', async () => {
  await using lookup = createLookup()
  const addresses = await lookup('localhost', soon())
  assert.ok(addresses.some(({ address }) => address === '127.0.0.1' || address === '::1'))
  await assert.rejects(lookup('missing.invalid', soon()))
})

test('equal names of one team share an answer, those of two teams do not', async () => {
  await using lookup = createLookup({ perTeamMax: 1, waitingMax: 0 })
  const other = waiterUntil(AbortSignal.timeout(20_000), 'other')
  const [first, second, third] = await Promise.all([
    lookup('localhost', soon()),
    lookup('localhost', soon()),
    lookup('localhost', other),
  ])
  assert.equal(first, second)
  assert.notEqual(first, third)
  assert.deepEqual(first, third)
})

test('the names a team has waiting are bounded, and a caller may stop waiting', async () => {
  await using lookup = createLookup({ perTeamMax: 1, waitingMax: 0 })
  const running = lookup('localhost', soon())
  await assert.rejects(lookup('other.localhost', soon()), { code: 'SERVICE_UNAVAILABLE' })
  const gone = waiterUntil(AbortSignal.abort(new Error('gone')))
  await assert.rejects(lookup('localhost', gone), /gone/)
  assert.ok((await running).length > 0)
})

test('a look-up needs no thread of this process', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-lookup-'))
  const pipe = join(folder.path, 'pipe')
  execFileSync('/usr/bin/env', ['mkfifo', pipe])
  // Opening a pipe to read keeps a thread until somebody opens it to write.
  const blocked = Array.from({ length: 128 }, () => open(pipe))
  await using lookup = createLookup()
  try {
    assert.ok((await lookup('localhost', soon())).length > 0)
  } finally {
    const writer = openSync(pipe, constants.O_RDWR)
    for (const file of await Promise.all(blocked)) await file.close()
    closeSync(writer)
  }
})

test('when the process of look-ups dies, those under way fail and the next one starts another', async () => {
  await using lookup = createLookup()
  const failed = assert.rejects(lookup('localhost', soon()), /look-up process has ended/)
  // The query waits for the start of the process.
  await setImmediate()
  for (const pid of lookupProcesses()) process.kill(pid, 'SIGKILL')
  await failed

  assert.ok((await lookup('localhost', soon())).length > 0)
})

const lookupProcesses = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('lookup/run.ts'))
    .map(Number)
