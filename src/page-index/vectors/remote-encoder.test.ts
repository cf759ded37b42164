import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIndexable, wordsOfQuery } from '#benchmarks/search/measure.ts'
import { newId } from '#kernel/ids.ts'
import type { ApiRequest } from '#net/api-client.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { testDatabase } from '#test/database.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import type { VectorEncoder } from './encoder.ts'
import { createRemoteEncoder } from './remote-encoder.ts'
import { encodeSome } from './start-encoding.ts'

const signal = new AbortController().signal
const api = { url: 'http://models.example/v1', model: 'small', key: 'k' }

/** A server whose vectors tell apart texts about water from others. */
function createServer(dimensions: number) {
  const requests: ApiRequest[] = []
  const state = { isReachable: true, dimensions }
  const callApi = async (request: ApiRequest) => {
    requests.push(request)
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
    while (await encodeSome(deps));
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
  // A page that cannot be read keeps no vectors from others.
  await database.query(`update search_pages set body = 'x' where title = 'second'`, [])
  const last = createRemoteEncoder({ ...api, model: 'last' }, createServer(20).callApi)
  await assert.rejects(encodeAll(last))
  assert.deepEqual(await find(open(last)), [['first'], false])
})
