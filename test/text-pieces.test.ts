import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureLeastCpuMs } from '#test/fixtures/cpu-time.ts'
import { splitText } from '#base/text-pieces.ts'

const lines = 'a line of a page\n\n'.repeat(20_000)

test('pieces are the whole text and end behind a line, a space, or anywhere', () => {
  for (const text of [lines, 'word '.repeat(50_000), 'x'.repeat(100_000), 'x\n', '']) {
    const pieces = [...splitText(text)]
    assert.equal(pieces.join(''), text)
    assert.ok(pieces.every((piece) => piece.length <= 16_384))
    if (/\s/.test(text)) assert.ok(pieces.slice(0, -1).every((piece) => /\s$/.test(piece)))
  }
})

test('a text without line ends is divided in linear time', () => {
  const msMax = 1_000
  const text = 'word '.repeat(4_000_000)
  const ms = measureLeastCpuMs(() => [...splitText(text)], msMax)
  assert.ok(ms < msMax, `${ms} ms`)
})
