import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pack, unpack } from './packing.ts'

for (const [name, length] of [
  ['a short text', 5_000],
  ['a long text', 2_000_000],
] as const)
  test(`${name} is unpacked as it was packed, also one that compresses well`, async () => {
    for (const text of ['x'.repeat(length), Array.from({ length: length / 10 }, String).join(' ')])
      assert.equal((await unpack(await pack(text))).toString(), text)
  })

test('a wrong length of the result changes nothing', async () => {
  const text = Array.from({ length: 40_000 }, String).join(' ')
  const packed = await pack(text)
  for (const length of [0, 1, 1_000, text.length, 100_000_000])
    assert.equal((await unpack(packed, length)).toString(), text)
})

test('damaged bytes are a failure', async () => {
  const packed = Buffer.from(await pack('some text '.repeat(100)))
  packed[packed.length - 8] = (packed[packed.length - 8] ?? 0) ^ 255
  await assert.rejects(unpack(packed))
})
