import { isoDate } from '#content/html/about/iso-date.ts'
import { rangeIn } from './date-range.ts'
import { readNumbers, type TextNumbers } from './number-kinds.ts'
import { wordsAround } from './outline.ts'
import { quantitiesIn, type Quantity } from './quantities.ts'
import { timesIn } from './times-in.ts'

/** A text with what many values are compared with, each read once, when it is first asked for. */
export interface LineText {
  readonly text: string
  readonly hasDigit: boolean
  readonly words: () => string
  readonly numbers: () => TextNumbers
  /** All numbers, those of dates and codes too. */
  readonly quantities: () => readonly Quantity[]
  /** Its days in ISO form. */
  readonly days: () => ReadonlySet<string>
  /** Its days without a year, as `05-14`. */
  readonly yearless: () => ReadonlySet<string>
  readonly times: () => ReadonlySet<number>
}

export function readLineText(text: string): LineText {
  const numbers = once(() => readNumbers(text))
  return {
    text,
    hasDigit: /\d/.test(text),
    words: once(() => wordsAround(text)),
    numbers,
    quantities: once(() => quantitiesIn(text)),
    days: once(() => listDays(text, numbers())),
    yearless: once(() => listYearless(numbers())),
    times: once(() => timesIn(text)),
  }
}

function once<Value extends object | string>(read: () => Value): () => Value {
  let known: Value | undefined
  return () => (known ??= read())
}

function listYearless({ spans }: TextNumbers): ReadonlySet<string> {
  const days = new Set<string>()
  for (const { kind, key } of spans) {
    const [year, month = '', day = ''] = kind === 'date' ? key.split('-') : []
    if (year === '' && month !== '' && day !== '')
      days.add(`${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  }
  return days
}

const piecesMax = 30

function listDays(text: string, { spans }: TextNumbers): ReadonlySet<string> {
  const range = rangeIn(text)
  const keys = spans.flatMap(({ kind, key }) => (kind === 'date' ? [key.split('-')] : []))
  const years = keys.flatMap(([year = '']) => (year === '' ? [] : [year]))
  const days = new Set<string>(range && [range.start, range.end])
  // `8 October 2026 to 26 November`: the year stands once.
  for (const [own = '', month = '', day = ''] of keys)
    for (const year of own === '' ? years : [own])
      if (month !== '' && day !== '')
        days.add(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  const pieces = [text, ...text.split(/[|·•;(),]| [–-] | (?=\d)/)].slice(0, piecesMax)
  for (const date of pieces.flatMap((piece) => [isoDate(piece), isoDate(piece, true)]))
    if (date !== undefined) days.add(date.slice(0, 10))
  return days
}
