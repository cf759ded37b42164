import assert from 'node:assert/strict'
import { createDecipheriv, createHash } from 'node:crypto'
import { mkdtempDisposable, readFile, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createTemporaryFiles } from './temporary-files.ts'

const keeping = { bytesMax: 1_000_000, signal: new AbortController().signal }
const text = 'what nobody else may read '.repeat(1_000)

test('a file on disk is encrypted, and deleted when it is disposed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-files-'))
  const files = createTemporaryFiles(folder.path)
  {
    await using file = await files.keep(Readable.from([Buffer.from(text)]), keeping)
    const stored = await readFile(file.path)
    assert.ok(!stored.includes('nobody'))
    const decipher = createDecipheriv('aes-256-ctr', file.key, Buffer.alloc(16))
    assert.equal(decipher.update(stored).toString(), text)
    assert.equal(file.bytes, text.length)
    assert.equal(file.digest, createHash('sha256').update(text).digest('hex'))
  }
  assert.deepEqual(await readdir(folder.path), [])
})

test('a file that is too large or interrupted is deleted', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-files-'))
  const files = createTemporaryFiles(folder.path)
  const source = () => Readable.from([Buffer.from(text)])
  await assert.rejects(files.keep(source(), { ...keeping, bytesMax: 100 }), {
    code: 'PAYLOAD_TOO_LARGE',
  })
  const gone = new Readable({ read() {} })
  const left = new AbortController()
  const kept = files.keep(gone, { ...keeping, signal: left.signal })
  gone.push(Buffer.from(text))
  left.abort()
  await assert.rejects(kept)
  assert.deepEqual(await readdir(folder.path), [])
})

test('files of crashed processes are deleted at the start, files in use are not', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-files-'))
  const alive = `${process.ppid}-in-use`
  for (const name of [`${process.pid}-before`, '4194305-dead', 'nonsense', alive]) {
    await writeFile(join(folder.path, name), 'sealed')
  }
  const files = createTemporaryFiles(folder.path)
  await using own = await files.makeFolder()
  await files.removeLeftovers()
  assert.deepEqual((await readdir(folder.path)).toSorted(), [alive, basename(own.path)].toSorted())
})
