import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

let said: object = {}
const pages = {
  '/bridge': article('The iron bridge', 'The iron bridge over the Aller was opened in 1902.'),
  '/tower': article('The water tower', 'The water tower holds 400 cubic metres.'),
}
const withModel = await startModelService(() => ({ text: JSON.stringify(said) }), pages)
const without = await startService()
const address = await without.listen()
const moved = { status: 302, headers: { location: '/bridge' } }
const site = await startPages({ ...pages, '/moved': moved })
disposeAfterTests(withModel, without, site)

type Ask = Pick<typeof without, 'ask'>

async function read({ ask }: Ask, url: string) {
  for (const path of Object.keys(pages))
    await ask('POST', '/v2/scrape', { body: { url: `${url}${path}` } })
  const body = { query: 'iron bridge' }
  await eventually(
    () => ask('POST', '/v2/search', { body }),
    (found) => found.body.data?.web?.length > 0,
  )
}

const query = 'When was the iron bridge over the Aller opened?'
const search = async ({ ask }: Ask, options: object) =>
  (await ask('POST', '/v2/search', { body: { query, ...options } })).body

test('a search answers from its results and names those that state it', async () => {
  await read(withModel.service, withModel.site.url)
  said = {
    answer: 'The iron bridge was opened in 1902.',
    quotes: [{ passage: 2, words: 'opened in 1902' }],
  }
  const plain = await search(withModel.service, {})
  assert.equal(plain.answer, undefined)
  const found = await search(withModel.service, { answer: true })
  assert.equal(found.answer.text, 'The iron bridge was opened in 1902.')
  assert.deepEqual(
    found.answer.sources.map(({ url, quote }: Record<string, string>) => [url, quote]),
    [[`${withModel.site.url}/bridge`, 'The iron bridge over the Aller was opened in 1902.']],
  )
  assert.equal(found.creditsUsed, plain.creditsUsed + 4)
})

test('a search says nothing that its results do not', async () => {
  said = {
    answer: 'The iron bridge was opened in 1911 by Queen Mathilde.',
    quotes: [{ passage: 2, words: 'opened in 1902' }],
  }
  // The answers of a model are kept by its questions.
  const who = 'Who opened the iron bridge over the Aller, and when?'
  const found = await search(withModel.service, { query: who, answer: true })
  assert.doesNotMatch(found.answer.text, /1911|Mathilde/)
  assert.match(found.answer.text, /1902/)
  assert.match(found.warning, /said more than the page does/)

  said = { answer: null, quotes: [] }
  const why = 'Why was the iron bridge over the Aller closed?'
  const nothing = await search(withModel.service, { query: why, answer: true })
  assert.equal(nothing.answer, undefined)
  assert.match(nothing.warning, /the results do not say/)
})

test('without a model the passages that match are the answer, and it is free', async () => {
  await read(without, site.url)
  const plain = await search(without, {})
  const found = await search(without, { answer: true })
  assert.match(found.answer.text, /opened in 1902/)
  assert.equal(found.answer.sources[0].url, `${site.url}/bridge`)
  assert.match(found.warning, /WEIR_LLM_PROVIDER/)
  assert.equal(found.creditsUsed, plain.creditsUsed)
})

/** The events of a response, by their names. */
const readEvents = (text: string) =>
  text
    .trim()
    .split('\n\n')
    .map((event) => {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
      return [name, JSON.parse(data)] as const
    })

async function askForEvents(body: object) {
  const response = await request(`${address}/v2/search`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${firstKey}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify(body),
  })
  const type = String(response.headers['content-type'])
  return { type, text: await response.body.text() }
}

test('clients that accept events get results, answer and reply one after the other', async () => {
  await read(without, site.url)
  const { type, text } = await askForEvents({ query, answer: true })
  assert.match(type, /^text\/event-stream/)
  const events = readEvents(text)
  assert.deepEqual(
    events.map(([name]) => name),
    ['results', 'answer', 'done'],
  )
  const [results, answer, done] = events.map(([, data]) => data)
  assert.deepEqual(results.data, done.data)
  assert.deepEqual(answer, done.answer)
  assert.equal(results.id, done.id)
  assert.match(done.answer.text, /opened in 1902/)
  const refused = await askForEvents({ query: '' })
  assert.match(refused.type, /^application\/json/)
  assert.equal(JSON.parse(refused.text).success, false)
})

test('a search of a job finds its pages alone, and answers from them', async () => {
  await read(without, site.url)
  const start = await without.ask('POST', '/v2/batch/scrape', {
    body: { urls: [`${site.url}/tower`, `${site.url}/moved`] },
  })
  const { id } = start.body
  await finishedJob(without, `/v2/batch/scrape/${id}`)
  const within = async (options: object) =>
    (await without.ask('POST', '/v2/search', { body: { jobId: id, ...options } })).body
  const found = await within({ query: 'How much does the water tower hold?', answer: true })
  assert.deepEqual(
    found.data.web.map(({ url }: { url: string }) => url),
    [`${site.url}/tower`],
  )
  assert.ok(found.data.web[0].passages.length > 0)
  assert.match(found.answer.text, /400 cubic metres|water tower/)
  assert.match(found.warning, /1 of the 2 pages of the job were not searched/)
  const nothing = await within({ query: 'iron Aller 1902' })
  assert.deepEqual(nothing.data.web, [])
})

test('only crawls and batches of the team are searched, and only their pages', async () => {
  const ask = async (body: object, key = firstKey) =>
    (await without.ask('POST', '/v2/search', { body: { query, ...body }, key })).status
  const urls = [`${site.url}/tower`]
  const { body } = await without.ask('POST', '/v2/batch/scrape', { body: { urls } })
  const { key } = await addTeam(without.database)
  assert.equal(await ask({ jobId: body.id }, key), 404)
  assert.equal(await ask({ jobId: crypto.randomUUID() }), 404)
  assert.equal(await ask({ jobId: body.id, sources: ['news'] }), 400)
  await finishedJob(without, `/v2/batch/scrape/${body.id}`)
})
