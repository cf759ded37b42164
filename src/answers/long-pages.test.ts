import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '#test/fixtures/turns-during.ts'
import { createTokenCounter } from '#llm/tokens.ts'
import { checkEvidence } from './check-evidence.ts'
import { splitIntoChunks } from './chunks.ts'

const tokens = createTokenCounter()
const count = (text: string) => tokens.count(text)
const lines = Array.from({ length: 60_000 }, (_, at) => `word${at} costs $${at}.99 a piece`)
const markdown = lines.join('\n\n')

test('a long page is divided and searched without blocking the event loop', async () => {
  const limits = { tokensMax: 10_000, chunksMax: 100, count }
  const dividing = await turnsDuring(() => splitIntoChunks(markdown, limits))
  const material = { markdown, text: markdown, facts: { facts: [], lists: [] } }
  const long = lines
    .map((line) => line.replace('costs', 'weighs').replace('piece', 'loaf'))
    .join(' ')
  const value = { word: 'word19999', absent: 'nothing like this', long, price: 19_999.99 }
  const searching = await turnsDuring(() => checkEvidence(value, undefined, material))
  const refused = searching.result.refused.map(({ path }) => path)
  assert.deepEqual(refused, ['absent', 'long'])
  for (const { turns } of [dividing, searching]) assert.ok(turns > 5, String(turns))
})

test('a check ends with the reason of its signal', async () => {
  const signal = AbortSignal.abort(new Error('over'))
  const material = { markdown, text: '', facts: { facts: [], lists: [] }, signal }
  await assert.rejects(checkEvidence({ a: 'b' }, undefined, material), /over/)
})
