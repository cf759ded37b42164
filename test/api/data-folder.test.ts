import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFileStores } from '#storage/file-stores.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

/** Files and folders below the data folder that others than the owner may use. */
function openEntries(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0,
  )
}

test('pages, files and the secret in the data folder are readable by their owner only', async () => {
  await using service = await startService()
  await using site = await startPages({ '/': article('A page') })
  const { status } = await service.ask('POST', '/v2/scrape', { body: { url: site.url } })
  assert.equal(status, 200)

  const names = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' })
  assert.ok(names.includes('secret') && names.some((name) => name.endsWith('.zst')))
  assert.deepEqual(openEntries(service.dataDir), [])
})

test('permissions of existing data folders are tightened at the start', async () => {
  await using service = await startService()
  const folder = join(service.dataDir, 'pages')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  createFileStores({ dataDir: service.dataDir, bucket: undefined })
  assert.equal(statSync(folder).mode & 0o777, 0o700)
})
