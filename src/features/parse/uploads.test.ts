import assert from 'node:assert/strict'
import { createDecipheriv } from 'node:crypto'
import { mkdtempDisposable, readFile, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createFolderFiles } from '#storage/folder-files.ts'
import type { FileStore } from '#storage/file-store.ts'
import { createSigner } from '#storage/signer.ts'
import { createUploads } from './uploads.ts'

const never = new AbortController().signal
const bytes = () => Readable.from([Buffer.from('text')])

/** Two processes with folders of their own; the second receives and parses what the first has created. */
async function startUploads(directory: string, bucket?: FileStore) {
  const database = await testDatabase()
  const { teamId } = await addTeam(database)
  const { clock, pass } = await stopTime(database)
  const start = (name: string) =>
    createUploads({
      database,
      directory: join(directory, name),
      bucket,
      clock,
      signer: createSigner(() => Buffer.from('secret'), 'uploads'),
    })
  const uploads = start('')
  const call = { account: { teamId, principal: { kind: 'key', id: teamId } } } as Call
  return {
    ...uploads,
    elsewhere: start('elsewhere'),
    call,
    database,
    async announceOne() {
      const { uploadUrl, uploadRef } = await uploads.create({ filename: 'a.txt' }, call, 'http://a')
      return { uploadId: new URL(uploadUrl).pathname.split('/').at(-1) ?? '', uploadRef }
    },
    pass,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('an interrupted upload is deleted and can be repeated', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-uploads-'))
  await using uploads = await startUploads(folder.path)
  const target = await uploads.announceOne()
  const path = join(folder.path, target.uploadId)
  await uploads.database.query(`update uploads set state = 'receiving'`)
  await writeFile(path, 'half')

  await uploads.sweep()
  assert.deepEqual(await readdir(folder.path), [target.uploadId])
  await assert.rejects(
    uploads.receive(target, async () => bytes(), never),
    { code: 'NOT_FOUND' },
  )

  const before = new Date(Date.now() - 5 * 60_000)
  await utimes(path, before, before)
  await uploads.sweep()
  assert.deepEqual(await readdir(folder.path), [])
  await uploads.receive(target, async () => bytes(), never)
  await using file = await uploads.take(target.uploadRef, uploads.call)
  assert.equal(file.name, 'a.txt')
})

test('files that are not parsed in time and unknown files are deleted', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-uploads-'))
  await using uploads = await startUploads(folder.path)
  const target = await uploads.announceOne()
  await uploads.receive(target, async () => bytes(), never)
  await writeFile(join(folder.path, crypto.randomUUID()), 'stray')
  await uploads.sweep()
  assert.deepEqual(await readdir(folder.path), [target.uploadId])

  await uploads.pass(10 * 60_000)
  await uploads.sweep()
  assert.deepEqual(await readdir(folder.path), [])
  await assert.rejects(uploads.take(target.uploadRef, uploads.call), {
    message: 'uploadRef has expired.',
  })
})

const readText = async ({ path, key }: { readonly path: string; readonly key: Uint8Array }) => {
  const decipher = createDecipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return decipher.update(await readFile(path)).toString()
}

test('a file that one process has received is parsed at another, and removed from the bucket', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-uploads-'))
  await using stored = await mkdtempDisposable(join(tmpdir(), 'weir-bucket-'))
  const bucket = createFolderFiles(stored.path)
  await using uploads = await startUploads(folder.path, bucket)
  const target = await uploads.announceOne()
  await uploads.receive(target, async () => bytes(), never)
  const sealed = Buffer.from((await bucket.get(target.uploadId)) ?? [])
  assert.ok(sealed.length === 4 && !sealed.includes('text'))
  {
    await using file = await uploads.elsewhere.take(target.uploadRef, uploads.call)
    assert.equal(await readText(file), 'text')
  }
  assert.equal(await bucket.get(target.uploadId), undefined)
  assert.deepEqual(await readdir(join(folder.path, 'elsewhere')), [])
  await assert.rejects(uploads.take(target.uploadRef, uploads.call), { code: 'NOT_FOUND' })

  const forgotten = await uploads.announceOne()
  await uploads.receive(forgotten, async () => bytes(), never)
  await uploads.pass(10 * 60_000)
  await uploads.elsewhere.sweep()
  assert.equal(await bucket.get(forgotten.uploadId), undefined)
})

test('an upload is not lost when another process is asked that cannot read it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-uploads-'))
  await using uploads = await startUploads(folder.path)
  const target = await uploads.announceOne()
  await uploads.receive(target, async () => bytes(), never)
  await assert.rejects(uploads.elsewhere.take(target.uploadRef, uploads.call), {
    code: 'SERVICE_UNAVAILABLE',
  })
  await using file = await uploads.take(target.uploadRef, uploads.call)
  assert.equal(await readText(file), 'text')
})

test('an upload is not lost while the bucket does not answer', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-uploads-'))
  await using stored = await mkdtempDisposable(join(tmpdir(), 'weir-bucket-'))
  let isAway = false
  const store = createFolderFiles(stored.path)
  const bucket: FileStore = {
    ...store,
    open: (name) =>
      isAway ? Promise.reject(new ServiceError('SERVICE_UNAVAILABLE')) : store.open(name),
  }
  await using uploads = await startUploads(folder.path, bucket)
  const target = await uploads.announceOne()
  await uploads.receive(target, async () => bytes(), never)
  isAway = true
  await assert.rejects(uploads.take(target.uploadRef, uploads.call), {
    code: 'SERVICE_UNAVAILABLE',
  })
  isAway = false
  await using file = await uploads.take(target.uploadRef, uploads.call)
  assert.equal(await readText(file), 'text')
})
