import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { createSnapshots } from './snapshots.ts'

const version = (markdown: string) => ({ markdown })
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

async function startSnapshots() {
  const database = await testDatabase()
  return {
    database,
    snapshots: createSnapshots({ database }),
    teamId: newId(),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('the last version of a page is stored by team, scope, URL and tag', async () => {
  await using started = await startSnapshots()
  const { snapshots, teamId } = started
  const page = { teamId, scope: 'team', url: 'https://site.example/' }
  const scrapeId = newId()
  await snapshots.put(page, { scrapeId, takenAt: at(1), version: version('one') })

  const kept = await snapshots.latest(page)
  assert.deepEqual(kept, { scrapeId, takenAt: at(1), goneAt: null, version: version('one') })
  for (const other of [
    { ...page, teamId: newId() },
    { ...page, scope: 'monitor:1:2' },
    { ...page, url: 'https://site.example/other' },
    { ...page, tag: 'weekly' },
  ]) {
    assert.equal(await snapshots.latest(other), undefined)
  }
})

test('an older version never replaces a newer one', async () => {
  await using started = await startSnapshots()
  const { snapshots, teamId } = started
  const page = { teamId, scope: 'team', url: 'https://site.example/' }
  await snapshots.put(page, { scrapeId: newId(), takenAt: at(2), version: version('two') })
  await snapshots.put(page, { scrapeId: newId(), takenAt: at(1), version: version('one') })

  assert.equal((await snapshots.latest(page))?.version.markdown, 'two')
})

test('a version written in a failed transaction is not stored', async () => {
  await using started = await startSnapshots()
  const { database, snapshots, teamId } = started
  const page = { teamId, scope: 'team', url: 'https://site.example/' }
  const write = await snapshots.prepare(page, {
    scrapeId: newId(),
    takenAt: at(1),
    version: version('one'),
  })
  const failing = database.transaction(async (sql) => {
    await write(sql)
    throw new Error('late failure')
  })

  await assert.rejects(failing, /late failure/)
  assert.equal(await snapshots.latest(page), undefined)
})

test('a removed page keeps its last version until it is back', async () => {
  await using started = await startSnapshots()
  const { snapshots, teamId } = started
  const page = { teamId, scope: 'team', url: 'https://site.example/' }
  await snapshots.put(page, { scrapeId: newId(), takenAt: at(1), version: version('one') })
  await snapshots.markGone(page, at(2))
  await snapshots.markGone(page, at(3))

  const gone = await snapshots.latest(page)
  assert.deepEqual([gone?.goneAt, gone?.version.markdown], [at(2), 'one'])
  await snapshots.put(page, { scrapeId: newId(), takenAt: at(4), version: version('one') })
  assert.equal((await snapshots.latest(page))?.goneAt, null)
})

test('listing and deletion are limited to a scope', async () => {
  await using started = await startSnapshots()
  const { snapshots, teamId } = started
  const put = (scope: string, path: string) =>
    snapshots.put(
      { teamId, scope, url: `https://site.example/${path}` },
      { scrapeId: newId(), takenAt: at(1), version: version(path) },
    )
  await Promise.all([put('monitor:a:1', 'x'), put('monitor:a:1', 'y'), put('monitor:a:2', 'x')])
  await put('monitor:ab:1', 'x')
  const urls = async (scope: string) => {
    const found: string[] = []
    for await (const pages of snapshots.list({ teamId, scope })) {
      found.push(...pages.map(({ url }) => url))
    }
    return found.toSorted()
  }

  assert.deepEqual(await urls('monitor:a:1'), ['https://site.example/x', 'https://site.example/y'])
  await snapshots.delete({ teamId, scope: 'monitor:a:1' })
  assert.deepEqual(await urls('monitor:a:1'), [])
  assert.equal((await urls('monitor:a:2')).length, 1)
  await snapshots.deleteAll({ teamId, scopePrefix: 'monitor:a:' })
  assert.deepEqual(await urls('monitor:a:2'), [])
  assert.equal((await urls('monitor:ab:1')).length, 1)
})

test('expired versions are deleted, those without expiry stay', async () => {
  await using started = await startSnapshots()
  const { snapshots, teamId } = started
  const page = (path: string) => ({ teamId, scope: 'team', url: `https://site.example/${path}` })
  const snapshot = { scrapeId: newId(), takenAt: at(1), version: version('one') }
  await snapshots.put(page('old'), { ...snapshot, lifeMs: 0 })
  await snapshots.put(page('young'), { ...snapshot, lifeMs: 60_000 })
  await snapshots.put(page('endless'), snapshot)
  await snapshots.sweep()

  const kept = await Promise.all(
    ['old', 'young', 'endless'].map((path) => snapshots.latest(page(path))),
  )
  assert.deepEqual(
    kept.map((it) => it !== undefined),
    [false, true, true],
  )
})
