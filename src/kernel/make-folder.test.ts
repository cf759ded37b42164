import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from './make-folder.ts'

test('a folder is made with those above it, and may exist', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-folder-'))
  const path = join(folder.path, 'a', 'b', 'c')
  makeFolder(path, 0o700)
  makeFolder(path)
  assert.equal(statSync(path).mode & 0o777, 0o700)
})

test('a file in the way is an error', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-folder-'))
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  assert.throws(() => makeFolder(file), { code: 'EEXIST' })
  assert.throws(() => makeFolder(join(file, 'below', 'it')), { code: 'ENOTDIR' })
})

test(
  'a folder where nothing can be created is an error at once',
  { skip: !existsSync('/proc') },
  () => {
    const program = `import(${JSON.stringify(new URL('make-folder.ts', import.meta.url).href)})
    .then(({ makeFolder }) => makeFolder('/proc/weir/data'))
    .catch(({ code }) => process.stdout.write(code))`
    // In a process, which can be killed: what this test is about would never return.
    const { stdout } = spawnSync(process.execPath, ['--eval', program], { timeout: 60_000 })
    assert.equal(stdout.toString(), 'ENOENT')
  },
)
