import { beneathTitle, type Outline } from './outline.ts'
import { rangeIn } from './date-range.ts'
import { hasMeaning, matchLabel, readProfile, type Profile } from './profile.ts'
import type { ReadValue } from './read-value.ts'
import { timesIn } from './times-in.ts'
import { valueInText } from './value-in-text.ts'

const hours = readProfile('opening hours', { type: 'string' })
const whole = /^(?:time|zeit|uhrzeit|hora|heure|ora|tid|tijd|godzina|時間)$/
const [labelMin, lengthMax] = [2.5, 40]

const when = readProfile('start date', { type: 'string' })

/** The first or the last day of the range beside a label for when: `Date: 3–4 October 2026`. */
export function edgeOfDays({ pairs }: Outline, edge: 'start' | 'end'): ReadValue | undefined {
  for (const { label, value, line, kind } of pairs) {
    const range =
      kind === 'shown' && matchLabel(when, label) >= labelMin ? rangeIn(value) : undefined
    if (range) return { value: range[edge], line }
  }
  return undefined
}

/** The first or the last time of the only range beside a label for hours or in a line beneath the title: `Time: 18:00–20:00 (doors 17:30)`. */
export function edgeOfHours(outline: Outline, profile: Profile): ReadValue | undefined {
  const labelled = outline.pairs.flatMap(({ label, value, line, kind }) =>
    kind === 'shown' && matchLabel(hours, label) >= labelMin ? [[line, value] as const] : [],
  )
  // What is called `time` alone is all of it.
  const edge = hasMeaning(profile, 'end time') ? 'end' : 'start'
  const folded = whole.test(profile.folded) ? profile.folded : edge
  const found = new Map<unknown, number>()
  for (const [line, text] of [...labelled, ...beneathTitle(outline)]) {
    const [own = ''] = text.split(/ ?[（(]/u, 1)
    if (own.length > lengthMax || timesIn(own).size !== 2) continue
    const value = valueInText(own, { profile: { ...profile, folded }, isNamed: true })
    if (value !== undefined) found.set(value, line)
  }
  const [first] = found
  return first && found.size === 1 ? { value: first[0], line: first[1] } : undefined
}
