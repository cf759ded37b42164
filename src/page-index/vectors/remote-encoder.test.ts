import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { toIndexable, wordsOfQuery } from '#benchmarks/search/measure.ts'
import { newId } from '#kernel/ids.ts'
import type { ApiRequest } from '#net/api-client.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { testDatabase } from '#test/database.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import type { VectorEncoder } from './encoder.ts'
import { createRemoteEncoder } from './remote-encoder.ts'
import { encodeNext } from './start-encoding.ts'

const signal = new AbortController().signal
const api = { url: 'http://models.example/v1', model: 'small', key: 'k' }

interface State {
  isReachable: boolean
  dimensions: number
  /** Runs while a request waits. */
  before?: (() => Promise<void>) | undefined
}

/** A server whose vectors tell apart texts about water from others. */
function createServer(dimensions: number) {
  const requests: ApiRequest[] = []
  const state: State = { isReachable: true, dimensions }
  const callApi = async (request: ApiRequest) => {
    requests.push(request)
    await state.before?.()
    if (!state.isReachable) throw new Error('not reachable')
    const { input } = JSON.parse(request.body ?? '') as { input: string[] }
    const data = input.map((text, index) => ({
      index,
      embedding: Array.from({ length: state.dimensions }, (_, at) =>
        /river|water|brook/i.test(text) === (at % 2 === 0) ? 1 : -1,
      ),
    }))
    return { status: 200, headers: {}, body: JSON.stringify({ data: data.toReversed() }) }
  }
  return { requests, state, callApi }
}

test('texts are sent in groups, and vectors have length 1 and the order of the texts', async () => {
  const { callApi, requests } = createServer(6)
  const encoder = createRemoteEncoder(api, callApi)
  const texts = Array.from({ length: 40 }, (_, at) => (at === 33 ? 'a river' : 'a hill'))
  const vectors = await encoder.encode(texts, signal)
  assert.deepEqual([vectors.length, requests.length], [40, 2])
  assert.equal(requests[0]?.url, 'http://models.example/v1/embeddings')
  assert.equal(requests[0]?.headers['authorization'], 'Bearer k')
  assert.ok(Math.abs((vectors[0]?.[1] ?? 0) - 1 / Math.sqrt(6)) < 1e-6)
  assert.deepEqual(
    vectors.flatMap((vector, at) => ((vector[0] ?? 0) > 0 ? [at] : [])),
    [33],
  )
  assert.equal(await encoder.findSpace(signal), 'small/6')
})

test('what is no list of vectors of one length is an error', async () => {
  for (const body of [
    '{',
    '{"data":[]}',
    '{"data":[{"embedding":[1,"2"]},{"embedding":[1,2]}]}',
    '{"data":[{"embedding":[1,2,3]},{"embedding":[1,2]}]}',
  ]) {
    const encoder = createRemoteEncoder(api, async () => ({ status: 200, headers: {}, body }))
    await assert.rejects(encoder.encode(['a', 'b'], signal), { name: 'EncoderError' }, body)
  }
  const failing = createRemoteEncoder(api, async () => ({ status: 500, headers: {}, body: '' }))
  await assert.rejects(failing.findSpace(signal), /status 500/)
})

test('pages get the vectors of the encoder that is configured, and are found by words until then', async () => {
  await using database = await testDatabase()
  const server = createServer(300)
  const open = (encoder: VectorEncoder) => {
    const budget = { daysMax: 30, pagesMax: 100_000 }
    return createPageIndex({ database, clock: { now: () => new Date() }, budget, encoder })
  }
  const encoder = createRemoteEncoder(api, server.callApi)
  const index = open(encoder)
  const teamId = newId()
  const page = (name: string, text: string) => {
    const url = `https://a.example/${name}`
    return toIndexable({ url, title: name, markdown: text, language: 'en' }, teamId)
  }
  await index.put([page('first', 'The brook is wide here.'), page('second', 'Sheep eat grass.')])
  const question = wordsOfQuery('which rivers does it cross today')
  const find = async (asked = index) => {
    const { pages, isByWordsOnly } = await asked.find(teamId, question)
    return [pages.map(({ title }) => title), isByWordsOnly]
  }
  assert.deepEqual(await find(), [[], false])
  const encodeAll = async (used: VectorEncoder) => {
    const deps = { database, encoder: used, log: silentLog }
    while (await encodeNext(deps));
  }
  await encodeAll(encoder)
  assert.deepEqual(await find(), [['first'], false])
  server.state.isReachable = false
  assert.deepEqual(await find(), [[], true])

  const other = createServer(40)
  const changed = createRemoteEncoder({ ...api, model: 'other' }, other.callApi)
  assert.deepEqual(await find(open(changed)), [[], false])
  await encodeAll(changed)
  assert.deepEqual(await find(open(changed)), [['first'], false])
  // A model of the same name whose vectors are longer now.
  other.state.dimensions = 64
  assert.deepEqual(await find(open(changed)), [[], false])
  await encodeAll(changed)
  assert.deepEqual(await find(open(changed)), [['first'], false])
})

/** An index whose pages have no vectors yet. */
async function openUnencoded(titles: readonly string[]) {
  const database = await testDatabase()
  const server = createServer(20)
  const encoder = createRemoteEncoder(api, server.callApi)
  const budget = { daysMax: 30, pagesMax: 100_000 }
  const index = createPageIndex({ database, clock: { now: () => new Date() }, budget, encoder })
  const teamId = newId()
  await index.put(
    titles.map((title) => {
      const url = `https://a.example/${title}`
      return toIndexable({ url, title, markdown: 'The brook.', language: 'en' }, teamId)
    }),
  )
  const listTitles = async (condition: string) => {
    const rows = await database.query<{ title: string }>(
      `select title from search_pages where ${condition} order by title`,
    )
    return rows.map(({ title }) => title)
  }
  return {
    database,
    server,
    encoder,
    listTitles,
    encodeNext: () => encodeNext({ database, encoder, log: silentLog }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('pages that cannot be encoded are passed over, tried again later, and given up', async () => {
  const unreadable = Array.from({ length: 20 }, (_, at) => `bad-${at}`)
  await using open = await openUnencoded([...unreadable, 'good'])
  const { database, listTitles } = open
  await database.query(`update search_pages set body = 'x' where title <> 'good'`)
  while (await open.encodeNext());
  assert.deepEqual(await listTitles('codes is not null'), ['good'])
  const tried = async () => {
    const rows = await database.query<{ attempts: number }>(
      'select distinct attempts from search_vector_claims',
    )
    return rows.map(({ attempts }) => attempts)
  }
  assert.deepEqual(await tried(), [1])
  for (const attempts of [[2], [3], [4], []]) {
    await database.query('update search_vector_claims set due_at = now()')
    while (await open.encodeNext());
    assert.deepEqual(await tried(), attempts)
  }
  assert.deepEqual(await listTitles(`vector_space = 'none'`), [])
  assert.deepEqual(await listTitles('codes is not null'), ['good'])
})

test('a page that was written again is tried at once', async () => {
  await using open = await openUnencoded(['page'])
  const { database, listTitles } = open
  await database.query(`update search_pages set body = 'x'`)
  assert.deepEqual([await open.encodeNext(), await open.encodeNext()], [true, false])
  await database.query(
    `update search_pages set vector_version = nextval('search_vector_versions'), body = $1`,
    [zstdCompressSync('Readable.')],
  )
  assert.equal(await open.encodeNext(), true)
  assert.deepEqual(await listTitles('codes is not null'), ['page'])
})

test('a server that fails counts against no page', async () => {
  await using open = await openUnencoded(['page'])
  const { database, server } = open
  await open.encoder.findSpace(signal)
  server.state.isReachable = false
  for (let attempt = 0; attempt < 8; attempt++)
    await assert.rejects(open.encodeNext(), { name: 'EncoderError' })
  server.state.isReachable = true
  assert.equal(await open.encodeNext(), true)
  assert.deepEqual(await database.query('select from search_vector_claims'), [])
})

test('while vectors are made no transaction is open, and others take other pages', async () => {
  await using open = await openUnencoded(['one', 'two'])
  const { database, server, listTitles } = open
  await open.encoder.findSpace(signal)
  let seen: readonly unknown[] | undefined
  server.state.before = async () => {
    server.state.before = undefined
    seen = await database.query(
      `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    assert.equal(await open.encodeNext(), true)
    assert.equal(await open.encodeNext(), false)
  }
  assert.equal(await open.encodeNext(), true)
  assert.deepEqual(seen, [])
  assert.deepEqual(await listTitles('codes is not null'), ['one', 'two'])
})
