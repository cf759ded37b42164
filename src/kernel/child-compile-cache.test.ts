import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { childCompileCache } from './child-compile-cache.ts'

test('a child process has the compile cache of its parent', () => {
  enableCompileCache(join(tmpdir(), 'weir-compile-cache'))
  const program = `process.stdout.write(require('node:module').getCompileCacheDir() ?? '')`
  const child = spawnSync(process.execPath, ['-e', program], { env: childCompileCache() })
  assert.ok(getCompileCacheDir())
  assert.equal(child.stdout.toString(), getCompileCacheDir())
})
