import nlp from 'compromise/two'
import { z } from 'zod'
import type { Span } from './entities.ts'
import { impersonal } from './person.ts'

const sequenceWordsMax = 12
const nameWordsMax = 4
const placeWordsMax = 3

type Kind = 'first' | 'last' | 'place' | 'common' | 'unknown'

interface Word {
  readonly text: string
  readonly lower: string
  readonly start: number
  readonly end: number
}

/** The genitive is no part of a name. */
const word = /\p{Lu}[\p{L}\p{M}]*(?:['’-](?!s(?!\p{L}))\p{L}[\p{L}\p{M}]*)*|\p{L}[\p{L}\p{M}]*/gu

const firstNames = new Set(['MaleName', 'FemaleName', 'FirstName'])
const places = new Set(['City', 'Country', 'Region', 'Place'])

const Model = z.object({
  one: z.object({ lexicon: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
})

/** Finds names of persons and places. */
export type FindNames = (text: string) => Span[]

/** Reads the word list, which takes half a second and 30 MB; `findNames` then takes time in proportion to the text. */
export function createFindNames(): FindNames {
  const { lexicon } = Model.parse(nlp.model()).one
  const kinds = new Map(Object.entries(lexicon).map(([key, tags]) => [key, detectKind(tags)]))
  return (text) => namesIn(text, kinds)
}

function detectKind(tags: string | readonly string[]): Kind {
  const [tag = ''] = typeof tags === 'string' ? [tags] : tags
  if (firstNames.has(tag)) return 'first'
  if (tag === 'LastName') return 'last'
  return places.has(tag) ? 'place' : 'common'
}

function namesIn(text: string, kinds: ReadonlyMap<string, Kind>): Span[] {
  const spans: Span[] = []
  const words = [...text.matchAll(word)].map(({ 0: found, index }) => ({
    text: found,
    lower: found.toLowerCase(),
    start: index,
    end: index + found.length,
  }))
  const written = new Set(
    words.filter(({ text: found }) => !isCapital(found)).map(({ text: w }) => w),
  )
  const kind = ({ lower }: Word): Kind =>
    written.has(lower) || impersonal.has(lower) ? 'common' : (kinds.get(lower) ?? 'unknown')
  for (const sequence of listSequences(text, words)) {
    for (let index = 0; index < sequence.length;) {
      const place = placeLength(sequence, index, kinds)
      const person = place === 0 ? personLength(text, sequence.slice(index), kind) : 0
      const length = place || person
      const [from, to] = [sequence[index], sequence[index + length - 1]]
      if (from && to && length > 0)
        spans.push({ entity: place ? 'LOCATION' : 'PERSON', start: from.start, end: to.end })
      index += Math.max(1, length)
    }
  }
  return [...spans, ...splitParts(spans, words, (next) => kinds.get(next.lower) === 'first')]
}

/** Single words of a full name, wherever else they stand capitalised. */
function splitParts(
  spans: readonly Span[],
  words: readonly Word[],
  isGiven: (word: Word) => boolean,
): Span[] {
  const inNames = new Set<number>()
  const parts = new Set<string>()
  let index = 0
  for (const { entity, start, end } of spans) {
    const own: Word[] = []
    while ((words[index]?.start ?? end) < end) {
      const next = words[index]
      if (next && next.start >= start) own.push(next)
      index += 1
    }
    for (const { start: at } of own) inNames.add(at)
    if (entity !== 'PERSON' || own.length < 2 || !own.some(isGiven)) continue
    for (const { text: part } of own) if (/^\p{Lu}\p{Ll}{2}/u.test(part)) parts.add(part)
  }
  return words
    .filter(({ text: part, start }) => parts.has(part) && !inNames.has(start))
    .map(({ start, end }) => ({ entity: 'PERSON', start, end }))
}

const isCapital = (found: string) => /^\p{Lu}/u.test(found)

/** Runs of capitalised words with nothing but a space or an initial's point between them. */
function* listSequences(text: string, words: readonly Word[]): Generator<Word[]> {
  let sequence: Word[] = []
  for (const next of words) {
    const last = sequence.at(-1)
    const isNext =
      last !== undefined &&
      isCapital(next.text) &&
      sequence.length < sequenceWordsMax &&
      /^(?:[ \u00a0]|\.[ \u00a0]?)$/.test(
        text.slice(last.end, Math.min(next.start, last.end + 3)),
      ) &&
      (text.charAt(last.end) !== '.' || last.text.length === 1)
    if (!isNext && sequence.length > 0) yield sequence
    if (!isNext) sequence = []
    if (isCapital(next.text)) sequence.push(next)
  }
  if (sequence.length > 0) yield sequence
}

/** Words of the name of a place at `index`; 0 when there is none. */
function placeLength(
  sequence: readonly Word[],
  index: number,
  kinds: ReadonlyMap<string, Kind>,
): number {
  for (let length = Math.min(placeWordsMax, sequence.length - index); length > 0; length -= 1) {
    const name = sequence.slice(index, index + length).map(({ lower }) => lower)
    if (kinds.get(name.join(' ')) === 'place') return length
  }
  return 0
}

/** Words of the name of a person at the start of `words`; 0 when there is none. */
function personLength(text: string, words: readonly Word[], kind: (word: Word) => Kind): number {
  const [first] = words
  if (!first) return 0
  const limit = words.findIndex(
    (next, index) => index > 0 && (kind(next) === 'common' || kind(next) === 'place'),
  )
  const length = Math.min(nameWordsMax, limit === -1 ? words.length : limit)
  const family = words[length - 1]
  if (kind(first) === 'first') {
    // `Rosetta Stone`, `Claude Code`: the name of a thing.
    return length > 1 || words.length === 1 ? length : 0
  }
  if (kind(first) !== 'unknown' || length < 2 || !family) return 0
  if (words.slice(1, length).some((next) => kind(next) === 'last' || kind(next) === 'first'))
    return length
  if (length > 3) return 0
  const hasInitial = words.slice(1, length - 1).some((next) => next.text.length === 1)
  const isName = hasInitial || familyEnding.test(family.lower)
  return isName || isAboutPerson(text, first.start, family.end) ? length : 0
}

/** Endings that family names have and few other words of a page. */
const familyEnding =
  /..(?:[oe]v[ae]?|[oe]vá|i[cć]|ski|ska|sk[yý]|wicz|czyk|enko|chuk|escu|yan|ian|sson|ssen|dóttir|nen|poulos|idis|akis|shvili|dze|oğlu|ová|mann|stein|berger|feld|ström|gren|quist|qvist|vich|vić|[aeiou]ez|heimer|wala|ashvili)$/u

/** What stands around the names of persons. */
function isAboutPerson(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 24)
  const before = text.slice(Math.max(0, start - 24), start)
  return saying.test(after) || introducing.test(before)
}

const saying =
  /^(?:,? (?:says|said|told|tells|explains|explained|wrote|writes|added|adds|noted|notes|asked|argues|argued|recalls|recalled|listed|believes|thinks|himself|herself|who|whose|was born|died|joined|\(born)\b|, (?:aged? )?\d{2},|, (?:a|an|the|our|my|his|her|CEO|CTO|founder|co-founder|director|president|professor|author|head|chief|vice|senior)\b)/i
const introducing =
  /\b(?:I'm|I am|name|names?:|under|starring|it to|she is|he is|she's|he's|by|named|met|says|said|told|colleague|friend|wife|husband|son|daughter|brother|sister|mother|father|author|actor|actress|singer|director|professor|president|minister|senator|coach|captain|officer|manager|chef|artist|writer|founder|CEO) $/i
