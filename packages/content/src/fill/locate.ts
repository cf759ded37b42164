import { foldName } from '#content/html/facts/meanings.ts'
import type { Line, PageFacts } from '#content/html/facts/page-facts.ts'
import type { Spend } from '#base/step-count.ts'
import { findRows, shareList, type LineRange } from './find-rows.ts'
import { holdsValue, listWindows } from './holds-value.ts'
import { readLineText, type LineText } from './line-text.ts'
import { isDeclared } from './declared-value.ts'
import { listSiteNames } from './name-of-site.ts'
import { splitLine, writeOutline, wordsAround, type Outline } from './outline.ts'
import { isKnownLabel, matchLabel, readProfile, type Profile } from './profile.ts'
import { readNumbers } from './number-kinds.ts'
import { quantitiesIn } from './quantities.ts'
import { splitSegments } from './pairs.ts'
import { isInAddress } from './read-address.ts'
import { isSaidBeside } from './said-beside.ts'
import { writeDigits } from './spelled-numbers.ts'
import { createSayings, isCompound, isSpoken, joinSaid, type Said } from './spoken.ts'
import { readTime } from './times-in.ts'
import { mayBe, valueInText } from './value-in-text.ts'

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

/** Finds where values of properties stand on a page. */
export interface Locate {
  /** The lines that hold a value as whole words, a date, or a number of its unit; at most 40, those of the content first. */
  readonly places: (value: unknown, profile: Profile) => readonly ValuePlace[]
  /** Whether the page declares the value under a name of the property. */
  readonly declares: (value: unknown, profile: Profile) => boolean
  /** A line with an amount whose sign may stand for a currency. */
  readonly findCurrency: (code: string) => ValuePlace | undefined
  /** A line with the numbers that it spells out as digits. */
  readonly countedText: (line: number) => LineText
  /** Which texts are whole items of one list of the page: that with most of them, two at least. */
  readonly shareList: (texts: readonly unknown[]) => readonly boolean[]
  /** Whether a line is one of an address. */
  readonly isInAddress: (line: number) => boolean
  /** Whether the title of the document names it beside the heading. */
  readonly namesSite: (value: unknown) => boolean
  /** Whether a line of the content speaks of the property. */
  readonly mentions: (profile: Profile) => boolean
  /** Whether a label that stands for nothing else that is known has the value, and no label stands for the property. */
  readonly hasFreeLabel: (value: unknown, profile: Profile) => ValuePlace | undefined
  /** Whether it is a part of a line between the title and the next heading. */
  readonly isBeneathTitle: (value: string) => boolean
  /** Whether a number's own words in a line, up to the numbers beside it, speak of the property. */
  readonly isNamedNear: (line: number, value: number, profile: Profile) => boolean
  /** Whether the heading or the label above a line speaks of the thing that a property belongs to. */
  readonly isUnder: (line: number, profile: Profile) => boolean
  /** The lines of things that their names stand in: the block of each, or up to the next name. */
  readonly findRows: (names: readonly (number | undefined)[]) => readonly (LineRange | undefined)[]
  /** Whether the value is the only one of its form in the content: one date, one amount with a currency. */
  readonly isOnlyOne: (value: unknown, profile: Profile) => boolean
}

const placesMax = 40
const beneathMax = 8
const pieceEnd = /[,.;] | [·|•–—-] |[.,]$/
const joinedMax = 2
const stepLength = 500

/** A page as values are looked for in it. */
interface Reading {
  readonly outline: Outline
  /** Those of the content first. */
  readonly lines: readonly Line[]
  readonly sayings: (text: string) => Said
  readonly named: ReturnType<typeof createNamed>
  readonly read: readonly LineText[]
  /** Lines with the numbers that they spell out as digits. */
  readonly counted: () => readonly LineText[]
  /** All of the content as one text. */
  readonly whole: () => Said
}

function createReading({ facts, text }: PageFacts): Reading {
  const outline = writeOutline(text)
  const lines = [...outline.lines, ...outline.aside]
  const sayings = createSayings()
  const language = facts.find(({ name }) => name === 'language')?.value
  const read = lines.map((line) => readLineText(line.text))
  let counted: readonly LineText[] | undefined
  let whole: Said | undefined
  return {
    outline,
    lines,
    read,
    sayings,
    named: createNamed(outline, lines, sayings),
    counted: () =>
      (counted ??= read.map((line) => {
        const text = writeDigits(line.text, language)
        return text === line.text ? line : readLineText(text)
      })),
    whole: () => (whole ??= joinSaid(outline.lines.map(({ text: own }) => sayings(own)))),
  }
}

interface Sought {
  readonly value: unknown
  readonly profile: Profile
}

function placeAt(reading: Reading, at: number, { value, profile }: Sought): ValuePlace {
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

function findPlaces(reading: Reading, sought: Sought): readonly ValuePlace[] {
  const { lines, read, counted } = reading
  const { value, profile } = sought
  const found: ValuePlace[] = []
  const words = typeof value === 'string' ? wordsAround(value) : ''
  const time = typeof value === 'string' ? readTime(value) : undefined
  const isText = typeof value === 'string' && words.trim() !== '' && !/\d/.test(value)
  const looked = typeof value === 'number' ? counted() : read
  for (let at = 0; at < lines.length && found.length < placesMax; at += 1) {
    const own = looked[at]
    const isHere =
      own !== undefined &&
      ((time === undefined ? holdsValue(own, value, profile) : own.times().has(time)) ||
        (isText && isInLines(read, at, words)))
    if (isHere) found.push(placeAt(reading, at, sought))
  }
  return found
}

/** Reads a page once; `spend` counts what is searched. */
export function createLocate(page: PageFacts, spend: Spend): Locate {
  const { facts, documentTitle = '' } = page
  const reading = createReading(page)
  const { outline, lines, named, sayings, counted, whole } = reading
  const characters = lines.reduce((sum, line) => sum + line.text.length, 0)
  const size = 1 + lines.length + characters / stepLength
  let siteNames: ReadonlySet<string> | undefined
  return {
    places(value, profile) {
      spend(size)
      return findPlaces(reading, { value, profile })
    },
    declares: (value, profile) => isDeclared(facts, value, profile),
    hasFreeLabel(value, profile) {
      spend(outline.pairs.length)
      const pair = findFreePair(outline, value, profile)
      return pair && placeAt(reading, pair.line, { value, profile })
    },
    findCurrency(code) {
      spend(size)
      const at = outline.lines.findIndex(({ text }) =>
        quantitiesIn(text).some(({ sign }) => mayBe(sign, code)),
      )
      const profile = readProfile('currency', { type: 'string' })
      return at < 0 ? undefined : placeAt(reading, at, { value: code, profile })
    },
    countedText: (line) => counted()[line] ?? readLineText(''),
    shareList(texts) {
      spend(size)
      return shareList(lines, outline.text.containers, texts)
    },
    isInAddress: (line) => isInAddress(lines, line),
    namesSite(value) {
      siteNames ??= listSiteNames(outline, facts, documentTitle)
      return siteNames.has(foldName(String(value)))
    },
    isBeneathTitle: (value) => isBeneathTitle(outline, value),
    isNamedNear: (line, value, profile) =>
      listWindows(counted()[line] ?? readLineText(''), value, profile).some((text) =>
        isSpoken(profile, sayings(text)),
      ),
    isUnder: (line, profile) => named(profile, line),
    findRows(names) {
      spend(size + names.length)
      return findRows(names, lines, outline.text.containers)
    },
    isOnlyOne(value, profile) {
      spend(size)
      return isOnlyOne(outline, value, profile)
    },
    mentions(profile) {
      spend(size)
      return isSpoken(profile, whole())
    },
  }
}

/** The value beside a label that stands for nothing known, where no label stands for the property. */
function findFreePair({ pairs }: Outline, value: unknown, profile: Profile) {
  const shown = pairs.filter(({ kind }) => kind === 'shown')
  if (shown.some(({ label }) => matchLabel(profile, label) > 0)) return undefined
  return shown.find(
    ({ label, value: text }) => !isKnownLabel(label) && isWhole(text, value, profile),
  )
}

function isBeneathTitle(outline: Outline, value: string): boolean {
  const from = outline.title + 1
  const next = outline.lines.findIndex(({ level }, at) => at >= from && level > 0)
  const beneath = outline.lines.slice(from, next < 0 ? from + beneathMax : next)
  const wanted = foldName(value)
  return beneath
    .slice(0, beneathMax)
    .filter(({ kind }) => kind !== 'cell')
    .some(({ text }) => text.split(pieceEnd).some((piece) => foldName(piece) === wanted))
}

function isOnlyOne({ lines, aside }: Outline, value: unknown, profile: Profile): boolean {
  if (profile.form === 'email' || profile.form === 'phone') {
    const all = [...lines, ...aside].map(({ text }) =>
      valueInText(text, { profile, isNamed: false }),
    )
    const contacts = new Set(all.filter((one) => one !== undefined))
    return contacts.size === 1 && [...contacts][0] === value
  }
  // One day alone is not the end of a range.
  if (profile.meanings.some(({ name }) => name === 'end date')) return false
  const found = new Set(lines.flatMap(({ text }) => listOfForm(text, profile)))
  const [only = ''] = found
  return found.size === 1 && holdsValue(readLineText(only), value, profile)
}

/** Whether a labelled text is the value and no more, but for its unit or currency. */
function isWhole(text: string, value: unknown, profile: Profile): boolean {
  if (!holdsValue(readLineText(text), value, profile)) return false
  if (typeof value === 'number')
    return (
      readNumbers(text).quantities.length === 1 && text.length <= String(value).length + wordMax
    )
  return typeof value === 'string' && text.length <= value.length * 1.3 + 2
}

/** The dates of a text, or its amounts with a currency. */
function listOfForm(text: string, { form }: Profile): readonly string[] {
  if (!/\d/.test(text)) return []
  const { spans, quantities } = readNumbers(text)
  if (form === 'date')
    return spans.flatMap(({ kind, key }) =>
      kind === 'date' && /^\d+-\d+-\d+$/.test(key)
        ? [key.replaceAll(/(?<=-)\d(?=-|$)/g, (digit) => `0${digit}`)]
        : [],
    )
  return form === 'money'
    ? quantities.flatMap(({ sign, value }) => (sign === undefined ? [] : [String(value)]))
    : []
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

const wordMax = 14
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
