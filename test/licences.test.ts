import assert from 'node:assert/strict'
import { cpSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { licencesPage, readLicences } from '#scripts/licences.ts'

const root = join(import.meta.dirname, '..')

test('every package that is shipped is listed with its licence, those of first use too', () => {
  const names = [...readLicences(root).values()].flat()
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), 'tesseract.js', '@sparticuz/chromium'])
    assert.ok(names.includes(name), name)
  assert.ok(!names.includes('oxlint'))
})

test('an unknown licence stops the printing', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-licences-'))
  const file = join(folder.path, 'package-lock.json')
  cpSync(join(root, 'package-lock.json'), file)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  lock.packages['node_modules/fastify'].license = 'AGPL-3.0-only'
  writeFileSync(file, JSON.stringify(lock))
  assert.throws(() => licencesPage(folder.path), /AGPL-3\.0-only, fastify/)
})
