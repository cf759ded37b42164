import { isoDate } from '#content/html/about/iso-date.ts'

/** The first and the last day of a range, in ISO form. */
export interface DateRange {
  readonly start: string
  readonly end: string
}

const between =
  / ?(?:[-–—]|\bto\b|\buntil\b|\bbis\b|\bau\b|\bal\b|\btot\b|\baté\b|\ba\b|\bdo\b|\btill\b|\btil\b) ?| (?:e|y|et|und|and|og|och|i|en) (?=(?:\p{L}{2,12}\.? )?\d{1,2}[. ])/iu
const rangeLengthMax = 120

/** The range of days that a text names: `9–11 October 2026`, `12. Mai bis 3. Juni 2026`, `2026-05-01 – 2026-05-03`. */
export function rangeIn(text: string): DateRange | undefined {
  const short = text.slice(0, rangeLengthMax)
  const own = easternRange(short)
  if (own) return own
  const pieces = short.split(between)
  for (const [at, first] of pieces.entries()) {
    const second = pieces[at + 1]
    if (second === undefined) return undefined
    const range = parseRange(first, second)
    if (range) return range
  }
  return undefined
}

const eastern =
  /((?:19|20)\d\d)[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일号](?:[（(].[）)])? ?[~～〜–-] ?(?:(\d{1,2})[月월] ?)?(\d{1,2})[日일号]/u

/** `2026年10月24日（土）～25日（日）` */
function easternRange(text: string): DateRange | undefined {
  const [whole, year, month, day, lastMonth = month, lastDay] = eastern.exec(text) ?? []
  if (whole === undefined) return undefined
  const start = isoDate(`${year}年${month}月${day}日`)
  const end = isoDate(`${year}年${lastMonth}月${lastDay}日`)
  return start !== undefined && end !== undefined && start < end ? { start, end } : undefined
}

function parseRange(first: string, second: string): DateRange | undefined {
  const end = isoDate(second)?.slice(0, 10)
  if (end === undefined) {
    // `October 9–11, 2026`: the month stands before both days.
    const [, month = ''] = /(\p{L}{3,12})\.? \d{1,2}$/u.exec(first) ?? []
    const last = isoDate(`${month} ${second}`)?.slice(0, 10)
    const [, day = ''] = /(\d{1,2})$/.exec(first) ?? []
    return month !== '' && last !== undefined ? withDay(last, day) : undefined
  }
  const own = isoDate(first)?.slice(0, 10)
  if (own !== undefined) return own < end ? { start: own, end } : undefined
  const [, day = '', month] =
    /(?<![\d/.,])(\d{1,2})(?:st|nd|rd|th|er|\.)?(?: (?:de )?(\p{L}{3,12})\.?)?$/u.exec(
      first.trim(),
    ) ?? []
  if (day === '') return undefined
  if (month === undefined) return withDay(end, day)
  const start = isoDate(`${day} ${month} ${end.slice(0, 4)}`)?.slice(0, 10)
  return start !== undefined && start < end ? { start, end } : undefined
}

/** A range that ends on a day and begins on another one of its month. */
function withDay(end: string, day: string): DateRange | undefined {
  const start = isoDate(`${end.slice(0, 8)}${day.padStart(2, '0')}`)
  return start !== undefined && start < end ? { start, end } : undefined
}
