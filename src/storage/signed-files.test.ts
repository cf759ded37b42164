import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { startS3Server } from '#test/fixtures/s3-server.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import type { FileStore } from './file-store.ts'
import { createFolderFiles } from './folder-files.ts'
import { createS3Files } from './s3-files.ts'
import { createSignedFiles, type FileLink } from './signed-files.ts'
import { createSigner } from './signer.ts'

const credentials = { accessKeyId: 'weir', secretAccessKey: 'a secret key', region: 'eu-test-1' }
const bytes = new Uint8Array([1, 2, 3, 0, 255])
const png = { bytes, contentType: 'image/png' } as const
const dayMs = 86_400_000

function parseLink(link: string): FileLink {
  const { pathname, searchParams } = new URL(link, 'http://weir')
  return {
    name: pathname.replace('/files/', ''),
    expires: searchParams.get('expires') ?? '',
    signature: searchParams.get('signature') ?? '',
  }
}

/** Tests the contract of signed files for a store; `count` returns its number of files. */
async function keepsItsPromise(store: FileStore, count: () => number): Promise<void> {
  await using database = await testDatabase()
  const { teamId } = await addTeam(database)
  const startMs = Date.parse('2026-03-01T12:00:00Z')
  const { pass } = await stopTime(database, startMs)
  const files = createSignedFiles({
    database,
    store,
    signer: createSigner(() => Buffer.from('key'), 'file links'),
  })

  const link = parseLink(await files.keep({ ...png, teamId }))
  const found = await files.read(link)
  assert.deepEqual(
    found && [Buffer.from(found.content as Uint8Array), found.contentType, found.name],
    [Buffer.from(bytes), 'image/png', link.name],
  )
  assert.equal(found?.expiresAt.getTime(), startMs + dayMs)
  const strange = createSignedFiles({
    database,
    store,
    signer: createSigner(() => Buffer.from('another'), 'file links'),
  })
  assert.equal(await strange.read(link), undefined)

  const path = join(tmpdir(), `${newId()}.mp4`)
  const film = Buffer.alloc(17 * 1024 * 1024, 'film')
  writeFileSync(path, film)
  const copy = { teamId, path, byteLength: film.length, contentType: 'video/mp4' } as const
  const copied = parseLink(await files.keepCopy(copy))
  rmSync(path)
  const large = await files.read(copied)
  assert.ok(large?.content instanceof Readable)
  assert.ok(film.equals(await buffer(large.content)))
  assert.equal(large.expiresAt.getTime(), startMs + 3_600_000)

  const gone = parseLink(await files.keep({ ...png, teamId: newId() }))
  assert.equal(await files.read(gone), undefined)
  assert.equal(count(), 3)
  await files.sweep()
  assert.equal(count(), 2)

  await pass(dayMs)
  assert.equal(await files.read(link), undefined)
  await files.sweep()
  assert.equal(count(), 0)
  assert.equal((await database.query('select 1 from files')).length, 0)
}

test('the same bytes of a team keep their link until half of its time is over', async () => {
  await using database = await testDatabase()
  const [{ teamId }, other] = [await addTeam(database), await addTeam(database)]
  const { pass } = await stopTime(database)
  const store = createFolderFiles(mkdtempSync(join(tmpdir(), 'weir-files-')))
  const files = createSignedFiles({
    database,
    store,
    signer: createSigner(() => Buffer.from('key'), 'file links'),
  })

  const link = await files.keepOnce({ ...png, teamId })
  await pass(dayMs / 2 - 1_000)
  assert.equal(await files.keepOnce({ ...png, teamId }), link)
  assert.ok(await files.read(parseLink(link)))
  const others = [
    await files.keepOnce({ ...png, teamId: other.teamId }),
    await files.keepOnce({ ...png, contentType: 'image/jpeg', teamId }),
    await files.keepOnce({ ...png, bytes: bytes.subarray(1), teamId }),
    await files.keepOnce({ ...png, kind: 'whole', teamId }),
  ]
  assert.equal(new Set([link, ...others]).size, 5)
  await pass(1_000)
  const renewed = await files.keepOnce({ ...png, teamId })
  assert.notEqual(renewed, link)
  assert.equal(await files.keepOnce({ ...png, teamId }), renewed)
})

test('files in a folder can be read by their link for a day, and are then deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-files-'))
  const isFile = { recursive: true, withFileTypes: true } as const
  await keepsItsPromise(
    createFolderFiles(folder),
    () => readdirSync(folder, isFile).filter((it) => it.isFile()).length,
  )
  rmSync(folder, { recursive: true })
})

test('files in a bucket can be read by their link for a day, and are then deleted', async () => {
  await using server = await startS3Server(credentials)
  const bucket = { ...credentials, endpoint: `${server.url}/weir` }
  await keepsItsPromise(createS3Files(bucket, 'files'), () => server.objects.size)
})

test('a bucket gets the file unchanged, under its name', async () => {
  await using server = await startS3Server(credentials)
  const store = createS3Files({ ...credentials, endpoint: `${server.url}/weir` }, 'files')
  await store.put('a.png', bytes, 'image/png')
  assert.deepEqual(
    [...server.objects],
    [['weir/files/a.png', { bytes: Buffer.from(bytes), contentType: 'image/png' }]],
  )
  assert.equal(await store.get('b.png'), undefined)
  await store.remove('b.png')
})

test('a storage error makes the service unavailable without details', async () => {
  await using server = await startS3Server(credentials)
  const endpoint = `${server.url}/weir`
  const unavailable = { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 10 }
  const stranger = createS3Files({ ...credentials, secretAccessKey: 'wrong', endpoint }, 'files')
  await assert.rejects(stranger.put('a.png', bytes, 'image/png'), unavailable)
  server.fail()
  const store = createS3Files({ ...credentials, endpoint }, 'files')
  await assert.rejects(store.put('a.png', bytes, 'image/png'), unavailable)
  await assert.rejects(store.get('a.png'), unavailable)
})
