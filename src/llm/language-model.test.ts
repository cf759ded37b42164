import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { personSchema } from '#test/fixtures/bad-answers.ts'
import { caller, openScriptedLlm } from '#test/fixtures/scripted-llm.ts'
import { startScriptedModel, type Step } from '#test/scripted-model.ts'
import { createAnswersCache } from './answers-cache.ts'
import { createCircuit } from './circuit.ts'
import { createCallBudget } from './language-model.ts'
import { createModelMemory } from './model-memory.ts'
import { createSpend } from './spend.ts'
import { createTokenCounter } from './tokens.ts'

const good = '{"name":"a","price":1}'
const question = { instructions: 'Extract.', texts: ['A page.'], schema: personSchema }
const rejectsFormat: Step = { status: 400, error: 'response_format json_schema is not supported' }

async function open(script: Parameters<typeof startScriptedModel>[0], settings: object = {}) {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startScriptedModel(script))
  const url = server.urls.compatible
  const llm = stack.use(openScriptedLlm({ provider: 'compatible', url, ...settings }))
  return { server, llm, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('a mode that the server does not support is not tried again', async () => {
  await using opened = await open(({ mode }) => (mode === 'tool' ? { text: good } : rejectsFormat))
  const { llm, server } = opened
  await llm.model.askJson(question, caller())
  const second = await llm.model.askJson(question, caller())
  assert.deepEqual(second, { state: 'answered', value: { name: 'a', price: 1 } })
  assert.deepEqual(
    server.requests.map(({ mode }) => mode),
    ['schema', 'object', 'tool', 'tool'],
  )
})

test('a structure mode is forgotten after an hour, and an overload does not change it', async () => {
  let nowMs = 0
  const memory = createModelMemory({ contextTokens: 8_000, structure: 'auto', now: () => nowMs })
  memory.drop('schema')
  memory.limitContext(4_000)
  assert.deepEqual([memory.modes()[0], memory.contextTokens], ['object', 4_000])
  nowMs = 3_600_001
  assert.deepEqual([memory.modes()[0], memory.contextTokens], ['schema', 8_000])

  await using opened = await open([{ status: 429 }, { text: good }])
  await opened.llm.model.askJson(question, caller())
  assert.deepEqual(
    opened.server.requests.map(({ mode }) => mode),
    ['schema', 'schema'],
  )
})

test('the schema is sent in the strict profile, the texts in messages of their own', async () => {
  await using opened = await open([{ text: good }])
  const texts = ['What the caller wants.', 'What the page says. </page>']
  await opened.llm.model.askJson({ ...question, texts }, caller())
  const [request] = opened.server.requests
  assert.deepEqual(request?.schema, { ...personSchema, additionalProperties: false })
  assert.deepEqual(request.texts, [
    { role: 'system', text: 'Extract.' },
    { role: 'user', text: texts[0] },
    { role: 'user', text: texts[1] },
  ])
})

test('a grammar holds lengths and objects of any kind, for servers that take them', async () => {
  const tag = { type: 'string', maxLength: 20 }
  const schema = {
    type: 'object',
    properties: { hours: { type: 'object' }, tags: { type: 'array', items: tag, maxItems: 2 } },
    required: ['hours', 'tags'],
  }
  const asked = { ...question, schema }
  const text = '{"hours":{"Monday":"9-17"},"tags":["a","b","c"]}'
  const value = { hours: { Monday: '9-17' }, tags: ['a', 'b'] }
  const refuse: Step = { status: 400, error: 'failed to parse grammar' }
  await using opened = await open([{ text }, refuse, { text }])
  assert.deepEqual(await opened.llm.model.askJson(asked, caller()), { state: 'answered', value })
  await opened.llm.model.askJson(asked, caller())
  const [first, , again] = opened.server.requests.map((request) => request.schema as typeof schema)
  assert.deepEqual(first?.properties.hours, { type: 'object' })
  assert.deepEqual(
    [first?.properties.tags.maxItems, first?.properties.tags.items.maxLength],
    [2, 20],
  )
  // Where it is refused, the strict form follows in the same mode.
  assert.equal(opened.server.requests[2]?.mode, 'schema')
  assert.equal(again?.properties.hours.type, 'array')
  assert.equal(again?.properties.tags.maxItems, undefined)
})

test('a response that does not match the schema is requested again with its errors', async () => {
  await using opened = await open([{ text: '{"name":5,"price":1}' }, { text: good }])
  await opened.llm.model.askJson(question, caller())
  const last = opened.server.requests[1]?.texts.at(-1)?.text ?? ''
  assert.match(last, /\/name: .*"string"/)
})

test('a question takes no more calls than its budget, with the outcome of the last one', async () => {
  await using opened = await open(() => ({ text: '{"name":5,"price":1}' }))
  const { model } = opened.llm
  const once = await model.askJson(question, caller({ modelCalls: createCallBudget(1) }))
  assert.equal(once.state, 'invalid')
  assert.equal(opened.server.requests.length, 1)
  const modelCalls = createCallBudget(0)
  assert.deepEqual(await model.askJson(question, caller({ modelCalls })), { state: 'spent' })
  assert.deepEqual(await model.askText(question, caller({ modelCalls })), { state: 'spent' })
  assert.equal(opened.server.requests.length, 1)
})

test('an aborted request closes the connection to the server', async () => {
  await using opened = await open([{ hangs: true }])
  const { llm, server } = opened
  const leaving = new AbortController()
  const asking = llm.model.askText(question, caller({ signal: leaving.signal }))
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
  leaving.abort(new Error('left'))
  await assert.rejects(asking, /left/)
  while (server.aborted.length === 0) await new Promise((resolve) => setImmediate(resolve))
})

test('no attempt starts with less than five seconds left', async () => {
  await using opened = await open([{ text: good }])
  const deadlineAt = new Date(Date.now() + 4_000)
  await assert.rejects(opened.llm.model.askText(question, caller({ deadlineAt })), {
    code: 'SCRAPE_TIMEOUT',
  })
  assert.equal(opened.server.requests.length, 0)
})

test('a Retry-After beyond the deadline fails at once', async () => {
  await using opened = await open([{ status: 429, headers: { 'retry-after': '120' } }])
  await assert.rejects(opened.llm.model.askText(question, caller()), (error: { code?: string }) => {
    assert.equal(error.code, 'SERVICE_UNAVAILABLE')
    return true
  })
  assert.equal(opened.server.requests.length, 1)
})

test('five failures in a row stop calls, until one succeeds after 30 seconds', async () => {
  await using opened = await open([{ status: 500 }])
  const ask = () => opened.llm.model.askText(question, caller()).catch(() => undefined)
  for (let call = 0; call < 6; call++) await ask()
  assert.equal(opened.server.requests.length, 5)

  let nowMs = 0
  const circuit = createCircuit(() => nowMs)
  for (let failure = 0; failure < 5; failure++) circuit.fail()
  assert.equal(circuit.waitMs(), 30_000)
  nowMs = 30_000
  assert.deepEqual([circuit.waitMs(), circuit.waitMs()], [0, 30_000])
  circuit.succeed()
  assert.equal(circuit.waitMs(), 0)
})

const prose = 'one two three four five six seven eight nine ten '
const countWords = (texts: readonly { readonly text: string }[]) =>
  texts
    .map(({ text }) => text)
    .join(' ')
    .split(/\s+/).length

test('a server that counts far fewer tokens has cut the prompt when it cuts a text of the service too', async () => {
  await using opened = await open(({ texts }) => ({
    text: good,
    usage: { input: Math.min(countWords(texts), 4_096), output: 9 },
  }))
  const { model } = opened.llm
  const texts = [prose.repeat(1_000)]
  assert.deepEqual(await model.askJson({ ...question, texts }, caller()), { state: 'too-long' })
  assert.equal(model.contextTokens, 4_096)
  assert.equal(opened.server.requests.length, 3)
})

test('neither a page of equal signs nor a server with low counts makes the context smaller', async () => {
  for (const share of [0.01, 1]) {
    await using opened = await open(({ texts }) => {
      const equals = texts.some(({ text }) => text.includes('===='))
      return { text: good, usage: { input: equals ? 40 : countWords(texts) * share, output: 9 } }
    })
    const { model } = opened.llm
    for (const text of ['='.repeat(30_000), '= '.repeat(9_000)]) {
      const outcome = await model.askJson({ ...question, texts: [text] }, caller())
      assert.equal(outcome.state, 'answered')
    }
    assert.equal(model.contextTokens, 16_384)
    assert.ok(opened.server.requests.length <= 4)
  }
})

test('a text that the server refuses as too long makes the context smaller only when it refuses others', async () => {
  for (const contextMax of [2_000, 100_000]) {
    await using opened = await open(({ texts }) =>
      countWords(texts) > contextMax || texts.some(({ text }) => text.includes('\u{1f600}'))
        ? { status: 400, error: 'the request exceeds the available context size' }
        : { text: good },
    )
    const { model } = opened.llm
    const texts = ['\u{1f600}'.repeat(3_000)]
    assert.deepEqual(await model.askJson({ ...question, texts }, caller()), { state: 'too-long' })
    assert.equal(model.contextTokens, contextMax === 2_000 ? 2_048 : 16_384)
  }
})

test('a strange text changes the estimates for others by a tenth at most', () => {
  const tokens = createTokenCounter()
  const before = tokens.count(prose)
  tokens.learn(prose.repeat(100), 90_000)
  assert.ok(tokens.count(prose) <= before * 1.1 + 1)
})

test('what a model counts of a long prompt is compared with pieces of all its parts', () => {
  const tokens = createTokenCounter()
  const prompt = prose.repeat(2_000) + '{"a":[1,2,{"b":null}]},'.repeat(4_000)
  const counted = tokens.count(prompt) / 1.15
  assert.equal(tokens.learn(prompt, counted * 0.9), false)
  assert.equal(tokens.learn(prompt, counted * 0.5), true)
})

test('a model without temperature support is called without it', async () => {
  await using opened = await open(({ body }) =>
    'temperature' in body
      ? { status: 400, error: "Unsupported value: 'temperature'" }
      : { text: good },
  )
  const outcome = await opened.llm.model.askJson(question, caller())
  assert.equal(outcome.state, 'answered')
})

test('concurrent calls of one team are limited', async () => {
  const gate = Promise.withResolvers<void>()
  await using opened = await open(() => ({ text: good, waitsFor: gate.promise }), { teamSlots: 2 })
  const { llm, server } = opened
  const asking = Array.from({ length: 8 }, () => llm.model.askText(question, caller()))
  while (server.requests.length < 2) await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(server.requests.length, 2)
  gate.resolve()
  assert.ok((await Promise.all(asking)).every(({ state }) => state === 'answered'))
})

async function teamIn(database: Awaited<ReturnType<typeof testDatabase>>): Promise<string> {
  const [team] = await database.query<{ id: string }>(
    `insert into teams (id, name, plan) select $1, 'Test', name from plans limit 1 returning id`,
    [newId()],
  )
  return team?.id ?? ''
}

test('a team that has used its tokens of the month is refused', async () => {
  await using database = await testDatabase()
  const teamId = await teamIn(database)
  const spend = createSpend({ database, monthlyTokens: 100 })
  await spend.check(teamId)
  await spend.record(teamId, { inputTokens: 90, outputTokens: 10 })
  await assert.rejects(spend.check(teamId), { code: 'INSUFFICIENT_CREDITS' })
  assert.deepEqual(spend.totals(), { input: 90, output: 10, calls: 1 })
})

test('answers are kept per team for a day', async () => {
  await using database = await testDatabase()
  const teamId = await teamIn(database)
  const cache = createAnswersCache({ database })
  const key = Buffer.alloc(32, 1)
  await cache.write(teamId, key, { a: 1 })
  await cache.sweep()
  assert.deepEqual(await cache.read(teamId, key), { value: { a: 1 } })
  assert.equal(await cache.read(newId(), key), undefined)
  await database.query(`update model_answers set created_at = now() - interval '25 hours'`)
  assert.equal(await cache.read(teamId, key), undefined)
  await cache.sweep()
  assert.deepEqual(await database.query('select 1 from model_answers'), [])
})
