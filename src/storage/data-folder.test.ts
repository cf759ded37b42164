import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isForeignFolder } from './data-folder.ts'

test('a folder is known by whatever a process has put there first', () => {
  for (const name of ['postgres.1', 'secret', 'incoming', 'files', 'pages', 'browser', 'uploads']) {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-data-'))
    assert.equal(isForeignFolder(folder.path), false)
    mkdirSync(join(folder.path, 'lost+found'))
    assert.equal(isForeignFolder(folder.path), false)
    mkdirSync(join(folder.path, 'photos'))
    assert.equal(isForeignFolder(folder.path), true)
    mkdirSync(join(folder.path, name))
    assert.equal(isForeignFolder(folder.path), false, name)
  }
})
