import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { caller, openScriptedLlm } from '#test/fixtures/scripted-llm.ts'
import { startScriptedModel, type Script } from '#test/scripted-model.ts'
import { converse, type Conversation, type Journal, type RunnableTool } from './converse.ts'

const providers = ['openai', 'anthropic', 'google', 'ollama', 'compatible'] as const

const add: RunnableTool = {
  name: 'add',
  description: 'Adds two numbers.',
  input: z.object({ a: z.int().max(100), b: z.int().max(100) }),
  run: (input) => {
    const { a, b } = z.object({ a: z.number(), b: z.number() }).parse(input)
    return Promise.resolve({ text: `sum ${a + b}` })
  },
}
const fail: RunnableTool = {
  name: 'fail',
  description: 'Fails.',
  input: z.object({}),
  run: () => Promise.reject(new ServiceError('NOT_FOUND', 'Nothing is there.')),
}
const finish: RunnableTool = {
  name: 'finish',
  description: 'Ends.',
  input: z.object({}),
  run: () => Promise.resolve({ text: 'done', isEnd: true }),
}
const tools = [add, fail, finish]

const conversation = (changes: Partial<Conversation> = {}): Conversation => ({
  instructions: 'Work.',
  texts: ['Add one and two.'],
  tools,
  limits: { turnsMax: 6, tokensMax: 100_000 },
  caller: caller(),
  ...changes,
})

async function open(script: Script, provider: (typeof providers)[number] = 'compatible') {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startScriptedModel(script))
  const llm = stack.use(openScriptedLlm({ provider, url: server.urls[provider] }))
  return { server, model: llm.model, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

for (const provider of providers) {
  test(`${provider}: calls of several tools, their results and the final words`, async () => {
    await using opened = await open(
      ({ results }) =>
        results.length === 0
          ? {
              text: 'I add.',
              calls: [
                { name: 'add', input: { a: 1, b: 2 } },
                { name: 'add', input: { a: 1, b: 200 } },
                { name: 'fail', input: {} },
                { name: 'absent', input: {} },
              ],
            }
          : { text: `It is ${results[0]}` },
      provider,
    )
    const ended = await converse(opened.model, conversation())
    assert.deepEqual([ended.state, ended.text, ended.turns], ['answered', 'It is sum 3', 2])
    assert.ok(ended.tokens > 100)
    const { tools: offered, results } = opened.server.requests[1] ?? {}
    assert.deepEqual(offered, ['add', 'fail', 'finish'])
    assert.match(results?.[1] ?? '', /does not fit.*b/s)
    assert.equal(results?.[2], 'Failed: Nothing is there.')
    assert.match(results?.[3] ?? '', /no tool of this name. The tools are: add, fail, finish/)
  })
}

test('a tool ends the conversation, and limits of turns and tokens do', async () => {
  await using ending = await open(() => ({ calls: [{ name: 'finish', input: {} }] }))
  assert.equal((await converse(ending.model, conversation())).state, 'ended')

  await using endless = await open(() => ({ calls: [{ name: 'add', input: { a: 1, b: 1 } }] }))
  const byTurns = await converse(endless.model, conversation({ endTool: 'finish' }))
  assert.deepEqual([byTurns.state, byTurns.turns], ['turns', 6])
  const last = endless.server.requests[5]?.body as {
    readonly tools?: readonly { readonly function: { readonly name: string } }[]
    readonly tool_choice?: unknown
  }
  const offered = last.tools?.map((tool) => tool.function.name)
  assert.deepEqual([offered, last.tool_choice], [['finish'], 'required'])
  const limits = { turnsMax: 6, tokensMax: 400 }
  const byTokens = await converse(endless.model, conversation({ limits }))
  assert.deepEqual([byTokens.state, byTokens.turns], ['tokens', 2])
})

test('input that is no JSON is reported to the model; a cut answer is asked for again', async () => {
  await using opened = await open((_request, index) =>
    index === 0
      ? { calls: [{ name: 'add', input: 'not json' }] }
      : index === 1
        ? { text: 'half', finish: 'length' }
        : { text: 'end' },
  )
  assert.equal((await converse(opened.model, conversation())).text, 'end')
  assert.deepEqual(opened.server.requests[1]?.results, ['Not run. The input is no JSON object.'])
  assert.match(opened.server.requests[2]?.texts.at(-1)?.text ?? '', /cut off/)
})

test('a first answer in words, before any tool was called, is asked for tools once', async () => {
  await using opened = await open((_request, index) =>
    index === 1
      ? { calls: [{ name: 'add', input: { a: 1, b: 2 } }] }
      : { text: index === 0 ? 'I will add the numbers.' : 'three' },
  )
  const ended = await converse(opened.model, conversation())
  assert.deepEqual([ended.state, ended.text, ended.turns], ['answered', 'three', 3])
  assert.match(opened.server.requests[1]?.texts.at(-1)?.text ?? '', /not used a tool yet/)
  await using wordy = await open(() => ({ text: 'I will see.' }))
  const again = await converse(wordy.model, conversation())
  assert.deepEqual([again.state, again.turns], ['answered', 2])
})

test('cancellation reaches the call of the model and the tool', async () => {
  const controller = new AbortController()
  await using opened = await open(() => {
    controller.abort(new Error('cancelled'))
    return { hangs: true }
  })
  const cancelled = conversation({ caller: caller({ signal: controller.signal }) })
  await assert.rejects(converse(opened.model, cancelled), /cancelled/)
})

test('a conversation continues from its journal without asking again', async () => {
  await using opened = await open(({ results }) =>
    results.length < 2 ? { calls: [{ name: 'add', input: { a: 1, b: 2 } }] } : { text: 'end' },
  )
  const rows = new Map<string, unknown>()
  let runs = 0
  const counted: RunnableTool = {
    ...add,
    run: (...input) => {
      runs += 1
      return add.run(...input)
    },
  }
  async function once<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    if (!rows.has(key)) rows.set(key, JSON.parse(JSON.stringify(await make())))
    return rows.get(key) as Value
  }
  const journal = (turnsMax: number): Journal => ({
    mayStep: (turn) => Promise.resolve(turn <= turnsMax ? {} : undefined),
    answer: (turn, ask) => once(`answer ${turn}`, ask),
    result: ({ call }, run) => once(`result ${call.id}`, run),
  })
  const first = conversation({ tools: [counted], journal: journal(2) })
  assert.equal((await converse(opened.model, first)).state, 'stopped')
  const second = conversation({ tools: [counted], journal: journal(9) })
  const ended = await converse(opened.model, second)
  assert.deepEqual([ended.text, ended.turns, runs], ['end', 3, 2])
  assert.equal(opened.server.requests.length, 3)
  assert.deepEqual(
    [...rows.keys()],
    ['answer 1', 'result call00000', 'answer 2', 'result call00001', 'answer 3'],
  )
})

test('old results become short when the conversation fills the context', async () => {
  const long: RunnableTool = {
    name: 'read',
    description: 'Reads.',
    input: z.object({}),
    run: (_input, { id }) =>
      Promise.resolve({
        text: `${id} ${'some words of a page '.repeat(1_000)}`,
        short: `${id} read`,
      }),
  }
  await using opened = await open(({ results }) =>
    results.length < 4 ? { calls: [{ name: 'read', input: {} }] } : { text: 'end' },
  )
  await converse(opened.model, conversation({ tools: [long] }))
  const last = opened.server.requests.at(-1)?.results ?? []
  assert.deepEqual(last.slice(0, 2), ['call00000 read', 'call00001 read'])
  assert.match(last[3] ?? '', /^call00003 some words/)
})

test('a step of more than 500,000 characters counts as cut, and an answer with many thousands of calls as broken', async () => {
  const input = JSON.stringify({ a: 1, b: 2, c: 'x'.repeat(600_000) })
  await using long = await open((_request, index) =>
    index === 0
      ? { calls: [{ name: 'add', input: JSON.parse(input) as object }] }
      : { text: 'three' },
  )
  const limits = { turnsMax: 6, tokensMax: 1_000_000 }
  const ended = await converse(long.model, conversation({ limits }))
  assert.deepEqual([ended.state, ended.text, ended.turns], ['answered', 'three', 2])
  const many = Array.from({ length: 9_000 }, () => ({ name: 'add', input: { a: 1, b: 2 } }))
  await using wide = await open(() => ({ calls: many }))
  await assert.rejects(converse(wide.model, conversation()), { code: 'SERVICE_UNAVAILABLE' })
})
