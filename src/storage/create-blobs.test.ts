import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createBlobs } from './create-blobs.ts'

test('a blob comes back as it was, is kept once however many put it, and goes when removed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'weir-blobs-'))
  try {
    const blobs = createBlobs(directory)
    const bytes = Buffer.from('a river '.repeat(1_000))

    const kept = await Promise.all(Array.from({ length: 10 }, () => blobs.put(bytes)))

    const [{ address, storedBytes } = { address: '', storedBytes: 0 }] = kept
    assert.ok(storedBytes < 200)
    assert.deepEqual(Buffer.from((await blobs.get(address)) ?? []), bytes)
    assert.deepEqual(readdirSync(join(directory, address.slice(0, 2))), [`${address}.zst`])
    await blobs.remove(address)
    assert.equal(await blobs.get(address), undefined)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
