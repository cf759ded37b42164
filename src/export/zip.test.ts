import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { zip, type ZipFile } from './zip.ts'

const date = new Date('2026-02-28T13:14:16Z')

/** Writes an archive and returns what another program finds in it. */
async function read(files: () => AsyncGenerator<ZipFile>, code: string): Promise<unknown> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-zip-'))
  const file = join(folder.path, 'files.zip')
  await pipeline(zip(files(), date), createWriteStream(file))
  const program = `import json, sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps(${code}))`
  return JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }))
}

test('another program reads names, contents, times and modes', async () => {
  const found = await read(async function* () {
    yield { name: 'a/ü.md', content: 'Zürich 🌊'.repeat(1_000) }
    yield { name: 'empty.md', content: '' }
  }, '[[i.filename, z.read(i).decode(), i.date_time, oct(i.external_attr >> 16)] for i in z.infolist()]')
  const time = [2026, 2, 28, 13, 14, 16]
  assert.deepEqual(found, [
    ['a/ü.md', 'Zürich 🌊'.repeat(1_000), time, '0o100644'],
    ['empty.md', '', time, '0o100644'],
  ])
})

test('an archive has more files than the classic format can count', async () => {
  const count = 66_000
  const found = await read(async function* () {
    for (let n = 0; n < count; n++) yield { name: `${n}.md`, content: String(n) }
  }, '[len(z.namelist()), z.read("65999.md").decode()]')
  assert.deepEqual(found, [count, '65999'])
})

test('an archive without files is valid', async () => {
  assert.deepEqual(await read(async function* () {}, 'z.namelist()'), [])
})

test('the checksum of a huge file, which is made in parts, is right', async () => {
  const content = 'Zürich 🌊 '.repeat(2_000_000)
  const found = await read(async function* () {
    yield { name: 'a.md', content }
  }, '[i.file_size for i in z.infolist()]')
  assert.deepEqual(found, [Buffer.byteLength(content)])
})
