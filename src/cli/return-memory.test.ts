import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import { until } from '#test/fixtures/until.ts'
import { startReturningMemory } from './return-memory.ts'

const lookMs = 15_000
const quietMs = 300
const worthBytes = 16 * 1024 * 1024

/** Objects that stay, each between many that go: no page of the heap becomes empty by itself. */
function scatter(): object[] {
  const kept: object[] = []
  for (let index = 0; index < 600_000; index++) {
    const one = { index, name: `name ${index}` }
    if (index % 50 === 0) kept.push(one)
  }
  return kept
}

const heapBytes = () => getHeapStatistics().total_physical_size

/** What the heap takes: full of a burst, after a look at the busy service, and after one at the quiet service, in bytes. */
interface Sizes {
  readonly full: number
  readonly busy: number
  readonly quiet: number
  readonly kept: number
}

async function measure(): Promise<Sizes> {
  mock.timers.enable({ apis: ['setInterval'] })
  using returning = startReturningMemory()
  void returning
  await sleep(quietMs)
  mock.timers.tick(lookMs)
  const burst = Array.from({ length: 8 }, scatter)
  const full = heapBytes()
  mock.timers.tick(lookMs)
  await sleep(quietMs)
  const busy = heapBytes()
  await until(() => {
    mock.timers.tick(lookMs)
    return heapBytes() < full - worthBytes
  })
  return { full, busy, quiet: heapBytes(), kept: burst.flat().length }
}

if (process.argv[2] === 'measure') process.stdout.write(JSON.stringify(await measure()))
else
  test('a quiet service gives the memory of a burst back, a busy one does not stand for it', async () => {
    // The heap of a process of its own: what other tests have left is collected at any time.
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, [import.meta.filename, 'measure'])
    const { full, busy, quiet, kept } = JSON.parse(stdout) as Sizes
    assert.ok(busy > full - worthBytes, `busy: ${full} to ${busy}`)
    assert.ok(quiet < full - worthBytes, `quiet: ${full} to ${quiet}`)
    assert.equal(kept, 96_000)
  })
