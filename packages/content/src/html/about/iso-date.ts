import { oneLine } from '#content/html/walk.ts'

/** Month names by their first letters, in the most frequent languages. */
const months: readonly string[] = [
  'jan|ene|gen|sty|янв|oca|tammi',
  'feb|fév|fev|lut|фев|şub|helmi',
  'mar|mär|maa|мар|mrt|břez',
  'apr|avr|abr|kwi|апр|nis|huhti',
  'may|mai|mag|maj|мая|май|mei|touko',
  'jun|juin|giu|cze|июн|haz|kesä',
  'jul|juil|lug|lip|июл|tem|heinä',
  'aug|aoû|aou|ago|sie|авг|ağu|elo',
  'sep|set|wrz|сен|eyl|syys',
  'oct|okt|ott|out|paź|окт|eki|loka',
  'nov|lis|ноя|kas|marras',
  'dec|dez|déc|dic|gru|дек|ara|joulu',
]
const beginnings = months.map((names) => names.split('|'))

/** Whether a word is the name of a month or its beginning. */
export const isMonth = (word: string): boolean => readMonth(word.toLowerCase()) !== undefined

/** Number of a month name, 1 to 12. */
function readMonth(word: string): number | undefined {
  const at = beginnings.findIndex((names) => names.some((name) => word.startsWith(name)))
  return at === -1 ? undefined : at + 1
}

const iso = /(?<!\d)((?:19|20)\d\d)-(\d\d)-(\d\d)(?!\d)/
const isoTime =
  /^(?:T|\s)\s?(\d\d:\d\d(?::\d\d)?)(?:[.,]\d{1,9})?\s?(Z|UTC|GMT|[+-]\d\d:?\d\d|[+-]\d\d)?/
const yearFirst = /(?<!\d)((?:19|20)\d\d)[./年](\d{1,2})[./月](\d{1,2})(?!\d)/
/** A year of two digits follows a day and a month of two: `2.4.58` is a version, and so is `10.12.13.1`. */
const yearLast =
  /(?<![\d.])(?:(\d{1,2})([./-])\s?(\d{1,2})\2\s?((?:19|20)\d\d)|(\d\d)([./-])(\d\d)\6(\d\d))(?!\.?\d)/
const dayFirst =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|\.)? ?(?:de |of )?(\p{L}{3,12})\.?,? (?:de |del )?((?:19|20)\d\d)(?!\d)/u
const monthFirst =
  /(?<!\p{L})(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)(?!\d)/u

const textLengthMax = 200

/**
 * The first date in a text as ISO 8601, with its time if that is in ISO form. `05/04/2020` is month and
 * day with `isMonthFirst`. Undefined without a date between 1990 and 2100.
 */
export function isoDate(text: string, isMonthFirst = false): string | undefined {
  const short = oneLine(text.slice(0, textLengthMax))
  if (!/\d/.test(short)) return undefined
  const found = iso.exec(short)
  if (found) {
    const [whole, year, month, day] = found
    const date = makeDate(year, month, day)
    return date && date + readTime(short.slice(found.index + whole.length))
  }
  const lower = short.toLowerCase()
  const [, year, month, day] = yearFirst.exec(lower) ?? []
  if (year !== undefined) return makeDate(year, month, day)
  return byWord(lower) ?? byNumber(lower, isMonthFirst)
}

function byWord(lower: string): string | undefined {
  const [, day, name = '', year] = atYear(dayFirst, lower) ?? []
  const month = readMonth(name)
  if (month !== undefined) return makeDate(year, month, day)
  const [, otherName = '', otherDay, otherYear] = atYear(monthFirst, lower) ?? []
  const otherMonth = readMonth(otherName)
  return otherMonth === undefined ? undefined : makeDate(otherYear, otherMonth, otherDay)
}

const yearStart = /(?=(?:19|20)\d\d(?!\d))/g
/** Longer than a day, a month and what stands between them and the year. */
const beforeYearMax = 32

/** The first match of a date that ends with its year. Only the text before each year is searched, because the patterns are slow. */
function atYear(pattern: RegExp, lower: string): RegExpExecArray | undefined {
  for (const { index } of lower.matchAll(yearStart)) {
    const found = pattern.exec(lower.slice(Math.max(0, index - beforeYearMax), index + 5))
    if (found) return found
  }
  return undefined
}

function byNumber(lower: string, isMonthFirst: boolean): string | undefined {
  const match = yearLast.exec(lower) ?? []
  const [first, sign, second, year = ''] = match[1] === undefined ? match.slice(5) : match.slice(1)
  if (first === undefined || second === undefined) return undefined
  const full = year.length === 2 ? `20${year}` : year
  const isSwapped = Number(second) > 12 || (sign === '/' && isMonthFirst && Number(first) <= 12)
  return isSwapped ? makeDate(full, first, second) : makeDate(full, second, first)
}

function readTime(rest: string): string {
  const [, time, zone = ''] = isoTime.exec(rest) ?? []
  if (time === undefined) return ''
  return `T${time}${/^(?:UTC|GMT)$/.test(zone) ? 'Z' : zone}`
}

type Part = string | number | undefined

function makeDate(year: Part, month: Part, day: Part): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const date = new Date(Date.UTC(y, m - 1, d))
  const isReal = date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return isReal && y >= 1990 && y < 2100 ? date.toISOString().slice(0, 10) : undefined
}
