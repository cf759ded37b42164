import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBackgroundWrites } from './background-writes.ts'

test('writes are waited for while others hold too many bytes, and when it is disposed', async () => {
  const ends: (() => void)[] = []
  const write = () => new Promise<void>((resolve) => ends.push(resolve))
  const writes = createBackgroundWrites({ bytesMax: 100, patienceMs: 0 })
  await writes.begin(60, write)
  await writes.begin(40, write)

  let isLastEnded = false
  const last = writes.begin(1, write).then(() => (isLastEnded = true))
  ends[0]?.()
  await new Promise(setImmediate)
  assert.equal(isLastEnded, false)
  ends[2]?.()
  await last
  await writes.begin(60, write)

  let isDisposed = false
  const disposed = writes[Symbol.asyncDispose]().then(() => (isDisposed = true))
  ends[1]?.()
  await new Promise(setImmediate)
  assert.equal(isDisposed, false)
  ends[3]?.()
  await disposed
})
