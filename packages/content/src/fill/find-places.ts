import type { Line, PageFacts } from '#content/html/facts/page-facts.ts'
import { holdsValue } from './holds-value.ts'
import { readLineText, type LineText } from './line-text.ts'
import { writeOutline, wordsAround, type Outline } from './outline.ts'
import { splitSegments } from './pairs.ts'
import type { Profile } from './profile.ts'
import { isSaidBeside } from './said-beside.ts'
import { writeDigits } from './spelled-numbers.ts'
import { splitLine } from './split-line.ts'
import { createSayings, isCompound, isSpoken, joinSaid, type Said } from './spoken.ts'
import { readTime } from './times-in.ts'

/** A line of a page that holds a value. */
export interface ValuePlace {
  readonly text: string
  /** Index among all lines: those of the content first. */
  readonly line: number
  /** A CSS selector of the block that it stands in; absent for documents without elements. */
  readonly selector?: string
  /** Whether it stands beside the content. */
  readonly isAside: boolean
  /** Whether it is struck out there. */
  readonly isOld: boolean
  /** Whether its line, its label or its heading speaks of the property. */
  readonly isNamed: boolean
}

const placesMax = 40
const joinedMax = 2

/** A page as values are looked for in it. */
interface Reading {
  readonly outline: Outline
  readonly language: string | undefined
  /** Those of the content first. */
  readonly lines: readonly Line[]
  readonly sayings: (text: string) => Said
  readonly named: ReturnType<typeof createNamed>
  readonly read: readonly LineText[]
  /** Lines with the numbers that they spell out as digits. */
  readonly counted: () => readonly LineText[]
  /** The years that its dates name. */
  readonly years: () => ReadonlySet<string>
  /** All of the content as one text. */
  readonly whole: () => Said
}

export function createReading({ facts, text }: PageFacts): Reading {
  const language = facts.find(({ name }) => name === 'language')?.value
  const outline = writeOutline(text, language)
  const lines = [...outline.lines, ...outline.aside]
  const sayings = createSayings()
  const read = lines.map((line) => readLineText(line.text))
  let counted: readonly LineText[] | undefined
  let whole: Said | undefined
  let years: Set<string> | undefined
  return {
    outline,
    language,
    lines,
    read,
    sayings,
    named: createNamed(outline, lines, sayings),
    counted: () =>
      (counted ??= read.map((line) => {
        const text = writeDigits(line.text, language)
        return text === line.text ? line : readLineText(text)
      })),
    years: () =>
      (years ??= new Set(
        read.flatMap(({ hasDigit, numbers }) =>
          hasDigit
            ? numbers().spans.flatMap(({ kind, key }) =>
                kind === 'date' ? (key.split('-', 1).find(Boolean) ?? []) : [],
              )
            : [],
        ),
      )),
    whole: () => (whole ??= joinSaid(outline.lines.map(({ text: own }) => sayings(own)))),
  }
}

interface Sought {
  readonly value: unknown
  readonly profile: Profile
}

export function placeAt(reading: Reading, at: number, { value, profile }: Sought): ValuePlace {
  const { lines, outline, named, counted, read } = reading
  const line = lines[at]
  const own = (typeof value === 'number' ? counted() : read)[at]?.text ?? ''
  const parts =
    line?.parts.filter((part) => holdsValue(readLineText(part.text), value, profile)) ?? []
  const selector = line && makeSelector(line, outline)
  return {
    text: line?.text ?? '',
    line: at,
    ...(selector !== undefined && { selector }),
    isAside: at >= outline.lines.length,
    isOld: parts.length > 0 && parts.every(({ isOld }) => isOld === true),
    isNamed:
      named(profile, at, ownSegment(own, value, profile)) ||
      isSaidBeside(profile, line?.text ?? '', value) ||
      (typeof value === 'string' && isCompound(profile, value)),
  }
}

export function findPlaces(reading: Reading, sought: Sought): readonly ValuePlace[] {
  const { lines, read, counted } = reading
  const { value, profile } = sought
  const found: ValuePlace[] = []
  const words = typeof value === 'string' ? wordsAround(value) : ''
  const time = typeof value === 'string' ? readTime(value, profile.form === 'time') : undefined
  const day = readYearless(reading, value)
  const isText = typeof value === 'string' && words.trim() !== '' && !/\d/.test(value)
  const looked = typeof value === 'number' ? counted() : read
  for (let at = 0; at < lines.length && found.length < placesMax; at += 1) {
    const own = looked[at]
    const isHere =
      own !== undefined &&
      ((time !== undefined && own.times().has(time)) ||
        (day !== undefined && own.yearless().has(day)) ||
        holdsValue(own, value, profile) ||
        (isText && isInLines(read, at, words)))
    if (isHere) found.push(placeAt(reading, at, sought))
  }
  return found
}

/** The month and the day of a date whose year the page names elsewhere, or nowhere. */
function readYearless({ years }: Reading, value: unknown): string | undefined {
  const [, year = '', day] =
    typeof value === 'string' ? (/^(\d{4})-(\d{2}-\d{2})(?:T|$)/.exec(value) ?? []) : []
  if (day === undefined) return undefined
  const named = years()
  return named.size === 0 || named.has(year) ? day : undefined
}

/** Whether words stand whole in a line, or in it and the lines beneath it. */
function isInLines(read: readonly LineText[], at: number, words: string): boolean {
  const own = read[at]?.words() ?? ''
  if (own.includes(words)) return true
  let joined = own
  for (let more = 1; more <= joinedMax; more += 1) {
    joined = `${joined.trimEnd()}${read[at + more]?.words() ?? ''}`
    if (joined.includes(words)) return joined.startsWith(words) || words.startsWith(own)
  }
  return false
}

const headingBackMax = 200

/** Whether a line, what stands before it as its label, its heading or the head of its column speaks of a property. */
function createNamed(
  { text: { containers } }: Outline,
  lines: readonly Line[],
  sayings: (text: string) => Said,
) {
  return function isNamed(profile: Profile, at: number, own?: string): boolean {
    const line = lines[at]
    if (!line) return false
    if (isSpoken(profile, sayings(own ?? line.text))) return true
    const before = lines[at - 1]
    const isLabel = before !== undefined && before.text.length <= 60
    if (isLabel && isSpoken(profile, sayings(before.text))) return true
    const classes = containers[line.container]?.step.split('.')[1]
    if (classes !== undefined && isSpoken(profile, sayings(classes))) return true
    return listHeads(lines, at, containers).some((head) => isSpoken(profile, sayings(head)))
  }
}

/** The part of a line that says one thing and holds a value: `Prep 20 min | Serves 10`. */
function ownSegment(text: string, value: unknown, profile: Profile): string {
  const segments = splitSegments(text).flatMap(splitLine)
  return segments.length < 2
    ? text
    : (segments.find((segment) => holdsValue(readLineText(segment), value, profile)) ?? text)
}

/** The heading above a line and the head of its column. */
function listHeads(
  lines: readonly Line[],
  at: number,
  containers: Outline['text']['containers'],
): readonly string[] {
  const column = findColumn(lines[at], containers)
  const heads: string[] = []
  for (let before = at - 1; before >= Math.max(0, at - headingBackMax); before -= 1) {
    const line = lines[before]
    if (!line) break
    if (column !== '' && line.isHeader === true && findColumn(line, containers) === column)
      heads.push(line.text)
    if (line.level > 1) return [...heads, line.text]
  }
  return heads
}

const findColumn = (line: Line | undefined, containers: Outline['text']['containers']): string =>
  line?.kind === 'cell'
    ? (/nth-of-type\((\d{1,4})\)/.exec(containers[line.container]?.step ?? '')?.[1] ?? '')
    : ''

function makeSelector({ container }: Line, { text: { containers } }: Outline): string | undefined {
  const steps: string[] = []
  for (let at = container; at > 0 && steps.length < 12; at = containers[at]?.parent ?? -1) {
    const step = containers[at]?.step ?? ''
    if (step === '') return undefined
    const [tag = ''] = step.split('.')
    const name = tag.split(':', 1)[0] ?? ''
    // Parsers add these where a page has none.
    if (/^(?:html|body|tbody|thead|tfoot)$/.test(name)) continue
    steps.unshift(/^(?:main|h1)$/.test(name) ? name : tag)
  }
  return steps.length === 0 ? undefined : steps.join(' > ').replaceAll(' > tr:', ' tr:')
}
