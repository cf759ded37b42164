import { isoDate } from '#content/html/about/iso-date.ts'
import type { Spend } from '#base/step-count.ts'
import { coerce } from './coerce.ts'
import { listSegmentsIn, splitSegments } from './pairs.ts'
import { wordsAround, writeAside, type Outline } from './outline.ts'
import { splitLine } from './split-line.ts'
import { listAmounts } from './holds-value.ts'
import { readLineText, type LineText } from './line-text.ts'
import { hasMeaning, matchLabel, type Profile } from './profile.ts'
import { nearness } from './nearness.ts'
import { createSayWhether } from './say-whether.ts'
import { writeDigits } from './spelled-numbers.ts'
import { readAlone, readItem } from './read-alone.ts'
import { readClause } from './read-clause.ts'
import { readByForm } from './read-by-form.ts'
import type { Quantity } from './quantities.ts'
import type { ReadValue } from './read-value.ts'
import { fits, inUnit, isMeasuredIn, valueInText } from './value-in-text.ts'

/** Reads single values out of the text of a page, from the surest way to the least sure; undefined when none is sure enough. */
export function createReadText(outline: Outline, spend: Spend) {
  const readContent = createReadLines(outline, spend)
  let foot: ReturnType<typeof createReadLines> | undefined
  return function readText(profile: Profile): ReadValue | undefined {
    const isOfHouse = isContact(profile) && houseName.test(profile.folded)
    const read = isOfHouse && outline.aside.length > 0 ? undefined : readContent(profile)
    if (read || outline.aside.length === 0 || !isOfOwner(profile)) return read
    if (
      isContact(profile) &&
      !isOfHouse &&
      outline.lines.some(({ text }) => valueInText(text, { profile, isNamed: false }) !== undefined)
    )
      return undefined
    foot ??= createReadLines(writeAside(outline), spend)
    const own = foot(profile)
    if (!own && isOfHouse) return readContent(profile)
    return own && { ...own, line: outline.lines.length + own.line }
  }
}

/** Beside those of people, which stand in the content. */
const houseName = /(?:^| )(?:main|central|general|reception|office|switchboard)(?: |$)/

/** What heads and feet of sites say of who they are of. */
const ownerMeanings = new Set(
  'email|phone|fax|date modified|address|street|city|postal code|company|vat number|registration number|opening hours'.split(
    '|',
  ),
)
const isContact = ({ form }: Profile): boolean => form === 'email' || form === 'phone'
const isOfOwner = (profile: Profile): boolean =>
  profile.type === 'string' &&
  (isContact(profile) || profile.meanings.some(({ name }) => ownerMeanings.has(name)))

function createReadLines(outline: Outline, spend: Spend) {
  let known: readonly Sentence[] | undefined
  let split: readonly Segment[] | undefined
  const sentences = () => (known ??= listSentences(outline))
  const { readBoolean } = createSayWhether(outline)
  return function readText(profile: Profile): ReadValue | undefined {
    // Numbers are compared with those of every sentence.
    const isNumber = profile.type === 'number' || profile.type === 'integer'
    spend(outline.pairs.length + outline.lines.length * (isNumber ? numberSteps : 1))
    return (
      readPair(outline, profile) ??
      readSegment((split ??= listSegments(outline)), profile) ??
      readSentence(sentences, profile) ??
      readBehindName(outline, profile) ??
      readClause(outline, profile) ??
      readAlone(outline, profile) ??
      (profile.type === 'boolean' ? readBoolean(profile) : readByForm(outline, profile)) ??
      readItem(outline, profile)
    )
  }
}

/** A sentence may end behind a name. */
const shortMax = 24
const numberSteps = 10
const labelMin = 1.5
const shownMin = 2.5

/** The value beside the label that fits best. */
function readPair({ pairs }: Outline, profile: Profile): ReadValue | undefined {
  let best: (ReadValue & { readonly score: number }) | undefined
  // An original title is none of the page.
  const isTitle = hasMeaning(profile, 'title')
  for (const { label, value: text, line, kind } of pairs) {
    const match = matchLabel(profile, label)
    if (match < (kind === 'class' ? 3 : isTitle ? shownMin : labelMin)) continue
    if (kind === 'class' && profile.form === 'text' && /[:!?]|\. /.test(text)) continue
    if (kind === 'class' && profile.form === 'person' && !text.includes(' ')) continue
    const score = match - (kind === 'class' ? 1.2 : 0)
    if (best && best.score >= score) continue
    const value = valueInText(text, { profile, isNamed: match >= shownMin && kind === 'shown' })
    if (value !== undefined) best = { value, line, score }
  }
  return best
}

/** `Serves 10`, `Gewicht 16,4 kg`, `statt 1.549,00 €`, `By Ada Lovelace`: a label and its value in one piece, without a colon. */
function readSegment(segments: readonly Segment[], profile: Profile): ReadValue | undefined {
  const all = profile.meanings.flatMap(({ names }) => names)
  // Of several registers the one that is asked for by its name.
  const exact = profile.form === 'code' ? all.filter((name) => name === profile.folded) : []
  const named = (names: readonly string[]) => readNamed(segments, profile, names)
  return (exact.length > 0 ? named(exact) : undefined) ?? named(all)
}

function readNamed(
  segments: readonly Segment[],
  profile: Profile,
  names: readonly string[],
): ReadValue | undefined {
  for (const { segment, said, at, isBelow, part } of segments) {
    if (isBelow && profile.form !== 'code') continue
    for (const name of names) {
      if (!said.startsWith(` ${name} `)) continue
      const rest = restBehind(segment, name)
      if (rest === undefined || !isBareValue(rest, profile, name)) continue
      const isPart = part !== undefined && rest.startsWith(part) && profile.form === 'text'
      const value = valueInText(isPart ? part : rest, {
        profile,
        isNamed: rest.length <= shortMax,
      })
      if (value !== undefined) return { value, line: at }
    }
  }
  return undefined
}

/** A sentence or another piece of a line. */
interface Segment {
  readonly segment: string
  /** Its first words. */
  readonly said: string
  readonly at: number
  /** Whether it is in a heading below the first line. */
  readonly isBelow: boolean
  /** The second element of its line. */
  readonly part: string | undefined
}

const listSegments = ({ lines }: Outline): readonly Segment[] =>
  lines.flatMap((line, at) => {
    const { parts, kind } = line
    return listSegmentsIn(line)
      .flatMap(splitLine)
      .map((segment) => ({
        segment,
        said: wordsAround(segment.slice(0, 120)),
        at,
        isBelow: kind === 'heading' && at > 0,
        part: parts[1]?.text,
      }))
  })

/** What follows a name of some words at the beginning of a text. */
function restBehind(text: string, name: string): string | undefined {
  const words = name.split(' ').length
  let at = 0
  for (let word = 0; word < words; word += 1) {
    const found = /^[^\p{L}\p{N}]{0,4}[\p{L}\p{N}]+/u.exec(text.slice(at))
    if (!found) return undefined
    at += found[0].length
  }
  const rest = text.slice(at).replace(/^[.:]?\s{0,3}/, '')
  return rest === '' ? undefined : rest
}

/** Whether what follows a label without a colon is a value rather than the rest of a sentence. */
function isBareValue(rest: string, { form, type }: Profile, name: string): boolean {
  if (type === 'number' || type === 'integer')
    return /^\(?(?:ca\.? |approx\.? |about |only |bis zu |up to |from |ab )?[-−+€£$¥]?\s?(?:[A-Z]{3} )?\d/i.test(
      rest,
    )
  if (form === 'person')
    return (
      /^(?:the |der |die |das |le |la |il |el |het |de )?\p{Lu}/u.test(rest) && rest.length <= 80
    )
  if (form === 'date')
    return /^\p{L}{0,9}\.?,? ?\d/u.test(rest) || isoDate(rest.slice(0, 24)) !== undefined
  if (form === 'email') return rest.includes('@')
  if (form === 'phone') return /^[+(\d]/.test(rest)
  if (form === 'time')
    return /^(?:at |um |à |alle |a las |om |from |by |ab |bis |dès |until )?\d/.test(rest)
  if (form === 'code')
    return (
      /^(?:#|n[°º]|n[or]\.) ?[A-Z\d][\w/.-]{2,30}$|^[A-Z\d][\w/.-]{2,30}$/i.test(rest) &&
      /\d/.test(rest)
    )
  if (form === 'text') return name.length > 4 && /^v?\d[\w.-]{0,12}\.?$/.test(rest)
  return false
}

const namedForms = new Set(['time', 'date', 'email', 'phone'])

/** A time or a date behind its name in a sentence: `sunset 23:04`. */
function readBehindName({ lines }: Outline, profile: Profile): ReadValue | undefined {
  if (profile.type !== 'string' || !namedForms.has(profile.form)) return undefined
  for (const [line, { text, kind }] of lines.entries()) {
    if (kind === 'heading') continue
    const lower = text.toLowerCase()
    for (const { names } of profile.meanings) {
      for (const name of names) {
        const at = name.length > (profile.form === 'phone' ? 2 : 4) ? lower.indexOf(name) : -1
        if (at < 0 || /\p{L}/u.test(lower.charAt(at - 1) + lower.charAt(at + name.length))) continue
        const rest = text
          .slice(at + name.length)
          .replace(
            /^(?: (?:at|is|um|à|le|el|il|am|den|op|on|no later than|later|than|ist)){0,2}[\s:.]{1,3}/i,
            '',
          )
        const piece = rest.split(/, |; |\. |: | \(/, 1)[0] ?? ''
        if (!isBareValue(piece, profile, name)) continue
        const value = valueInText(piece, { profile, isNamed: true })
        if (value !== undefined) return { value, line }
      }
    }
  }
  return undefined
}

/** A sentence with a number and the line that it stands in. */
interface Sentence {
  readonly line: number
  readonly sentence: LineText
}

/** The sentences with numbers, those that are spelled out among them; titles and cells say them of something else. */
const listSentences = ({ lines, pairs, language }: Outline): readonly Sentence[] => {
  const labelled = new Set(pairs.map(({ line }) => line))
  return lines.flatMap(({ text, kind, level }, line) =>
    (kind === 'cell' && !labelled.has(line)) || level === 1
      ? []
      : splitSegments(writeDigits(text, language, true))
          .flatMap(splitLine)
          .map((sentence) => sentence.replace(/^\d{1,2}[.)] (?=\p{L}.{0,200}\d)/u, ''))
          .filter((sentence) => /\d/.test(sentence))
          .map((sentence) => ({ line, sentence: readLineText(sentence) })),
  )
}

interface Hit {
  readonly value: number
  readonly line: number
  readonly score: number
}

/** A number in a sentence whose words name it: `employ 86 people`, `30 days of holiday`. */
function readSentence(
  sentences: () => readonly Sentence[],
  profile: Profile,
): ReadValue | undefined {
  if (profile.type !== 'number' && profile.type !== 'integer') return undefined
  const hits = sentences().flatMap(({ line, sentence }) =>
    hitsIn(sentence, profile).map((hit) => ({ ...hit, line })),
  )
  const best = Math.max(...hits.map(({ score }) => score))
  const top = hits.filter(({ score }) => score === best)
  const [first] = top
  // Two numbers that are named alike: neither is sure.
  if (!first || top.some(({ value }) => value !== first.value)) return undefined
  const value = coerce(String(first.value), profile.schema, true)
  return value === undefined ? undefined : { value, line: first.line }
}

function hitsIn(read: LineText, profile: Profile): readonly Omit<Hit, 'line'>[] {
  const { text: sentence } = read
  // Of `4.8 / 5` the second is what the first is out of.
  const quantities = listAmounts(read, profile).filter(
    ({ start }) => profile.form !== 'number' || !/\d ?\/ ?$/.test(sentence.slice(0, start)),
  )
  const { unit, scale, bound, edge, form } = profile
  return quantities.flatMap((quantity, at) => {
    // Of `1 h 20 min` neither is all.
    if (isPartOfTime(quantity, quantities[at - 1]) || isPartOfTime(quantities[at + 1], quantity))
      return []
    if (!fits(quantity, { profile, isNamed: false })) return []
    if (form === 'year' && !/^(?:1[5-9]|20)\d\d$/.test(String(quantity.value))) return []
    const { isRangeStart } = quantity
    const isRangeEnd = quantities[at - 1]?.isRangeStart === true
    const start = sentence.slice(Math.max(0, quantity.start - boundLength), quantity.start)
    if (bound === 'max' && !isRangeEnd && !upTo.test(start)) return []
    if (bound === 'min' && !isRangeStart && !atLeast.test(start)) return []
    if (edge === 'max' ? isRangeStart : isRangeEnd || (isRangeStart && edge !== 'min')) return []
    const from = quantities[at - 1]?.end ?? 0
    const to = quantities[at + 1]?.start ?? sentence.length
    const own = clauseBefore(sentence.slice(Math.max(from, quantity.start - 80), quantity.start))
    // `A lesson lasts 45 minutes and costs 38 €`: the verb goes on with the subject of the number before.
    // `個室は40分1,900円`: of two amounts side by side both are of what stands before them.
    const goesOn = from > 0 && (goingOn.test(own) || own.trim() === '')
    const subject = quantities[at - 2]?.end ?? 0
    const said = goesOn ? sentence.slice(subject, quantities[at - 1]?.start) : own
    // `24 forward and 12 reverse gears`: what is said before `and` is of the other number.
    const before = from > 0 && !goesOn ? (said.split(joined).at(-1) ?? '') : said
    // Of `6 to 10 guests` both are guests.
    const other = isRangeStart ? quantities[at + 1] : undefined
    const end = (other ?? quantity).digitsEnd
    const stop = other ? (quantities[at + 2]?.start ?? sentence.length) : to
    const follows = sentence.slice(end, Math.min(stop, end + 80))
    // `Time 25 min Portions 24`: the last word is the label of the next number.
    const isMeasured = quantity.unit !== undefined || quantity.sign !== undefined
    const isLabelled = isMeasured && quantities[at + 1] !== undefined && !follows.includes(')')
    // `law 1901 founded in 1987`: what leads to the next year is of it.
    const leadsOn = form === 'year' && quantities[at + 1] !== undefined && leading.test(follows)
    const next = leadsOn
      ? ''
      : quantities[at + 1] === undefined
        ? follows
        : (follows.split(joined, 1)[0] ?? '')
    const behind = clauseBehind(isLabelled && next === follows ? withoutLastWord(next) : next)
    const near = nearness(profile, before, behind)
    // `3. Put into the oven at 180 °C`
    const score = near > 0 && isMeasuredIn(quantity, profile) ? near + measuredScore : near
    return score > 0 ? [{ value: inUnit(quantity, { unit, scale }), score }] : []
  })
}

const isPartOfTime = (minutes: Quantity | undefined, hours: Quantity | undefined): boolean =>
  minutes?.unit?.dimension === 'time' &&
  minutes.unit.factor === 1 &&
  hours?.unit?.dimension === 'time' &&
  hours.unit.factor === 60 &&
  minutes.start - hours.end <= 1

const boundLength = 24
const upTo =
  /(?<!\p{L})(?:up to|at most|max(?:imum|imal)?\.?|bis zu|höchstens|jusqu.à|hasta|fino a|tot|até|do|upp till|op til|až) $/iu
const atLeast =
  /(?<!\p{L})(?:from|at least|min(?:imum|imal)?\.?|mindestens|ab|dès|à partir de|au moins|desde|al menos|almeno|vanaf|pelo menos|od|från|fra) $/iu
const goingOn =
  /^\P{L}{0,3}(?:\p{L}{2,9} )?(?:and|und|et|y|e|en|och|og|i|oraz|a) (?:costs?|kostet|coûte|cuesta|costa|kost|custa|kosztuje|kostar|koster|stojí|is|ist) $/u
const leading =
  /(?<!\p{L})(?:in|im|en|em|nel|anno|since|seit|depuis|desde|dal|sinds|w|i|år|año|ano) $/iu
const measuredScore = 30
const joined = / (?:and|und|et|y|e|en|och|og|i|oraz|a) /u

const withoutLastWord = (text: string): string =>
  text.slice(0, Math.max(0, text.trimEnd().lastIndexOf(' ')))

/** Words in another clause name other numbers. */
const clauseBefore = (text: string): string =>
  text.slice(
    Math.max(
      ...[', ', '; ', '(', ')', ' – ', ' — ', '、', '（', '）'].map((end) => text.lastIndexOf(end)),
    ) + 1,
  )

function clauseBehind(text: string): string {
  const end = text.search(/, |; |[()、（）。]|\p{L}\. | [–—] /u)
  return end < 0 ? text : text.slice(0, end)
}
