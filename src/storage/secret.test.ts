import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSecret } from './secret.ts'

test('the secret is generated once, readable by its owner only, and has a key per purpose', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-secret-'))
  const keys = [1, 2].map(() => createSecret({ configured: undefined, dataDir })('files'))
  assert.deepEqual(keys[0], keys[1])
  assert.deepEqual(readdirSync(dataDir), ['secret'])
  assert.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600)
  const configured = createSecret({ configured: 'x'.repeat(32), dataDir })
  assert.notDeepEqual(configured('files'), keys[0])
  assert.notDeepEqual(configured('files'), configured('webhooks'))
  rmSync(dataDir, { recursive: true })
})
