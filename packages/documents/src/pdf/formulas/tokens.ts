import type { Glyph } from '#documents/pdf/page-glyphs.ts'
import { around, type Box } from './boxes.ts'
import { functionName, integral, largeOperator, texOfLetter } from './tex-symbols.ts'

/** A part of a formula: a letter, a number, a word or a composed part such as a fraction. */
export interface Token extends Box {
  readonly text: string
  readonly tex: string
  readonly kind: 'word' | 'math' | 'neutral'
  /** Of the baseline. */
  readonly y: number
  /** Of its letters, in points. */
  readonly size: number
  /** Placed by its middle instead of its baseline. */
  readonly isTall: boolean
  readonly glyphs: readonly Glyph[]
}

const mathFont =
  /^(?:CM(?:MI|SY|EX|BSY)|CMMIB|MSAM|MSBM|EU[FRS][MB]|EUEX|RSFS|LM(?:MI|SY|EX)|[rn]?(?:tx|px)(?:b?mi|b?sy|b?ex)|newtx|MT(?:MI|SY|EX)|bbold|bbm|dsrom|stmary)|math/i
const extensionFont = /^(?:CMEX|LMEX|EUEX|MTEX|[rn]?(?:tx|px)b?ex)/i
const tallMin = 1.15

export const isMathFont = (font: string): boolean => mathFont.test(font)

/** Above the baseline, in font sizes: the height of fraction bars and of the middle of tall signs. */
export const axis = 0.25

/** Groups the characters of a page into tokens. */
export function makeTokens(glyphs: readonly Glyph[]): Token[] {
  const tokens: Token[] = []
  let word: Glyph[] = []
  const end = () => {
    if (word.length > 0) tokens.push(makeWord(word))
    word = []
  }
  for (const glyph of glyphs) {
    const last = word.at(-1)
    if (last && !continues(last, glyph)) end()
    if (!isMathFont(glyph.font) && /^[\p{L}\p{M}\p{Nd}]$/u.test(glyph.text)) {
      word.push(glyph)
      continue
    }
    end()
    tokens.push(makeLetter(glyph))
  }
  end()
  return joinedDelimiters(tokens)
}

const classifyText = (text: string) => (/\p{Nd}/u.test(text) ? 'digit' : 'letter')

const continues = (last: Glyph, next: Glyph): boolean =>
  last.font === next.font &&
  !next.startsWord &&
  Math.abs(last.y - next.y) <= 0.05 * last.fontSize &&
  Math.abs(last.fontSize - next.fontSize) <= 0.05 * last.fontSize &&
  next.left - last.right <= 0.15 * last.fontSize &&
  classifyText(last.text) === classifyText(next.text)

function makeWord(glyphs: readonly Glyph[]): Token {
  const text = glyphs.map((glyph) => glyph.text).join('')
  const [first] = glyphs as [Glyph]
  const isName = functionName.test(text)
  const isNumber = /^\p{Nd}+$/u.test(text)
  const plain = text.length > 1 ? `\\mathrm{${text}}` : texOfLetter(text)
  return {
    ...around(glyphs),
    text,
    tex: isName
      ? `\\${text}`
      : isNumber
        ? text
        : first.font.startsWith('CMBX') && text.length === 1
          ? `\\mathbf{${text}}`
          : plain,
    kind:
      !first.fixedPitch &&
      !/CM(?:TT|SLTT)/.test(first.font) &&
      (isName || isNumber || text.length === 1)
        ? 'neutral'
        : 'word',
    y: first.y,
    size: first.fontSize,
    isTall: false,
    glyphs,
  }
}

function makeLetter(glyph: Glyph): Token {
  const { text, font, fontSize: size, left, right, top, bottom } = glyph
  const isTall =
    largeOperator.test(text) ||
    integral.test(text) ||
    (extensionFont.test(font) && top - bottom > tallMin * size)
  return {
    left,
    right,
    top,
    bottom,
    text,
    tex: alphabet(glyph),
    kind: isMathFont(font) ? 'math' : 'neutral',
    y: isTall || extensionFont.test(font) ? (top + bottom) / 2 - axis * size : glyph.y,
    size,
    isTall: isTall || extensionFont.test(font),
    glyphs: [glyph],
  }
}

/** Letters of other alphabets, by their fonts. */
function alphabet({ text, font }: Glyph): string {
  const tex = texOfLetter(text)
  if (!/^[A-Za-z]$/.test(text)) return tex
  if (/^(?:MSBM|bbold|bbm|dsrom)/i.test(font)) return `\\mathbb{${text}}`
  if (/^(?:CMSY|CMBSY|EUS|RSFS|LMSY|[rn]?(?:tx|px)b?sy)/i.test(font)) return `\\mathcal{${text}}`
  if (/^EUF/i.test(font)) return `\\mathfrak{${text}}`
  return font.startsWith('CMMIB') ? `\\boldsymbol{${text}}` : tex
}

const piece = /^[⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪⎫⎬⎭\uf8e6-\uf8fe]$/u
const delimiters = [
  '(⎛⎜⎝\uf8eb\uf8ec\uf8ed',
  ')⎞⎟⎠\uf8f6\uf8f7\uf8f8',
  '[⎡⎢⎣\uf8ee\uf8ef\uf8f0',
  ']⎤⎥⎦\uf8f9\uf8fa\uf8fb',
  '{⎧⎨⎩\uf8f1\uf8f2\uf8f3',
  '}⎫⎬⎭\uf8fc\uf8fd\uf8fe',
]

/** Joins the pieces of tall delimiters. */
function joinedDelimiters(tokens: readonly Token[]): Token[] {
  const pieces = tokens.filter(({ text }) => piece.test(text))
  if (pieces.length === 0) return [...tokens]
  const columns: Token[][] = []
  for (const one of pieces) {
    const column = columns.find((other) =>
      other.some(
        (part) =>
          Math.abs((part.glyphs[0]?.x ?? 0) - (one.glyphs[0]?.x ?? 0)) <= 0.5 &&
          one.bottom - part.top <= 0.3 * one.size &&
          part.bottom - one.top <= 0.3 * one.size,
      ),
    )
    if (column) column.push(one)
    else columns.push([one])
  }
  const joined = columns.map((column): Token => {
    const [first] = column as [Token]
    const box = around(column)
    const sign =
      delimiters.find((letters) => column.some(({ text }) => letters.includes(text)))?.[0] ?? '|'
    return {
      ...first,
      ...box,
      text: sign,
      tex: texOfLetter(sign),
      y: (box.top + box.bottom) / 2 - axis * first.size,
      isTall: true,
      glyphs: column.flatMap(({ glyphs }) => glyphs),
    }
  })
  return [...tokens.filter((token) => !pieces.includes(token)), ...joined]
}
