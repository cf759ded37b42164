import { isDay } from './day-names.ts'
import { beginsWith, findConcept } from './concept-words.ts'
import { toPlain } from './plain-words.ts'

const hour = String.raw`(?:[01]?\d|2[0-4])(?:[.:h][0-5]\d)?(?: ?(?:[ap]\.?m\b\.?|uhr|uur|h)(?![\p{L}\d])|[時时点點시](?:半|\s?\d{1,2}[分분])?)?`
/** Without minutes, too: `9–17`, `9 am to 5 pm`, `das 8h às 22h`. */
const range = new RegExp(
  String.raw`(?<![\d.,:/€$£+-])${hour} ?(?:[-–—~～〜]|から|到|至|부터|to|bis|till?|tot|do|alle|al?|às|à|and|und|et|y|e) ?${hour}(?![\p{L}\d/%€$£]|[.,:]\d| ?[€%])`,
  'giu',
)
const word = /\p{L}{2,}(?:-feira)?/gu
const dayConcepts = 'weekday weekend daily monday tuesday wednesday thursday friday saturday sunday'
  .split(' ')
  .map((name) => findConcept(toPlain(name))?.same ?? [])

/** Hours in a text with the days before them: from the first to behind the last. */
export interface HoursSpan {
  readonly start: number
  readonly end: number
  readonly hasDays: boolean
}

/** The ranges of hours that a text says, as one span: `Mon–Fri 9–17, Sat 10–14`. */
export function hoursIn(shown: string): HoursSpan | undefined {
  // `Weekdays 9–15 (12–13 closed)`
  const [own = ''] = shown.split(' (', 1)
  const text = /\d/.test(own) ? own : shown
  if (!/\d/.test(text)) return undefined
  const ranges = [...text.matchAll(range)]
  const [first] = ranges
  const last = ranges.at(-1)
  if (!first || !last) return undefined
  const days = [...text.slice(0, last.index).matchAll(word)].filter(([one]) => isDayWord(one))
  const start = Math.min(first.index, ...days.slice(0, 1).map(({ index }) => index))
  // The stop of the sentence is none of `5 pm.`
  const end = last.index + last[0].replace(/(?<=\wm)\.$/, '').length
  return { start, end, hasDays: days.length > 0 }
}

const isDayWord = (one: string): boolean => {
  const plain = toPlain(one.toLowerCase())
  return isDay(one) || dayConcepts.some((same) => beginsWith(plain, same))
}
