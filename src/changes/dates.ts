/** Languages whose names of months and days are known. */
const languages =
  'en de fr es it pt nl pl cs sk sl hr ro hu ru uk bg sr el tr sv da nb fi et lv lt vi id ms hi bn ar he fa th ca eu gl'.split(
    ' ',
  )

/** Names of months and days of the week, long and short, in lower case. */
const dateNames = new Set<string>()
let languagesRead = 0

/** Reads the names of one language after the other, once in a process: all together take tens of milliseconds. */
export function* readDateNames(): Generator<void> {
  for (; languagesRead < languages.length; languagesRead += 1) {
    const language = languages[languagesRead] ?? ''
    for (const style of ['long', 'short'] as const) {
      // With a day, several languages have another form: `26 ноября`, `ноябрь`.
      for (const parts of [
        { weekday: style, month: style, day: 'numeric' },
        { month: style },
      ] as const)
        for (const name of listNames(language, parts)) dateNames.add(name)
    }
    yield
  }
}

/** Twelve days in all months and on all days of the week. */
const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 5)))

function listNames(language: string, parts: Intl.DateTimeFormatOptions): string[] {
  const locale = `${language}-u-ca-gregory-nu-latn`
  const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
  return days.flatMap((day) =>
    format
      .formatToParts(day)
      .filter(({ type }) => type === 'month' || type === 'weekday')
      .flatMap(({ value }) => value.toLowerCase().match(word) ?? []),
  )
}

const word = /[\p{L}\p{M}]+/gu

/** Stands for a date or a time of day in a masked text. */
export const dateMark = '\u0001'

const numeric = [
  /(?<!\d)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?/g,
  /(?<!\d)\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)/g,
  /(?<!\d)\d{1,2}(?:-\d{1,2}-|\/\d{1,2}\/|\. ?\d{1,2}\. ?)\d{2}(?:\d{2})?(?!\d)/g,
  /(?<!\d)(?:\d{2,4} ?[年년] ?)?\d{1,2} ?[月월](?: ?\d{1,2} ?[日일號号])?/g,
  /(?<!\d)\d{1,2}[時时시点點] ?\d{1,2} ?[分분](?: ?\d{1,2} ?[秒초])?/g,
]
const clock =
  /(?<!\d)\d{1,2}(?::\d{2}){1,2}(?:[.,]\d{1,6})?(?![\d:])|(?<!\d)\d{1,2} ?h ?\d{2}(?!\d)/g
const number = String.raw`(?<![\d.,])(?:\d{1,2}|(?:19|20|25)\d{2})(?:st|nd|rd|th|er|º|ª)?(?!\d|[.,]\d)`
const joint = String.raw`(?:[\s,.'’-]|(?<![\p{L}\p{M}])(?:de|del|of|at|um|à|às|kl|г|года|році|року|năm)(?![\p{L}\p{M}])){0,6}`
const before = new RegExp(`${number}${joint}${dateMark}`, 'giu')
const after = new RegExp(`${dateMark}${joint}${number}`, 'giu')
const suffix = new RegExp(
  `${dateMark}[\\s,.]{0,3}(?:[ap]\\.?m\\.?|uhr|utc|gmt|[ecmp][sd]t|cet|cest|msk|jst|z)(?![\\p{L}\\p{M}])`,
  'giu',
)
const marks = new RegExp(`${dateMark}(?:[\\s,.()/|–—-]*${dateMark})+`, 'g')

/** Replaces dates and times of day, numeric or with names in any of the languages, by a mark each. */
export function maskDates(text: string): string {
  readDateNames().toArray()
  const named = numeric
    .reduce((masked, pattern) => masked.replaceAll(pattern, dateMark), text)
    .replaceAll(clock, dateMark)
    .replaceAll(word, (each) => (dateNames.has(each.toLowerCase()) ? dateMark : each))
  let masked = named
  // Day and year stand on either side of a month.
  for (let round = 0; round < 2; round += 1) {
    masked = masked.replaceAll(before, dateMark).replaceAll(after, dateMark)
  }
  if (!/\d/.test(text)) return text
  return masked.replaceAll(suffix, dateMark).replaceAll(marks, dateMark)
}
