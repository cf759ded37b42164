import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { inBatches } from '#kernel/in-batches.ts'
import type { Sql } from '#storage/database.ts'
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

const readHost = (url = '') => new URL(url).hostname
/** After an error in the database, only a rollback lets the transaction continue. */
const failIn = (sql: Sql | undefined, host: string) =>
  host.startsWith('not-') ? sql?.query('select 1 / 0') : undefined

test('a page that cannot be found, put or deleted is left out, and other pages are indexed', async () => {
  await using database = await testDatabase()
  await database.query(
    `insert into search_pending (team_id, cache_key, created_at)
     select gen_random_uuid(), host::bytea, now() - interval '1 minute' from unnest($1::text[]) host`,
    [['lost', 'put', 'not-put', 'deleted', 'not-deleted']],
  )
  let awayTimes = 2
  const find = inBatches(
    async (hosts: readonly string[]) => {
      if (awayTimes-- > 0) throw new ServiceError('SERVICE_UNAVAILABLE')
      if (hosts.includes('lost')) throw new Error('unreadable row')
      return hosts.map((host) => ({
        fetchedAt: new Date(),
        url: `https://${host}/`,
        status: host.endsWith('deleted') ? 410 : 200,
        headers: { 'content-type': 'text/html' },
        validators: { etag: undefined, lastModified: undefined },
        load: () => Promise.resolve(undefined),
      }))
    },
    { itemsMax: 100 },
  )
  const put: string[] = []
  const deleted: string[] = []
  const warnings: string[] = []
  const indexer = startIndexer({
    database,
    index: {
      async put(pages, sql) {
        for (const { url } of pages) await failIn(sql, readHost(url))
        put.push(...pages.map(({ url }) => readHost(url)))
      },
      async deletePages(_teamId, what, sql) {
        const host = readHost(what.kind === 'urls' ? what.urls[0] : undefined)
        await failIn(sql, host)
        deleted.push(host)
      },
    },
    cache: { find: ({ key }) => find(String(key)) },
    readContent: () => Promise.reject(new Error('all pages have been read')),
    readPages: {
      offer() {},
      take: (page) => ({ ...page, markdown: 'Text', metadata: {} }),
    },
    log: { ...silentLog, warn: (_fields, message) => void warnings.push(message) },
  })
  const isEmpty = async () => (await database.query('select from search_pending')).length === 0
  const isDone = await until(isEmpty, { withinMs: 30_000 })
  await indexer[Symbol.asyncDispose]()
  assert.ok(isDone, warnings.join())
  assert.deepEqual([put, [...new Set(deleted)]], [['put'], ['deleted']])
  assert.deepEqual(warnings, [
    'pages not indexed',
    'page not found for the index',
    'page not indexed',
    'page not indexed',
  ])
})
