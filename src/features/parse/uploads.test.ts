import assert from 'node:assert/strict'
import { mkdtempDisposable, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Call } from '#kernel/call.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createSigner } from '#storage/signer.ts'
import { createUploads } from './uploads.ts'

const never = new AbortController().signal
const bytes = () => Readable.from([Buffer.from('text')])

async function startUploads(directory: string) {
  const database = await testDatabase()
  const { teamId } = await addTeam(database)
  const { clock, pass } = await stopTime(database)
  const uploads = createUploads({
    database,
    directory,
    clock,
    signer: createSigner(() => Buffer.from('secret'), 'uploads'),
  })
  const call = { account: { teamId, principal: { kind: 'key', id: teamId } } } as Call
  return {
    ...uploads,
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
