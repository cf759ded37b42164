import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { LanguageModel } from '#llm/language-model.ts'
import { caller } from '#test/fixtures/scripted-llm.ts'
import { cleanMarkdown } from './clean.ts'

interface Range {
  readonly first: number
  readonly last: number
}

/** A model that drops these ranges. */
const dropping = (drop: readonly Range[]) =>
  ({
    contextTokens: 10_000,
    outputTokensMax: 1_000,
    count: (text: string) => text.length / 4,
    askJson: () => Promise.resolve({ state: 'answered', value: { drop } }),
  }) as unknown as LanguageModel

const blocks = Array.from(
  { length: 30 },
  (_, index) => `block ${String(index + 1).padStart(2, '0')}`,
)

test('blocks are dropped that are in one of the ranges, however these overlap or leave the page', async () => {
  const range = fc.record({
    first: fc.oneof(fc.integer({ min: -3, max: 33 }), fc.constant(-1e300)),
    last: fc.oneof(fc.integer({ min: -3, max: 33 }), fc.constant(1e300)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(range, { maxLength: 5 }), async (drop) => {
      const wanted = blocks.filter(
        (_block, index) => !drop.some(({ first, last }) => index + 1 >= first && index + 1 <= last),
      )
      const { value, warnings } = await cleanMarkdown(blocks, blocks, {
        model: dropping(drop),
        caller: caller(),
      })
      const isTooMuch = wanted.join('\n\n').length < blocks.join('\n\n').length * 0.4
      assert.equal(warnings.length > 0, isTooMuch)
      assert.equal(value, (isTooMuch ? blocks : wanted).join('\n\n'))
    }),
    { numRuns: 300, seed: 26 },
  )
})
