import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countBySample, samplePieces } from './count-by-sample.ts'
import { createTokenCounter } from './tokens.ts'

const tokens = createTokenCounter()
const count = (text: string) => tokens.count(text)
const words = Array.from({ length: 40_000 }, (_, at) => `word${at} costs $${at % 97}.99 a piece`)

test('the tokens of a long text are estimated from pieces of all its parts', async () => {
  const text = words.map((line, at) => (at % 3 === 0 ? `| ${line} |` : line)).join('\n')
  let counted = 0
  const estimate = await countBySample(text, (piece) => {
    counted += piece.length
    return count(piece)
  })
  const whole = count(text)
  assert.ok(Math.abs(estimate - whole) < whole / 20, `${estimate} instead of ${whole}`)
  assert.ok(counted < text.length / 10, `${counted} of ${text.length} letters`)
})

test('a short text is counted as a whole, an empty one as nothing', async () => {
  for (const text of ['', 'a', words.slice(0, 500).join(' ').slice(0, 32_768)]) {
    assert.equal(samplePieces(text).pieces.join(''), text)
    assert.equal(await countBySample(text, (piece) => piece.length), text.length)
  }
})

test('counting ends when there is too much', async () => {
  let pieces = 0
  const estimate = await countBySample(words.join(' '), (piece) => (pieces++, piece.length), 10_000)
  assert.ok(estimate > 10_000)
  assert.equal(pieces, 1)
})
