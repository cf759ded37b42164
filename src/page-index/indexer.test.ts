import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { until } from '#test/fixtures/until.ts'
import { startIndexer } from './indexer.ts'
import { createReadPages } from './read-pages.ts'

test('a team does not wait for the many pages of another', async () => {
  await using database = await testDatabase()
  const [busy, quiet] = [newId(), newId()]
  const add = (teamId: string, pages: number) =>
    database.query(
      `insert into search_pending (team_id, cache_key, created_at)
       select $1, sha256(n::text::bytea), now() - interval '1 minute' from generate_series(1, $2::integer) n`,
      [teamId, pages],
    )
  await add(busy, 500)
  await add(quiet, 2)
  const asked: string[] = []
  const indexer = startIndexer({
    database,
    index: { put: () => Promise.resolve(), deletePages: () => Promise.resolve() },
    cache: {
      find({ teamId }) {
        asked.push(teamId)
        return Promise.resolve(undefined)
      },
    },
    readContent: () => Promise.reject(new Error('nothing is in the cache')),
    readPages: createReadPages(),
    log: silentLog,
  })
  const isEmpty = async () => (await database.query('select from search_pending')).length === 0
  const isDone = await until(isEmpty)
  await indexer[Symbol.asyncDispose]()
  assert.ok(isDone)
  assert.equal(asked.length, 502)
  assert.equal(asked.slice(0, 50).filter((id) => id === quiet).length, 2)
})
