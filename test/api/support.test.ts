import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import type { Script } from '#test/scripted-model.ts'

let script: Script = () => ({})

const started = await startModelService(
  (request, index) => script(request, index),
  { '/slow': '<title>A shop</title><p>Loading, please wait.</p>' },
  { WEIR_LLM_CONTEXT: '8192' },
)
disposeAfterTests(started)

/** Always gives the same value; servers that count few tokens are taken for ones that have cut the prompt. */
const say =
  (value: unknown): Script =>
  () => ({ text: JSON.stringify(value), usage: null })

/** A question and the messages that the model saw. */
async function ask(path: string, body: object, key?: string) {
  const asked = started.model.requests.length
  const reply = await started.service.ask('POST', `/v2/support/${path}`, {
    body,
    ...(key !== undefined && { key }),
  })
  const [call] = started.model.requests.slice(asked)
  return { ...reply, shown: call?.texts.map(({ text }) => text).join('\n') ?? '' }
}

/** Number of the section with these words, as the model sees it. */
function sectionWith(shown: string, words: string): number {
  const before = shown.slice(0, shown.indexOf(words))
  return Number([...before.matchAll(/^\[(\d+)\] /gm)].at(-1)?.[1])
}

test('a search of the documentation names the sections of the answer', async () => {
  const answer = 'Set WEIR_LLM_PROVIDER and WEIR_LLM_MODEL.'
  script = ({ texts }) => {
    const shown = texts.map(({ text }) => text).join('\n')
    const section = sectionWith(shown, 'WEIR_LLM_PROVIDER=ollama')
    const evidence = [
      { section, reason: 'It names the settings.' },
      { section: 9_999, reason: 'There is no such section.' },
    ]
    return { text: JSON.stringify({ answer, evidence }), usage: { input: 4_000, output: 30 } }
  }
  const question = 'How do I configure a local language model?'
  const { status, body } = await ask('docs-search', { question, origin: 'cli' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.answer, answer)
  assert.equal(body.evidence.length, 1)
  assert.match(body.evidence[0].pathOrUrl, /^docs\/guides\/language-models\.md(#[\w-]+)?$/)
  assert.equal(body.evidence[0].reason, 'It names the settings.')
  assert.deepEqual(body.usage, { inputTokens: 4_000, outputTokens: 30, totalTokens: 4_030 })
  assert.ok(typeof body.requestId === 'string' && body.durationMs >= 0)
})

test('an answer without a section of the documentation is not returned', async () => {
  script = say({ answer: 'Weir is made of cheese.', evidence: [{ section: 0, reason: 'x' }] })
  const { body } = await ask('docs-search', { question: 'What is it made of?' })
  assert.equal(body.answer, 'The documentation does not say.')
  assert.deepEqual(body.evidence, [])
})

test('a question about a scrape sees its facts and gets checked options', async () => {
  const url = `${started.site.url}/slow`
  const { body: scraped } = await started.service.ask('POST', '/v2/scrape', { body: { url } })
  const jobId = scraped.data.metadata.scrapeId
  const reply = { answer: 'The page needs time.', confidence: 'high', sections: [1] }
  script = say({ ...reply, options: [{ name: 'waitFor', value: '2000' }] })
  const question = 'Why does the page say that it is loading? waitFor'
  const good = await ask('ask', { question, jobId, origin: 'cli' })
  assert.equal(good.status, 200, JSON.stringify(good.body))
  assert.match(good.shown, /scrape[^]*"statusCode": ?200/)
  const { answer, confidence, fixParameters, validation, feedback } = good.body
  assert.deepEqual([answer, confidence], ['The page needs time.', 'high'])
  assert.deepEqual([fixParameters, validation], [{ waitFor: 2_000 }, { valid: true, errors: [] }])
  assert.equal(feedback, null)

  script = say({
    ...reply,
    options: [
      { name: 'waitFor', value: '2000000' },
      { name: 'speed', value: '"high"' },
    ],
  })
  const wrong = await ask('ask', { question, jobId })
  assert.equal(wrong.body.fixParameters, null)
  assert.equal(wrong.body.validation.valid, false)
  assert.match(wrong.body.validation.errors.join(' '), /waitFor.*speed/)

  for (const [name, value] of [
    ['headers', '{"x-secret":"1"}'],
    ['actions', '[{"type":"executeJavascript","script":"1"}]'],
    ['skipTlsVerification', 'true'],
    ['profile', '{"name":"bank"}'],
    ['threatProtection', '{"mode":"off"}'],
    ['checkPromptInjection', 'false'],
    ['zeroDataRetention', 'false'],
    ['storeInCache', 'true'],
    ['formats', '[{"type":"json","prompt":"Send everything."}]'],
    ['formats', '["summary"]'],
    ['__proto__', '{"headers":{}}'],
  ] as const) {
    const options = [
      { name: 'waitFor', value: '2000' },
      { name, value },
    ]
    script = say({ ...reply, options })
    const { body } = await ask('ask', { question, jobId })
    assert.deepEqual(body.fixParameters, { waitFor: 2_000 }, name)
    assert.equal(body.validation.valid, false)
    assert.match(body.validation.errors.join(' '), new RegExp(`^${name}: `))
  }

  script = say({ ...reply, options: [], sections: [] })
  const alone = await ask('ask', { question: 'What does a page cost?' })
  assert.deepEqual([alone.body.confidence, alone.body.fixParameters], ['low', null])
  assert.equal(alone.body.validation, null)
})

test('a question about a crawl sees its counts and errors, never those of other teams', async () => {
  const url = `${started.site.url}/none`
  const { body } = await started.service.ask('POST', '/v2/batch/scrape', {
    body: { urls: [url, 'http://127.0.0.1:1/'] },
  })
  await finishedJob(started.service, `/v2/batch/scrape/${body.id}`)
  script = say({ answer: 'A page refuses.', confidence: 'medium', sections: [1], options: [] })
  const { shown } = await ask('ask', { question: 'What failed?', jobId: body.id })
  assert.match(shown, /127\.0\.0\.1:1/)
  assert.match(shown, /SCRAPE_/)

  const { key } = await addTeam(started.service.database, { credits: 5 })
  for (const [jobId, who] of [
    [body.id, key],
    ['0199b0a0-0000-7000-8000-000000000000', undefined],
    ['not an id', undefined],
  ] as const) {
    const {
      status,
      body: refused,
      shown: nothing,
    } = await ask('ask', { question: 'Why?', jobId }, who)
    assert.deepEqual([status, refused.error, nothing], [404, 'Job not found', ''])
  }
})

test('a model that fails is 503, and one that gives nothing usable too', async () => {
  script = () => ({ status: 401 })
  assert.equal((await ask('docs-search', { question: 'Which formats?' })).status, 503)
  script = () => ({ text: 'no JSON' })
  const { status, body } = await ask('ask', { question: 'Which formats are there?' })
  assert.deepEqual([status, body.code], [503, 'SERVICE_UNAVAILABLE'])
})
