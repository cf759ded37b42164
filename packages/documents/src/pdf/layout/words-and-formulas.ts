import type { Formula } from '#documents/pdf/formulas/find-formulas.ts'
import type { Glyph } from '#documents/pdf/page-glyphs.ts'
import { formulaSign } from './segment.ts'
import type { PageItem } from './segments-of.ts'

/** In font sizes. */
const sameLineMax = 0.1
const gapMax = 0.15
/** The letters of a ligature have one place. */
const ligatureMax = 1.2
const scriptSizeMax = 0.86
const [shiftMin, shiftMax] = [0.1, 0.6]
const accentMax = 0.3

/** Combining characters of the accents that TeX sets as glyphs of their own. */
const combining: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  '˘': '\u0306',
  ˇ: '\u030C',
  '˙': '\u0307',
  '¸': '\u0327',
  '¯': '\u0304',
  '˚': '\u030A',
}

type Word = { -readonly [Key in keyof PageItem]: PageItem[Key] }

/** The words of a page in file order, with each formula as one item at the place of its first character. */
export function wordsAndFormulas(
  glyphs: readonly Glyph[],
  formulas: readonly Formula[],
  page: number,
): PageItem[] {
  const formulaOf = new Map(
    formulas.flatMap((formula) => formula.glyphs.map((glyph) => [glyph, formula] as const)),
  )
  const words: Word[] = []
  const written = new Set<Formula>()
  let open: Word | undefined
  for (const glyph of withAccents(glyphs)) {
    const formula = formulaOf.get(glyph)
    if (formula) {
      open = undefined
      if (!written.has(formula)) words.push(formulaItem(formula, glyph, page))
      written.add(formula)
      continue
    }
    const gap = open ? glyph.start - open.x - open.width : 0
    const goesOn =
      open &&
      !glyph.startsWord &&
      open.font === glyph.font &&
      Math.abs(open.y - glyph.y) < sameLineMax * glyph.fontSize &&
      gap < gapMax * glyph.fontSize &&
      gap > -ligatureMax * glyph.fontSize
    if (open && goesOn) {
      open.text += glyph.text
      open.width = Math.max(open.width, glyph.end - open.x)
      continue
    }
    const word = makeWord(glyph, page)
    word.baselineShift = measureShift(word, words.at(-1))
    words.push(word)
    open = word
  }
  return words.map(withRaisedDigits)
}

function makeWord(glyph: Glyph, page: number): Word {
  const { text, start, end, y, font, fontSize, isBold, isItalic, fixedPitch } = glyph
  return {
    text,
    x: start,
    y,
    width: end - start,
    height: fontSize,
    font,
    fontSize,
    isBold,
    isItalic,
    fixedPitch,
    page,
    itemType: 'Text',
    rotation: 0,
    advanceKnown: true,
    baselineShift: 0,
  }
}

const formulaItem = ({ tex, left, right, y, size }: Formula, glyph: Glyph, page: number): Word => ({
  ...makeWord(glyph, page),
  text: formulaSign,
  tex,
  x: left,
  y,
  width: right - left,
  height: size,
  fontSize: size,
  isBold: false,
  isItalic: false,
  fixedPitch: false,
})

/** Of a smaller word directly behind another, in points. */
function measureShift(word: Word, before: Word | undefined): number {
  if (!before || word.fontSize > scriptSizeMax * before.fontSize) return 0
  const gap = word.x - before.x - before.width
  const shift = word.y - before.y
  const isScript =
    Math.abs(gap) <= gapMax * before.fontSize &&
    Math.abs(shift) >= shiftMin * before.fontSize &&
    Math.abs(shift) <= shiftMax * before.fontSize
  return isScript ? shift : 0
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const lowered = '₀₁₂₃₄₅₆₇₈₉'

/** Superscript and subscript numbers as the characters that the library returns. */
function withRaisedDigits(word: Word): PageItem {
  if (word.baselineShift === 0 || !/^\d+$/.test(word.text)) return word
  const digits = word.baselineShift > 0 ? raised : lowered
  return {
    ...word,
    text: word.text.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit),
    baselineShift: 0,
  }
}

/** Letters and their accents, which TeX sets above each other, as one character. */
function withAccents(glyphs: readonly Glyph[]): Glyph[] {
  const all: Glyph[] = []
  for (const glyph of glyphs) {
    const accent = all.at(-1)
    const mark = accent && combining[accent.text]
    const isOver =
      accent &&
      mark !== undefined &&
      /^\p{L}$/u.test(glyph.text) &&
      Math.abs(accent.left + accent.right - glyph.left - glyph.right) <=
        2 * accentMax * glyph.fontSize
    if (!isOver) {
      all.push(glyph)
      continue
    }
    const letter = glyph.text === 'ı' ? 'i' : glyph.text === 'ȷ' ? 'j' : glyph.text
    all[all.length - 1] = {
      ...glyph,
      text: (letter + mark).normalize('NFC'),
      startsWord: accent.startsWord,
    }
  }
  return all
}
