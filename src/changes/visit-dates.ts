import { dateMark, maskDates, withoutClocks } from './dates.ts'
import { dateNames, toDateBit } from './time-words.ts'

/** A text, and when the page with it was loaded. */
interface Seen {
  readonly text: string
  readonly takenAt: Date
}

const dayMs = 86_400_000
/** The day of a visit depends on the time zone of the site. */
const zones = [0, -dayMs, dayMs]

/**
 * Whether two texts differ in nothing but dates that moved as the days of the visits did: a date that is always today says nothing about the
 * content, whatever its words are.
 */
export function movesWithVisits(before: Seen, after: Seen): boolean {
  const masked = maskDates(before.text)
  if (!masked.includes(dateMark) || masked !== maskDates(after.text)) return false
  const [these, those] = [before, after].map(({ text }) => withoutClocks(text).match(part) ?? [])
  if (!these || these.length !== those?.length) return false
  return zones.some((shift) => {
    const [one, other] = [before, after].map(({ takenAt }) => new Date(takenAt.getTime() + shift))
    if (!one || !other || one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10))
      return false
    return these.every((word, at) => {
      const next = those[at] ?? ''
      return word === next || (findRoles(word, one) & findRoles(next, other)) !== 0
    })
  })
}

const part = /[\p{L}\p{M}]+|\d+/gu
const [isYear, isMonth, isDay, isName] = [1, 2, 4, 8]

/** What a word or number may say of a day, as bits. */
function findRoles(word: string, day: Date): number {
  if (!/\d/.test(word))
    return ((dateNames.get(word.toLowerCase()) ?? 0) & toDateBit(day)) === 0 ? 0 : isName
  const value = Number(word)
  return (
    (value === day.getUTCFullYear() || value === day.getUTCFullYear() % 100 ? isYear : 0) |
    (value === day.getUTCMonth() + 1 ? isMonth : 0) |
    (value === day.getUTCDate() ? isDay : 0)
  )
}
