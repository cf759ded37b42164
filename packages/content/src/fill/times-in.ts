import { findEasternTimes } from './number-kinds.ts'

const clock =
  /(?<![\d:.,/])([01]?\d|2[0-4])(?: ?[:.h] ?([0-5]\d)(?![\d/]|[.,:]\d)(?: ?([ap])\.?m\b)?| ?([ap])\.?m\b| ?(?:uhr|uur|h|heures?|o['’]clock)(?![\p{L}\d]))/giu
const marked = /(?<!\p{L})kl\.? ?([01]?\d|2[0-4])(?!\d|[.:,]\d)/giu
/** Of `9 bis 12 Uhr`, `6:30 – 9 pm` and `12–14.30` the first end has no sign of its own. */
const range =
  /(?<![\d:.,/])([01]?\d|2[0-4])(?:[:.h]([0-5]\d))? ?(?:[-–—]|to|bis|till?|tot|do|al?|alle|às|à|et|and|und) ?([01]?\d|2[0-4])(?:[:.h]([0-5]\d)|(?= ?(?:[ap]\.?m\b|uhr|uur|h\b)))(?: ?([ap])\.?m\b)?/giu
/** `0815`, as timetables write it. */
const joined = /^([01]\d|2[0-3])([0-5]\d)$/

const half = 12
const toMinutes = (hours: string, minutes = '0'): number => Number(hours) * 60 + Number(minutes)

/** The times of day that a text says, in minutes: `2.30pm`, `16 Uhr`, `21h30`. */
export function timesIn(text: string): ReadonlySet<number> {
  const times = new Set<number>()
  if (!/\d/.test(text)) return times
  const [, hours, minutes] = joined.exec(text.trim()) ?? []
  if (hours !== undefined) times.add(toMinutes(hours, minutes))
  for (const { 1: hour = '', 2: minute, 3: one, 4: other } of text.matchAll(clock))
    times.add(inHalf(hour, minute, one ?? other))
  for (const { key } of findEasternTimes(text)) times.add(Number(key))
  for (const { 1: hour = '' } of text.matchAll(marked)) times.add(toMinutes(hour))
  for (const { 1: hour = '', 2: minute, 3: to = '', 4: more, 5: halfDay } of text.matchAll(range)) {
    times.add(inHalf(hour, minute, halfDay)).add(inHalf(to, more, halfDay))
    if (halfDay !== undefined) times.add(toMinutes(hour, minute))
  }
  return times
}

/** Minutes of a time with `a` or `p` for the half of the day. */
function inHalf(hour: string, minute: string | undefined, letter: string | undefined): number {
  const base = letter === undefined ? Number(hour) : Number(hour) % half
  return toMinutes(String(base + (letter?.toLowerCase() === 'p' ? half : 0)), minute)
}

const alone =
  /^(?:kl\.? )?\d{1,2}(?:\s?[:.h]?\s?\d{2})?\s?(?:[ap]\.?m\.?|uhr|uur|h|heures?|o['’]clock)?$/iu
const easternAlone = /^(?:\p{Lo}{2}\s?)?\d{1,2}[時时点點시](?:半|\s?\d{1,2}[分분])?$/u

/** The time of day that a text is and no more; where a time is asked for, a number alone is an hour. */
export function readTime(text: string, isAsked = false): number | undefined {
  const own = text.trim()
  if (isAsked && /^(?:1?\d|2[0-4])$/.test(own)) return toMinutes(own)
  const times = alone.test(own) || easternAlone.test(own) ? [...timesIn(own)] : []
  return times.length === 1 ? times[0] : undefined
}
