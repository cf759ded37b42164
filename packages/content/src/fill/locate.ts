import type { PageFacts } from '#content/html/facts/page-facts.ts'
import type { Spend } from '#base/step-count.ts'
import { isDeclared } from './declared-value.ts'
import { createReading, findPlaces, placeAt, type ValuePlace } from './find-places.ts'
import { findRows, shareList, type LineRange } from './find-rows.ts'
import { listWindows } from './holds-value.ts'
import { readLineText, type LineText } from './line-text.ts'
import { findFreePair, isOnlyCaption, isOnlyOne } from './locate-whole.ts'
import { createTitles, type Titles } from './locate-titles.ts'
import { readProfile, type Profile } from './profile.ts'
import { isInAddress } from './read-address.ts'
import { isSpoken } from './spoken.ts'
import { createSayWhether, type Statement, type Whether } from './say-whether.ts'

/** Finds where values of properties stand on a page. */
export interface Locate extends Titles {
  /** The lines that hold a value as whole words, a date, or a number of its unit; at most 40, those of the content first. */
  readonly places: (value: unknown, profile: Profile) => readonly ValuePlace[]
  /** Whether the page declares the value under a name of the property. */
  readonly declares: (value: unknown, profile: Profile) => boolean
  /** A line with the numbers that it spells out as digits. */
  readonly countedText: (line: number) => LineText
  /** How many amounts of the page are a number. */
  readonly countAmounts: (value: number) => number
  /** Which texts are whole items of one list of the page: that with most of them, two at least. */
  readonly shareList: (texts: readonly unknown[]) => readonly (boolean | undefined)[]
  /** Whether a text stands on the page, and there only as what names other values: a label, a heading or the head of a column. */
  readonly isCaption: (text: string) => boolean
  /** The language that the page declares. */
  readonly language: string | undefined
  /** The first line that a test finds, those of the content before the others. */
  readonly findLine: (holds: (text: string, line: number) => boolean) => ValuePlace | undefined
  /** Whether a line is one of an address. */
  readonly isInAddress: (line: number) => boolean
  /** What the content says, clause by clause. */
  readonly listStatements: () => readonly Statement[]
  /** Which statements decide whether something is so; undefined when none speaks of it. */
  readonly sayWhether: (profile: Profile) => Whether | undefined
  /** Whether a line of the content speaks of the property. */
  readonly mentions: (profile: Profile) => boolean
  /** Whether a label that stands for nothing else that is known has the value, and no label stands for the property. */
  readonly hasFreeLabel: (value: unknown, profile: Profile) => ValuePlace | undefined
  /** Whether a number's own words in a line, up to the numbers beside it, speak of the property; of a cell or an amount alone what heads it. */
  readonly isNamedNear: (line: number, value: number, profile: Profile) => boolean
  /** Whether the heading or the label above a line speaks of the thing that a property belongs to. */
  readonly isUnder: (line: number, profile: Profile) => boolean
  /** The lines of things that their names stand in: the block of each, or up to the next name. */
  readonly findRows: (names: readonly (number | undefined)[]) => readonly (LineRange | undefined)[]
  /** Whether the value is the only one of its form in the content: one date, one amount with a currency. */
  readonly isOnlyOne: (value: unknown, profile: Profile) => boolean
}

const stepLength = 500

/** Whether a line is one amount with a word or two. */
const isAlone = (line: LineText): boolean =>
  line.quantities().length < 2 && line.words().trim().split(' ').length <= aloneMax
const aloneMax = 4

/** Reads a page once; `spend` counts what is searched. */
export function createLocate(page: PageFacts, spend: Spend): Locate {
  const { facts } = page
  const reading = createReading(page)
  const { outline, lines, named, sayings, counted } = reading
  const characters = lines.reduce((sum, line) => sum + line.text.length, 0)
  const size = 1 + lines.length + characters / stepLength
  return {
    ...createTitles(page, outline),
    ...createSpoken(reading, size, spend),
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
    countedText: (line) => counted()[line] ?? readLineText(''),
    shareList(texts) {
      spend(size)
      return shareList(lines, outline.text.containers, texts)
    },
    isCaption(text) {
      spend(size)
      return isOnlyCaption(outline, text)
    },
    language: reading.language,
    findLine(holds) {
      spend(size)
      const at = lines.findIndex(({ text }, line) => holds(text, line))
      const value = lines[at]?.text
      const profile = readProfile('line', { type: 'string' })
      return value === undefined ? undefined : placeAt(reading, at, { value, profile })
    },
    isInAddress: (line) => isInAddress(lines, line),
    isNamedNear(line, value, profile) {
      const text = counted()[line] ?? readLineText('')
      const windows = listWindows(text, value, profile)
      if (windows.some((window) => isSpoken(profile, sayings(window)))) return true
      const isCell = /^(?:cell|value)$/.test(lines[line]?.kind ?? '')
      return (isCell || isAlone(text)) && named(profile, line, '')
    },
    isUnder: (line, profile) => named(profile, line),
    findRows(names) {
      spend(size + names.length)
      return findRows(names, lines, outline.text.containers)
    },
    isOnlyOne(value, profile) {
      spend(size)
      return isOnlyOne(outline, value, profile)
    },
  }
}

/** What a page says of a property. */
function createSpoken(
  { outline, whole, counted }: ReturnType<typeof createReading>,
  size: number,
  spend: Spend,
): Pick<Locate, 'sayWhether' | 'listStatements' | 'mentions' | 'countAmounts'> {
  const { sayWhether, listStatements } = createSayWhether(outline)
  let amounts: Map<number, number> | undefined
  return {
    countAmounts(value) {
      if (!amounts) {
        spend(size)
        amounts = new Map()
        for (const line of counted())
          for (const one of line.numbers().quantities)
            amounts.set(one.value, (amounts.get(one.value) ?? 0) + 1)
      }
      return amounts.get(value) ?? 0
    },
    listStatements,
    sayWhether(profile) {
      spend(size)
      return sayWhether(profile)
    },
    mentions(profile) {
      spend(size)
      return isSpoken(profile, whole())
    },
  }
}
