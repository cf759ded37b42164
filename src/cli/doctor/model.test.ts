import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#config.ts'
import { startScriptedModel, type Script } from '#test/scripted-model.ts'
import { askModel, checkModel } from './model.ts'

const signal = new AbortController().signal
const countTokens = (texts: readonly { readonly text: string }[]) =>
  Math.round(texts.map(({ text }) => text).join(' ').length / 4.5)

/** A model that knows JSON mode and sees the last `contextTokens` of a prompt. */
const smallModel =
  (contextTokens: number): Script =>
  ({ texts, mode }) => {
    if (mode === 'schema') return { status: 400, error: 'json_schema is not supported' }
    if (mode !== 'text') return { text: '{"city":"Oslo","population":717110}' }
    const tokens = countTokens(texts)
    const isWhole = tokens <= contextTokens
    const text = isWhole ? 'MARIGOLD yes' : 'I see no code word.'
    return { text, usage: { input: Math.min(tokens, contextTokens), output: 3 } }
  }

test('the doctor names the structure modes of a model and the context that it saw', async () => {
  await using server = await startScriptedModel(smallModel(100_000))
  const env = {
    WEIR_LLM_PROVIDER: 'compatible',
    WEIR_LLM_MODEL: 'small',
    WEIR_LLM_URL: server.urls.compatible,
  }
  const findings = await askModel(readConfig(env), signal)
  assert.deepEqual(
    findings.map(({ subject, state }) => [subject, state]),
    [
      ['language model', 'ok'],
      ['structure', 'ok'],
      ['context', 'ok'],
      ['price per page', 'note'],
    ],
  )
  assert.match(findings[3]?.mend ?? '', /WEIR_LLM_INPUT_PRICE/)
  assert.match(findings[1]?.text ?? '', /^JSON by object; works: object, tool/)
})

test('the doctor computes the price of a page from the tokens that the model counts', async () => {
  await using server = await startScriptedModel(smallModel(100_000))
  const env = {
    WEIR_LLM_PROVIDER: 'compatible',
    WEIR_LLM_MODEL: 'small',
    WEIR_LLM_URL: server.urls.compatible,
    WEIR_LLM_INPUT_PRICE: '2',
    WEIR_LLM_OUTPUT_PRICE: '10',
  }
  const price = (await askModel(readConfig(env), signal)).at(-1)?.text ?? ''
  const [, total, input, output] =
    /^about ([\d.]+) .*about (\d+) tokens in and (\d+) out$/.exec(price) ?? []
  const expected = (Number(input) * 2 + Number(output) * 10) / 1_000_000
  assert.equal(Number(total), Number(expected.toPrecision(2)), price)
  assert.notEqual(input, '3000')
})

test('the doctor sees that a server cuts prompts', async () => {
  await using server = await startScriptedModel(smallModel(4_096))
  const env = {
    WEIR_LLM_PROVIDER: 'ollama',
    WEIR_LLM_MODEL: 'small',
    WEIR_LLM_URL: server.urls.ollama,
  }
  const context = (await askModel(readConfig(env), signal)).find(
    ({ subject }) => subject === 'context',
  )
  assert.equal(context?.state, 'missing')
  assert.match(context.text, /the model saw 4096$/)
})

test('the doctor says what is wrong with a model that does not answer, without its key', async () => {
  await using server = await startScriptedModel([{ status: 401, error: 'bad key hunter2' }])
  const env = {
    WEIR_LLM_PROVIDER: 'openai',
    WEIR_LLM_MODEL: 'large',
    WEIR_LLM_KEY: 'hunter2',
    WEIR_LLM_URL: server.urls.openai,
  }
  const [finding] = await askModel(readConfig(env), signal)
  assert.equal(finding?.state, 'missing')
  assert.match(finding.mend ?? '', /WEIR_LLM_KEY/)
  assert.doesNotMatch(JSON.stringify(finding), /hunter2/)
})

test('the doctor shows each call of the model, and ends those that hang', async () => {
  for (const hanging of [0, 5]) {
    await using server = await startScriptedModel((_request, index) =>
      index === hanging ? { hangs: true } : { text: '{"city":"Oslo","population":717110}' },
    )
    const env = {
      WEIR_LLM_PROVIDER: 'compatible',
      WEIR_LLM_MODEL: 'small',
      WEIR_LLM_URL: server.urls.compatible,
    }
    const lines: string[] = []
    const watch = { progress: (line: string) => lines.push(line), callMsMax: 3_000 }
    const findings = await askModel(readConfig(env), signal, watch)
    const late = findings.find(({ state }) => state === 'missing')
    assert.match(late?.text ?? '', hanging === 0 ? /does not answer \(late\)/ : /no answer in time/)
    assert.equal(lines.length, hanging + 2)
    assert.match(lines[0] ?? '', /call 1 of 6/)
    assert.equal(lines.at(-1), '')
  }
})

test('without --model, weir doctor checks only the settings of the model', () => {
  assert.equal(checkModel(readConfig({})).state, 'note')
  const incomplete = readConfig({ WEIR_LLM_PROVIDER: 'compatible', WEIR_LLM_MODEL: 'm' })
  assert.match(checkModel(incomplete).mend ?? '', /WEIR_LLM_URL/)
})
