import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageLetters } from '#documents/pdf/page-letters.ts'
import { withTrueNumbers } from './true-numbers.ts'

const size = 10
const width = 5

/** Letters of equal width at a place. */
function makeLetters(text: string, left: number, y: number): PageLetters {
  return {
    text,
    hasBlanks: true,
    placesWords: false,
    startsWord: (at) => at === 0,
    isBehindBlank: () => false,
    readOrigin: (at) => ({ x: left + at * width, y }),
    measureSize: () => size,
    findEnd: (at) => left + (at + 1) * width,
  }
}

const makeItem = (text: string, font = 'BAAAAA+LiberationSans') => ({
  text,
  font,
  x: 50,
  y: 700,
  width: text.length * width,
  height: size,
  fontSize: size,
  rotation: 0,
  advanceKnown: true,
  page: 1,
  isBold: false,
  isItalic: false,
  fixedPitch: false,
  baselineShift: 0,
  itemType: 'Text' as const,
})

const readNumber = (text: string, letters: PageLetters, font?: string) => {
  const document = {
    readLetters: <Result>(_: number, __: number, read: (one: PageLetters) => Result) =>
      read(letters),
  }
  const [item] = withTrueNumbers([makeItem(text, font)], { document, page: 1, turn: 0 })
  return item?.text
}

test('letters at the place of a number are the number', () => {
  assert.equal(readNumber('TUMTdMaTac', makeLetters('01.05.2024', 50, 700)), '01.05.2024')
  assert.equal(readNumber('6ROa7', makeLetters('(103)', 50, 700.4)), '(103)')
})

test('words, numbers elsewhere and other fonts stay as they are', () => {
  assert.equal(readNumber('Rope', makeLetters('Rope', 50, 700)), 'Rope')
  assert.equal(readNumber('Rope', makeLetters('1024', 90, 700)), 'Rope')
  assert.equal(readNumber('Rope', makeLetters('1024', 50, 620)), 'Rope')
  assert.equal(readNumber('Rope', makeLetters('1024', 50, 700), 'QZKBTM+Times'), 'Rope')
})
