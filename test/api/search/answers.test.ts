import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { startService } from '#test/service.ts'

let said: object = {}
const pages = {
  '/bridge': article('The iron bridge', 'The iron bridge over the Aller was opened in 1902.'),
  '/tower': article('The water tower', 'The water tower holds 400 cubic metres.'),
}
const withModel = await startModelService(() => ({ text: JSON.stringify(said) }), pages)
const without = await startService()
const site = await startPages(pages)
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
