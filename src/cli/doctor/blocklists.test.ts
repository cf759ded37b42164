import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtempDisposable, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#config.ts'
import { checkBlocklists } from './blocklists.ts'

test('the doctor names lists that are missing or were not refreshed in time', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-doctor-'))
  const kept = join(folder.path, 'blocklists')
  await mkdir(kept)
  const [file, gone] = [join(folder.path, 'list.txt'), join(folder.path, 'gone.txt')]
  await writeFile(file, 'evil.example')
  const [fresh, old, never] = ['fresh', 'old', 'never'].map(
    (name) => `https://lists.example/${name}`,
  )
  for (const [source = '', hours] of [
    [fresh, 1],
    [old, 49],
  ] as const) {
    const path = join(kept, `${createHash('sha256').update(source).digest('hex')}.list`)
    await writeFile(path, 'evil.example')
    const at = new Date(Date.now() - hours * 3_600_000)
    await utimes(path, at, at)
  }
  const check = (lists: string) =>
    checkBlocklists(readConfig({ WEIR_DATA_DIR: folder.path, WEIR_THREAT_LISTS: lists }))
  assert.deepEqual(await check(''), [])
  const found = await check([file, gone, fresh, `${old}`, `${never}`].join(','))
  assert.deepEqual(
    found.map(({ state }) => state),
    ['ok', 'missing', 'ok', 'missing', 'note'],
  )
  assert.match(found[3]?.text ?? '', /downloaded 49 hours ago: older than 24 hours/)
})
