import { dateJoints, dateNames, readTimeWords } from './time-words.ts'

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
const joint = '[\\s,.’-]{0,6}'
const before = new RegExp(`${number}${joint}${dateMark}`, 'giu')
const after = new RegExp(`${dateMark}${joint}${number}`, 'giu')
/** A word between two parts of a date. */
const between = new RegExp(
  `(${dateMark}[\\s,.]{0,3}|\\d[\\s,.]{1,3})([\\p{L}\\p{M}]{1,12})(?=[\\s,.’'-]{1,3}(?:${dateMark}|\\d))`,
  'giu',
)
/** In some languages a time of day has a dot, which differs from a number by the date before it. */
const clockAfter = new RegExp(
  `${dateMark}[\\s,]{1,3}\\d{1,2}\\.\\d{2}(?![\\d.,]|\\s?\\p{Sc})`,
  'gu',
)
const suffix = new RegExp(
  `${dateMark}[\\s,.]{0,3}(?:[ap]\\.?m\\.?|uhr|utc|gmt|[ecmp][sd]t|cet|cest|msk|jst|z)(?![\\p{L}\\p{M}])`,
  'giu',
)
const marks = new RegExp(`${dateMark}(?:[\\s,.()/|–—-]*${dateMark})+`, 'g')

/** Short names of days are words of other languages, too (`do`, `de`, `al`): no word stands before a name, and a number follows it. */
const isOtherWord = (name: string, at: number, text: string): boolean =>
  shortName.test(name) &&
  (afterWord.test(text.slice(Math.max(0, at - 2), at)) ||
    !beforeNumber.test(text.slice(at + name.length, at + name.length + 4)))

const shortName = /^[\p{Script=Latin}\p{Script=Cyrillic}]{1,2}$/u
const afterWord = /[\p{L}\p{M}] $/u
const beforeNumber = new RegExp(String.raw`^[.,]?\s?[\d\u0001]`, 'u')

export const withoutClocks = (text: string): string => text.replaceAll(clock, '')

/** Replaces dates and times of day, numeric or with names in any of the languages, by a mark each. */
export function maskDates(text: string): string {
  if (!/\d/.test(text)) return text
  readTimeWords().toArray()
  const named = numeric
    .reduce((masked, pattern) => masked.replaceAll(pattern, dateMark), text)
    .replaceAll(clock, dateMark)
    .replaceAll(word, (each, at: number, whole: string) =>
      dateNames.has(each.toLowerCase()) && !isOtherWord(each, at, whole) ? dateMark : each,
    )
  let masked = named
  // Day and year stand on either side of a month.
  for (let round = 0; round < 2; round += 1) {
    masked = masked
      .replaceAll(between, (whole, one: string, joint: string) =>
        dateJoints.has(joint.toLowerCase()) ? one : whole,
      )
      .replaceAll(clockAfter, dateMark)
      .replaceAll(before, dateMark)
      .replaceAll(after, dateMark)
  }
  return masked.replaceAll(suffix, dateMark).replaceAll(marks, dateMark)
}
