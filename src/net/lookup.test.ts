import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync } from 'node:fs'
import { mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { callerUntil } from '#test/fixtures/caller.ts'
import { createLookup } from './lookup.ts'

const soon = () => callerUntil(AbortSignal.timeout(60_000))

test('all addresses of a name are returned; an unknown name rejects', async () => {
  await using lookup = createLookup()
  const addresses = await lookup('localhost', soon())
  assert.ok(addresses.some(({ address }) => address === '127.0.0.1' || address === '::1'))
  await assert.rejects(lookup('missing.invalid', soon()))
})

test('concurrent lookups of a name share a query within a team, not between teams', async () => {
  await using lookup = createLookup({ perTeamMax: 1, waitingMax: 0 })
  const other = callerUntil(AbortSignal.timeout(60_000), 'other')
  const [first, second, third] = await Promise.all([
    lookup('localhost', soon()),
    lookup('localhost', soon()),
    lookup('localhost', other),
  ])
  assert.equal(first, second)
  assert.notEqual(first, third)
  assert.deepEqual(first, third)
})

test('waiting lookups of a team are limited and can be aborted', async () => {
  await using lookup = createLookup({ perTeamMax: 1, waitingMax: 0 })
  const running = lookup('localhost', soon())
  await assert.rejects(lookup('other.localhost', soon()), { code: 'SERVICE_UNAVAILABLE' })
  const gone = callerUntil(AbortSignal.abort(new Error('gone')))
  await assert.rejects(lookup('localhost', gone), /gone/)
  assert.ok((await running).length > 0)
})

test('a lookup needs no thread of this process', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-lookup-'))
  const pipe = join(folder.path, 'pipe')
  execFileSync('/usr/bin/env', ['mkfifo', pipe])
  // Opening a pipe for reading blocks a thread until it is opened for writing.
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

test('when the lookup process dies, pending lookups fail and the next one starts another', async () => {
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
