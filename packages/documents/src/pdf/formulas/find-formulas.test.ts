import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Glyph, PageRule } from '#documents/pdf/page-glyphs.ts'
import { findFormulas } from './find-formulas.ts'

interface Placed {
  readonly x: number
  readonly y?: number
  readonly size?: number
  readonly font?: string
  /** Extent of the drawing of a tall sign. */
  readonly from?: number
  readonly to?: number
}

/** The characters of a text, each half as wide as its font is large; blanks part words. */
function set(text: string, { x, y = 0, size = 10, font = 'CMMI10', from, to }: Placed): Glyph[] {
  return Array.from(text).flatMap((letter, index): Glyph[] => {
    if (letter === ' ') return []
    const left = x + (index * size) / 2
    return [
      {
        text: letter,
        font,
        fontSize: size,
        isBold: false,
        isItalic: false,
        fixedPitch: false,
        x: left,
        y,
        left,
        right: left + size / 2,
        start: left,
        end: left + size / 2,
        bottom: from ?? y,
        top: to ?? y + 0.7 * size,
        startsWord: index === 0 || text[index - 1] === ' ',
        mcid: -1,
      },
    ]
  })
}

const roman = 'CMR10'
const signs = 'CMEX10'
const listTex = (glyphs: readonly (readonly Glyph[])[], rules: readonly PageRule[] = []) =>
  findFormulas({ glyphs: glyphs.flat(), rules }).map(({ tex }) => tex)

test('scripts belong to the letter before them', () => {
  const letters = [set('x', { x: 0 }), set('+', { x: 12, font: roman }), set('y', { x: 20 })]
  const scripts = [
    set('2', { x: 5, y: 4, size: 7, font: 'CMR7' }),
    set('ij', { x: 25, y: -2, size: 7 }),
  ]
  assert.deepEqual(listTex([...letters, ...scripts]), ['x^{2} + y_{ij}'])
})

test('a rule between two lines is a fraction, a rule under words is not', () => {
  const rule = { left: 20, right: 40, y: 2.5 }
  const around = [set('f=', { x: 0 }), set('a+b', { x: 22, y: 5 })]
  assert.deepEqual(listTex([...around, set('cd', { x: 25, y: -6 })], [rule]), [
    'f = \\frac{a + b}{cd}',
  ])
  const words = [
    set('under', { x: 20, y: 5, font: roman }),
    set('lined', { x: 20, y: -6, font: roman }),
  ]
  assert.deepEqual(listTex([...words, set('f', { x: 0 })], [rule]), [])
})

test('a root reaches as far as its rule', () => {
  const root = set('√', { x: 0, from: -2, to: 9, font: 'CMSY10' })
  const rule = { left: 5, right: 20, y: 9 }
  assert.deepEqual(listTex([root, set('x+1', { x: 5 }), set('y', { x: 22 })], [rule]), [
    '\\sqrt{x + 1}y',
  ])
})

test('limits stand above and below their operator', () => {
  const sum = set('∑', { x: 10, from: -5, to: 10, font: signs })
  const limits = [set('i=1', { x: 7, y: -12, size: 7 }), set('n', { x: 11, y: 12, size: 7 })]
  assert.deepEqual(listTex([sum, ...limits, set('i', { x: 18 })]), ['\\sum_{i = 1}^{n}i'])
})

test('lines between tall brackets are a matrix or a binomial', () => {
  const brackets = (open: string, close: string) => [
    set(open, { x: 0, from: -9, to: 16, font: signs }),
    set(close, { x: 40, from: -9, to: 16, font: signs }),
  ]
  const cells = [
    set('a', { x: 8, y: 8 }),
    set('b', { x: 30, y: 8 }),
    set('c', { x: 8, y: -6 }),
    set('d', { x: 30, y: -6 }),
  ]
  assert.deepEqual(listTex([...brackets('[', ']'), ...cells]), [
    '\\left[\\begin{matrix}a & b \\\\ c & d\\end{matrix}\\right]',
  ])
  assert.deepEqual(
    listTex([...brackets('(', ')'), set('n', { x: 18, y: 8 }), set('k', { x: 18, y: -6 })]),
    ['\\binom{n}{k}'],
  )
})

test('words part formulas, and a letter by itself is text', () => {
  const text = [
    set('let', { x: 0, font: roman }),
    set('x', { x: 20 }),
    set('and', { x: 30, font: roman }),
    set('y=2', { x: 50 }),
    set('hold.', { x: 70, font: roman }),
  ]
  assert.deepEqual(listTex(text), ['y = 2'])
  assert.deepEqual(listTex([set('text without formulas, (a) = b', { x: 0, font: roman })]), [])
})

test('a page of many characters takes time in proportion', () => {
  const lines = Array.from({ length: 90 }, (_, line) => set('x=y+z-w/u', { x: 0, y: line * 12 }))
  const wide = lines.flatMap((line) =>
    [0, 60, 120, 180].map((x) =>
      line.map((glyph) => ({
        ...glyph,
        left: glyph.left + x,
        right: glyph.right + x,
        start: glyph.start + x,
        end: glyph.end + x,
      })),
    ),
  )
  assert.equal(listTex(wide).length, 360)
})
