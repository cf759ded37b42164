import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startS3Server } from '#test/fixtures/s3-server.ts'
import { createBlobs } from './create-blobs.ts'
import { createS3Files } from './s3-files.ts'
import { createStoredBlobs } from './stored-blobs.ts'

test('a blob is stored once, read unchanged, and removed', async () => {
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

test('a damaged blob counts as missing and is written again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'weir-blobs-'))
  try {
    const blobs = createBlobs(directory)
    const bytes = Buffer.from('a river '.repeat(1_000))
    const { address } = await blobs.put(bytes)
    const path = join(directory, address.slice(0, 2), `${address}.zst`)
    const whole = readFileSync(path)
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(8) ^ 1, 8)
    for (const broken of [Buffer.alloc(0), Buffer.alloc(40), whole.subarray(0, -5), changed]) {
      writeFileSync(path, broken)
      assert.equal(await blobs.get(address), undefined)
      await blobs.put(bytes)
      assert.deepEqual(Buffer.from((await blobs.get(address)) ?? []), bytes)
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('in a bucket a blob is stored compressed, below its folder', async () => {
  const credentials = { accessKeyId: 'weir', secretAccessKey: 'a secret key', region: 'eu-test-1' }
  await using server = await startS3Server(credentials)
  const bucket = { ...credentials, endpoint: `${server.url}/weir` }
  const blobs = createStoredBlobs(createS3Files(bucket, 'pages'))
  const bytes = Buffer.from('a river '.repeat(1_000))

  const { address, storedBytes } = await blobs.put(bytes)

  const [[name, kept] = []] = server.objects
  assert.equal(name, `weir/pages/${address.slice(0, 2)}/${address}.zst`)
  assert.equal(kept?.bytes.length, storedBytes)
  assert.deepEqual(Buffer.from((await blobs.get(address)) ?? []), bytes)
  await blobs.remove(address)
  assert.equal(await blobs.get(address), undefined)
})
