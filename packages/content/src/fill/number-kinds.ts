import { quantitiesIn, type Quantity } from './quantities.ts'

/** Digits of a text that are no amount: a time of day, a date, or a code. */
export interface DigitSpan {
  readonly kind: 'time' | 'date' | 'code'
  readonly start: number
  readonly end: number
  /** Of a time its minutes, of a date `year-month-day` with what is not said left empty, of a code its letters and digits. */
  readonly key: string
}

export interface TextNumbers {
  readonly spans: readonly DigitSpan[]
  /** The numbers that are amounts, as they stand in the text. */
  readonly quantities: readonly Quantity[]
}

/** Tells the numbers of a text apart by their kind: `10:00`, `9 May 2026` and `AB-12` are no counts. */
export function readNumbers(text: string): TextNumbers {
  if (!/\d/.test(text)) return { spans: [], quantities: [] }
  const spans: DigitSpan[] = []
  let rest = text
  for (const find of finders) {
    for (const span of find(rest)) {
      spans.push(span)
      rest = `${rest.slice(0, span.start)}${' '.repeat(span.end - span.start)}${rest.slice(span.end)}`
    }
  }
  return { spans, quantities: quantitiesIn(rest) }
}

type Find = (text: string) => Iterable<DigitSpan>

const wordDate =
  /(?<![\p{L}\d])(?:(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)? ?(?:[-–—]|to|bis|au|al|und|and) ?(?:\p{L}{2,12},? )?)?(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª|°)? (?:of |de |d')?(\p{L}{3,12})\.?(?:,? (?:de |del )?(\d{4})(?!\d))?/giu
const monthDate =
  /(?<!\p{L})(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?(?: ?[-–—] ?(\d{1,2}))?(?![\d:])(?:,? (\d{4})(?!\d))?/gu
const monthYear = /(?<!\p{L})(\p{L}{3,12})\.?,? (?:de |del )?(\d{4})(?![\d.,:]\d)(?!\d)/gu
const isoDates = /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?!\d)/g
const digitDates = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d./-]\d|\d)/g

const easternDates = /(?:(\d{4})[年년] ?)?(?<!\d)(\d{1,2})[月월] ?(\d{1,2})[日일号]/gu

function* findDates(text: string): Generator<DigitSpan> {
  for (const { 0: whole, 1: year, 2: month, 3: day, index } of text.matchAll(easternDates))
    yield dateSpan(index, whole, [year, month, day])
  for (const { 0: whole, 1: year, 2: month, 3: day, index } of text.matchAll(isoDates))
    yield dateSpan(index, whole, [year, month, day])
  for (const { 0: whole, 1: one = '', 3: two = '', 4: year = '', index } of text.matchAll(
    digitDates,
  )) {
    const full = year.length === 2 ? `20${year}` : year
    const isMonthFirst = Number(two) > 12
    if (Number(one) > 31 || Number(two) > 31 || (isMonthFirst && Number(one) > 12)) continue
    yield dateSpan(index, whole, isMonthFirst ? [full, one, two] : [full, two, one])
  }
}

/** `16.03.–27.03.2026` */
const shortDates = /(?<![\d./-])(\d{1,2})\.(\d{1,2})\.(?= ?(?:[-–—]|bis) ?\d)/g

function* findShortDates(text: string): Generator<DigitSpan> {
  for (const { 0: whole, 1: day, 2: month, index } of text.matchAll(shortDates))
    if (Number(day) <= 31 && Number(month) <= 12)
      yield dateSpan(index, whole, [undefined, month, day])
}

function* findWordDates(text: string): Generator<DigitSpan> {
  for (const { 0: whole, 1: first, 2: day, 3: name = '', 4: year, index } of text.matchAll(
    wordDate,
  )) {
    const month = monthNumber(name)
    if (month === undefined || Number(day) > 31) continue
    // `4.4 out of 5` is no day of October.
    const hasMaximum = text.startsWith(' out of ', index + whole.length - ' out'.length)
    if (hasMaximum || /\d[.,]$/.test(text.slice(Math.max(0, index - 2), index))) continue
    if (first !== undefined) yield dateSpan(index, whole, [year, month, first])
    yield dateSpan(index, whole, [year, month, day])
  }
}

function* findMonthDates(text: string): Generator<DigitSpan> {
  for (const { 0: whole, 1: name = '', 2: day, 3: last, 4: year, index } of text.matchAll(
    monthDate,
  )) {
    const month = monthNumber(name)
    // `led 4` says no day of January.
    if (month === undefined || Number(day) > 31 || /^\p{Ll}{3}$/u.test(name)) continue
    yield dateSpan(index, whole, [year, month, day])
    if (last !== undefined) yield dateSpan(index, whole, [year, month, last])
  }
}

function* findMonthYears(text: string): Generator<DigitSpan> {
  for (const { 0: whole, 1: name = '', 2: year, index } of text.matchAll(monthYear)) {
    const month = monthNumber(name)
    if (month !== undefined) yield dateSpan(index, whole, [year, month, undefined])
  }
}

type Part = string | number | undefined

const dateSpan = (start: number, whole: string, parts: readonly Part[]): DigitSpan => ({
  kind: 'date',
  start,
  end: start + whole.length,
  key: parts.map((part) => (part === undefined ? '' : Number(part))).join('-'),
})

const clock =
  /(?<![\d:.,])([01]?\d|2[0-4])(?::|[hH](?=\d))([0-5]\d)(?::[0-5]\d)?(?![\d:])(?: ?([ap])\.?m\b\.?)?/giu
const hour =
  /(?<![\d:.,])([01]?\d|2[0-4])(?:[.:]([0-5]\d))?(?: ?([ap])\.?m\b\.?| ?uhr\b| ?h(?:eures?)?(?![\p{L}\d])| o['’]clock)/giu

const easternTimes =
  /(午前|午後|上午|下午|晚上|오전|오후)?\s?(?<!\d)([01]?\d|2[0-4])[時时点點시](?!間)(半|\s?([0-5]?\d)[分분](?!間))?/gu
const afternoon = /^(?:午後|下午|晚上|오후)$/u

/** The times of day of scripts without spaces, in minutes: `10時30分`, `下午3点`. */
export function* findEasternTimes(text: string): Generator<DigitSpan> {
  for (const { 0: whole, 1: half, 2: hours, 3: rest, 4: minutes, index } of text.matchAll(
    easternTimes,
  )) {
    const isLate = half !== undefined && afternoon.test(half)
    const hour = isLate ? (Number(hours) % 12) + 12 : Number(hours)
    const key = hour * 60 + (rest === '半' ? 30 : Number(minutes ?? 0))
    yield { kind: 'time', start: index, end: index + whole.length, key: String(key) }
  }
}

function* findTimes(text: string): Generator<DigitSpan> {
  yield* findEasternTimes(text)
  for (const pattern of [clock, hour])
    for (const { 0: whole, 1: hours, 2: minutes, 3: half, index } of text.matchAll(pattern)) {
      const base = half === undefined ? Number(hours) : Number(hours) % 12
      const key = (base + (half?.toLowerCase() === 'p' ? 12 : 0)) * 60 + Number(minutes ?? 0)
      yield { kind: 'time', start: index, end: index + whole.length, key: String(key) }
    }
}

/** Letters of scripts without spaces stand beside every number. */
const mixed =
  /(?<![\p{Lu}\p{Ll}\d])(?:[\p{Lu}\p{Ll}]{1,8}[-_/.]?\d|\d{1,12}[-_/]?\p{Lu})[\p{Lu}\p{Ll}\d/_-]{0,40}/gu
const version = /(?<![\d.])\d{1,6}(?:\.\d{1,6}){2,5}(?![\d.]\d)/g
const dialled = /(?<![\d.,])(?:\+\d|\(\+?\d|0\d)[\d ()/-]{5,24}\d(?!\d)/g
const long = /(?<![\d.,])\d{10,40}(?![\d.,]\d)/g

function* findCodes(text: string): Generator<DigitSpan> {
  for (const pattern of [version, dialled, long, mixed])
    for (const { 0: whole, index } of text.matchAll(pattern)) {
      const isMixed = pattern === mixed
      if (isMixed && !isCode(whole)) continue
      const key = whole.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
      yield { kind: 'code', start: index, end: index + whole.length, key }
    }
}

/** Letters right beside digits that are no currency and no unit: `TL-300`, `4B2`. */
function isCode(text: string): boolean {
  const [letters = ''] = /^[\p{Lu}\p{Ll}]{1,8}/u.exec(text) ?? []
  if (letters !== '') return !/^(?:eur|usd|gbp|chf|rs|kr|[ckmf]?m|ft|under|over)$/i.test(letters)
  const [quantity] = quantitiesIn(text)
  return quantity === undefined || quantity.end < text.length
}

const finders: readonly Find[] = [
  findDates,
  findShortDates,
  findWordDates,
  findMonthDates,
  findMonthYears,
  findTimes,
  findCodes,
]

const languages = 'en de fr es it nl pt pl sv da nb fi cs ru uk hu ro el tr'.split(' ')
let monthNumbers: ReadonlyMap<string, number> | undefined

/** The number of a month by its name or short name. */
function monthNumber(word: string): number | undefined {
  monthNumbers ??= listMonths()
  return monthNumbers.get(word.toLowerCase())
}

function listMonths(): Map<string, number> {
  const names = new Map<string, number>()
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { month, day, timeZone: 'UTC' })
        for (let number = 1; number <= 12; number += 1) {
          const parts = format.formatToParts(Date.UTC(2026, number - 1, 2))
          const name = parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? ''
          const bare = name.replace(/\.$/, '')
          if (bare.length >= 3 && !/\d/.test(bare) && !names.has(bare)) names.set(bare, number)
        }
      }
    }
  }
  return names
}
