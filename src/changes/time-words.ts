/**
 * Words of dates and times in many languages. They come from the tables of the runtime, which has them for every language; what people write
 * besides is listed where it is used.
 */
const languages =
  'en de fr es it pt nl pl cs sk sl hr ro hu ru uk bg sr el tr sv da nb fi et lv lt vi id ms hi bn ar he fa th ca eu gl ja zh-Hans zh-Hant ko'.split(
    ' ',
  )

/** Names of months and days of the week, long and short, with the months and days that they stand for. All words here are in lower case. */
export const dateNames = new Map<string, number>()
/** One bit per month and per day of the week. */
const toMonthBit = (date: Date) => 1 << date.getUTCMonth()
const toWeekdayBit = (date: Date) => 1 << (12 + date.getUTCDay())
export const toDateBit = (date: Date): number => toMonthBit(date) | toWeekdayBit(date)
/** Words between the parts of a date: `de`, `um`, `klo`. */
export const dateJoints = new Set('of года році року năm'.split(' '))
/** Names of seconds, minutes, hours, days and weeks. */
export const unitNames = new Set('secs mins hrs std mn 分 秒'.split(' '))
/** How long ago something was, with `#` for the number: `vor # stunden`; without one where it may be left out: `час назад`. */
export const agoPhrases = new Set<string>()
/** Their words but for units. */
export const agoWords = new Set<string>()

let languagesRead = 0

/** Reads the words of one language after the other, once in a process: all together take more than a tenth of a second. */
export function* readTimeWords(): Generator<void> {
  for (; languagesRead < languages.length; languagesRead += 1) {
    const locale = `${languages[languagesRead] ?? ''}-u-ca-gregory-nu-latn`
    readNames(locale)
    yield
    readUnits(locale)
    readAgo(locale)
    yield
  }
}

const toWords = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

/** Twelve days in all months and on all days of the week. */
const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 5)))

function readNames(locale: string): void {
  const formats: Intl.DateTimeFormatOptions[] = (['long', 'short'] as const).flatMap((style) => [
    // With a day, several languages have another form: `26 ноября`, `ноябрь`.
    { weekday: style, month: style, day: 'numeric' },
    { month: style },
  ])
  for (const options of [...formats, withTime]) {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    for (const day of days) readDate(format.formatToParts(day), day)
  }
}

const withTime = { dateStyle: 'full', timeStyle: 'short' } as const

function readDate(parts: readonly Intl.DateTimeFormatPart[], day: Date): void {
  const names = parts.flatMap(({ type, value }) => {
    if (type !== 'month' && type !== 'weekday') return []
    const bit = type === 'month' ? toMonthBit(day) : toWeekdayBit(day)
    return toWords(value).map((name) => [name, bit] as const)
  })
  for (const each of toWords(parts.map(({ value }) => value).join(''))) {
    // Hebrew writes `in` together with the month.
    const own = names.filter(([name]) => each.endsWith(name))
    for (const [, bit] of own) dateNames.set(each, (dateNames.get(each) ?? 0) | bit)
    if (own.length === 0) dateJoints.add(each)
  }
}

const units = ['second', 'minute', 'hour', 'day', 'week'] as const
const allUnits = [...units, 'month', 'year'] as const
const longUnitNames = new Set<string>()
const lengths = ['long', 'short', 'narrow'] as const
/** Numbers with all forms of plurals. */
const numbers = [1, 2, 3, 5, 11, 21]

function readUnits(locale: string): void {
  for (const unitDisplay of lengths) {
    for (const unit of allUnits) {
      const names = unit === 'month' || unit === 'year' ? longUnitNames : unitNames
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
      for (const each of numbers)
        for (const { type, value } of format.formatToParts(each))
          if (type === 'unit') for (const name of toWords(value)) names.add(name)
    }
  }
}

function readAgo(locale: string): void {
  for (const style of lengths) {
    const format = new Intl.RelativeTimeFormat(locale, { style })
    for (const unit of allUnits) {
      for (const each of numbers) {
        const parts = format.formatToParts(-each, unit)
        // Hebrew adds a number in brackets.
        const hasNumber = !parts.some(({ value }) => value.includes('('))
        const words = parts.flatMap(({ type, value }) =>
          type === 'literal' ? toWords(value) : hasNumber ? ['#'] : [],
        )
        const own = words.filter(
          (name) => name !== '#' && !unitNames.has(name) && !longUnitNames.has(name),
        )
        // What is no more than a unit may be a length of time.
        if (own.length === 0) continue
        for (const name of own) agoWords.add(name)
        agoPhrases.add(words.join(' '))
        if (each === 1 && words.length > 2)
          agoPhrases.add(words.filter((name) => name !== '#').join(' '))
      }
    }
  }
}
