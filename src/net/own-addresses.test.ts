import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOwnAddresses } from './own-addresses.ts'

test('a port we listen on is ours on every address of this machine, and only there', async () => {
  const own = createOwnAddresses()
  await own.add('0.0.0.0', 3002)
  await own.add('localhost', 5432)
  await own.add('10.20.30.40', 6000)

  const asked: [string, number][] = [
    ['127.0.0.1', 3002],
    ['127.8.8.8', 3002],
    ['::1', 5432],
    ['10.20.30.40', 6000],
    ['127.0.0.1', 3003],
    ['10.20.30.40', 3002],
    ['127.0.0.1', 6000],
  ]
  assert.deepEqual(
    asked.map(([address, port]) => own.isOwn(address, port)),
    [true, true, true, true, false, false, false],
  )
})
