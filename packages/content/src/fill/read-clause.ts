import { beginsWith, findConcept, saysConcept } from './concept-words.ts'
import { coerce } from './coerce.ts'
import { isDay } from './day-names.ts'
import { hoursIn } from './hours-in.ts'
import { readLineText } from './line-text.ts'
import { wordsAround, type Outline } from './outline.ts'
import { splitSegments } from './pairs.ts'
import { toPlain } from './plain-words.ts'
import { isSameWord, type Profile } from './profile.ts'
import type { ReadValue } from './read-value.ts'
import { splitLine } from './split-line.ts'
import { valueInText } from './value-in-text.ts'

const clauseEnd = /; |[,(] ?(?!\d{4}(?!\d))|\)|,? (?:and|und|et|y|e|en|i|och|og|oraz) (?=\p{L})/u
const lineLengthMax = 1_000
const nameMin = 4

/** A date, a time or hours in the only clause that speaks of the property: `The doors open at 7 pm`, `due by 30 November 2026`. */
export function readClause(outline: Outline, profile: Profile): ReadValue | undefined {
  const { form, type } = profile
  if (type !== 'string') return undefined
  if (form === 'hours') return readHours(outline, profile)
  if (form === 'code') return readCode(outline, profile)
  if (closedName.test(profile.folded)) return readClosed(outline)
  if (form !== 'date' && form !== 'time') return undefined
  const found = new Map<unknown, number>()
  for (const [line, { text, kind }] of outline.lines.entries()) {
    if (kind === 'cell' || text.length > lineLengthMax || !/\d/.test(text)) continue
    for (const clause of splitSegments(text).flatMap(splitLine).flatMap(splitClauses)) {
      if (!isOne(clause, form) || !speaks(profile, clause)) continue
      const value =
        form === 'date'
          ? coerce([...readLineText(clause).days()].join(), profile.schema)
          : timeAlone(valueInText(clause, { profile, isNamed: false }))
      if (value !== undefined && !found.has(value)) found.set(value, line)
    }
  }
  const [first] = found
  return first && found.size === 1 ? { value: first[0], line: first[1] } : undefined
}

/** The stop of the sentence is none of `5 pm.` */
const timeAlone = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/(?<=\d ?[ap]m)\.$/i, '') : value

const splitClauses = (sentence: string): readonly string[] => sentence.split(clauseEnd)

/** Whether a clause names one day or one time and no other. */
function isOne(clause: string, form: 'date' | 'time'): boolean {
  const line = readLineText(clause)
  return form === 'time'
    ? line.times().size === 1
    : line.numbers().spans.filter(({ kind }) => kind === 'date').length === 1 &&
        line.days().size === 1
}

const formWords = new Set('date day time hours hour opening at on'.split(' '))

/** Whether a text has a name of a property, or all words of its name or others for the same. */
function speaks({ meanings, plain }: Profile, text: string): boolean {
  const said = wordsAround(text)
  if (meanings.some(({ names }) => names.some((name) => isIn(said, name)))) return true
  const asked = plain.words.filter((word) => !formWords.has(word))
  if (meanings.length > 0 || asked.length === 0) return false
  const words = toPlain(said.trim()).split(' ')
  return asked.every((word) => {
    const same = findConcept(word)?.same ?? []
    return words.some((one) => isSameWord(one, word) || saysConcept(one, same))
  })
}

const isIn = (said: string, name: string): boolean =>
  name.length >= nameMin && said.includes(` ${name} `)

/** The only hours of the content that the property asks for: those beneath or beside its words, or all that stand with days. */
function readHours({ lines, sections }: Outline, profile: Profile): ReadValue | undefined {
  const isNamed = profile.meanings.length === 0
  const found = new Map<string, number>()
  for (const [line, { text, kind }] of lines.entries()) {
    if (kind === 'cell' || text.length > lineLengthMax) continue
    for (const segment of splitSegments(text).flatMap(splitLine)) {
      const span = hoursIn(segment)
      if (!span) continue
      const above = sections.findLast(({ at, end }) => at < line && line < end)
      const isAsked = speaks(profile, segment) || speaks(profile, above?.heading.folded ?? '')
      if (!isAsked && (isNamed || !span.hasDays)) continue
      const start = span.start <= shortMax ? 0 : span.start
      const hours = segment.slice(start, span.end)
      if (!found.has(hours)) found.set(hours, line)
    }
  }
  const [first] = found
  return first && found.size === 1 ? { value: first[0], line: first[1] } : undefined
}

/** `De lunes a viernes` begins with a word for from. */
const shortMax = 4

const codeBehind =
  /^[ .:]{0,3}(?:(?:no|nr|number|nummer|n[°º]|numer|#)[ .:]{1,3})?((?:\d|[A-Z]{1,3}(?:[ -]?\d){1,3})[\d./ -]{1,36}\d(?:\.?[A-Z]\d\d)?)(?![\p{L}\d])/iu
const codeWords = /(?:^| )(?:code|number|no|nr|id)$/
const [codeDigitsMin, letteredMin] = [5, 3]

/** A code right behind its name in running text: `NIP 844-235-19-07`, `sort code 20-45-77`. */
function readCode(
  { lines }: Outline,
  { meanings, folded, schema }: Profile,
): ReadValue | undefined {
  const names = meanings.flatMap((meaning) => meaning.names)
  if (meanings.length === 0) names.push(folded, folded.replace(codeWords, ''))
  const found = new Map<string, number>()
  for (const [line, { text }] of lines.entries()) {
    if (!/\d/.test(text)) continue
    const lower = text.toLowerCase().replaceAll('.', ' ')
    for (const name of names) {
      const at = name.length < codeNameMin ? -1 : ` ${lower}`.indexOf(` ${name}`)
      const [, code] = at < 0 ? [] : (codeBehind.exec(text.slice(at + name.length)) ?? [])
      const digits = code?.replaceAll(/\D/g, '').length ?? 0
      if (code === undefined || digits < (/^\p{L}/u.test(code) ? letteredMin : codeDigitsMin))
        continue
      if (!found.has(code)) found.set(code, line)
    }
  }
  if (found.size === 0 && meanings.every(({ name }) => name === 'sku'))
    for (const [line, { text, level }] of lines.entries())
      for (const [, code = ''] of level === 1 ? [] : text.matchAll(lettered))
        if (!standard.test(code)) found.set(code, line)
  const [first] = found
  const value = first && found.size === 1 ? coerce(first[0], schema) : undefined
  return first && value !== undefined ? { value, line: first[1] } : undefined
}

/** A code of letters and digits behind a label: `Ref. AB-12`. */
const lettered =
  /(?<=[\p{Ll}.:#°] |^)(?=[\p{Lu}-]{0,12}\d|\d+[-/]\p{Lu})((?:[\p{Lu}\d]{1,8}[-/]){1,4}[\p{Lu}\d]{1,8})(?![\p{L}\d/-])/gu
const standard = /^(?:ISO|EN|DIN|IEC|UTF|IEEE|COVID|USB|A\d)/
const codeNameMin = 3

export const closedName = /^clos(?:ed|ing|ure)(?: on| days?| weekdays?)?$/
const easternDay =
  /(?:周[一二三四五六日](?:至周[一二三四五六日])?|[月火水木金土日]曜日?|[월화수목금토일]요일)/u
const closedWords = findConcept('closed')?.same ?? []

/** The days on which the content says that it is closed: `montags geschlossen`, `chiuso il lunedì`. */
function readClosed({ lines }: Outline): ReadValue | undefined {
  const found = new Map<string, number>()
  for (const [line, { text, kind }] of lines.entries()) {
    if (kind === 'cell' || text.length > lineLengthMax) continue
    for (const clause of splitSegments(text)
      .flatMap(splitLine)
      .flatMap((one) => one.split(/[,;，、(]/))) {
      const words = toPlain(wordsAround(clause).trim()).split(' ')
      if (/\d/.test(clause) || !words.some((one) => beginsWith(one, closedWords))) continue
      const days = [...clause.matchAll(/\p{L}{3,}/gu)].filter(([one]) => isDay(one))
      const [first, last] = [days[0], days.at(-1)]
      const named = first && last && clause.slice(first.index, last.index + last[0].length)
      const own = named ?? easternDay.exec(clause)?.[0]
      if (own !== undefined && !found.has(own)) found.set(own, line)
    }
  }
  const [first] = found
  return first && found.size === 1 ? { value: first[0], line: first[1] } : undefined
}
