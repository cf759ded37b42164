import { foldName } from '#content/html/facts/meanings.ts'
import { readType, type JsonSchema } from '#schemas/json-schema.ts'
import { knownMeanings, type Form, type Meaning } from './lexicon.ts'
import { findConcept, saysConcept } from './concept-words.ts'
import { listImplied } from './implied-words.ts'
import { detectForm } from './detect-form.ts'
import { isUnspaced, toPlain } from './plain-words.ts'
import { currencies, unitInName, type Unit } from './units.ts'

/** What a property asks for, read from its name, its type and its description. */
export interface Profile {
  readonly property: string
  /** Its name in lower case with single spaces. */
  readonly folded: string
  readonly schema: JsonSchema
  readonly type: ReturnType<typeof readType>
  /** The known meanings that its name stands for; empty for a name that is not known. */
  readonly meanings: readonly Meaning[]
  /** Words of its name that must stand where its value does; those of a known meaning aside. */
  readonly words: readonly string[]
  /** Its name and these words without the signs of their letters, as labels are compared. */
  readonly plain: { readonly name: string; readonly words: readonly string[] }
  readonly form: Form
  /** The unit in which a number is wanted. */
  readonly unit: Unit | undefined
  readonly currency: string | undefined
  readonly scale: number
  readonly bound: 'min' | 'max' | undefined
  /** The end of a range that its name asks for, where its meaning is that of a bound: `max_participants`. */
  readonly edge: 'min' | 'max' | undefined
}

const links = new Set('de du des d di del della da do dos van von der of the'.split(' '))

/** `année de construction` is `annee_construction` in names of properties. */
const withoutLinks = (name: string): string =>
  name
    .split(' ')
    .filter((word, at, all) => at === 0 || at === all.length - 1 || !links.has(word))
    .join(' ')

const byName = new Map<string, Meaning[]>()
for (const meaning of knownMeanings) {
  for (const name of new Set(meaning.plainNames.flatMap((one) => [one, withoutLinks(one)])))
    byName.set(name, [...(byName.get(name) ?? []), meaning])
}

/** Words that say what a thing is a part of, and add nothing. */
const entityWords = new Set(
  'product article page item book event job company post recipe restaurant movie course property listing house apartment invoice order the current main plan dish organization'.split(
    ' ',
  ),
)
/** Whether a name only says what kind of thing a page is about. */
export const isEntity = (name: string): boolean =>
  foldName(name.slice(0, nameLengthMax))
    .split(' ')
    .every((word) => entityWords.has(word))

const plainWords = new Set(
  'number value name text info of in the per total count date url'.split(' '),
)
const nameLengthMax = 80

/** Reads what a property asks for. */
export function readProfile(property: string, schema: JsonSchema): Profile {
  const type = readType(schema)
  const all = foldName(property.slice(0, nameLengthMax)).split(' ').filter(Boolean)
  const measured = withoutMeasure(all, type)
  const { words, unit, currency, scale, bound } = measured
  const isNumber = type === 'number' || type === 'integer'
  const found = listMeanings(words, isNumber) ?? listMeanings(all, isNumber)
  const meanings = fitting(found?.meanings ?? [], { type, unit, currency })
  const rest = found ? found.rest : words.filter((word) => !entityWords.has(word))
  const [first] = meanings
  const form = detectForm({ first, type, words: all, schema, unit, currency })
  return {
    property,
    folded: all.join(' '),
    schema,
    type,
    meanings,
    words: rest,
    plain: { name: toPlain(all.join(' ')), words: rest.map((word) => toPlain(word)) },
    form,
    unit: form === 'year' ? undefined : unit,
    currency,
    scale,
    bound,
    edge: bound ?? (isNumber ? readEdge(all.slice(0, -1)) : undefined),
  }
}

/** A total of no time is one of money; what is measured is no text. */
function fitting(
  meanings: readonly Meaning[],
  { type, unit, currency }: Pick<Profile, 'type' | 'unit' | 'currency'>,
): readonly Meaning[] {
  const isNumber = type === 'number' || type === 'integer'
  const left = meanings.filter(({ form }) => {
    if (form === 'duration' || form === 'time')
      return !isNumber || (!currency && unit?.dimension === 'time')
    return form !== 'money' || (isNumber && !unit) || type === 'string'
  })
  // What is called `vat` and is a text is a number of a register.
  const codes = left.filter(({ form }) => (form === 'code') === (type === 'string'))
  const isBoth = left.some(({ form }) => form === 'code') && (type === 'string' || isNumber)
  if (isBoth && codes.length > 0) return codes
  return left.length > 0 ? left : meanings
}

const scaleWords = new Map([
  ['million', 1e6],
  ['millions', 1e6],
  ['mio', 1e6],
  ['mln', 1e6],
  ['billion', 1e9],
  ['billions', 1e9],
  ['thousand', 1e3],
  ['thousands', 1e3],
])

const boundWords = new Map<string, 'min' | 'max'>([
  ...'minimum minimal minimo minima minimale minimaal'
    .split(' ')
    .map((word) => [word, 'min'] as const),
  ...'maximum maximal maximo maxima maximale massimo massima maximaal'
    .split(' ')
    .map((word) => [word, 'max'] as const),
])

const readEdge = (words: readonly string[]): Profile['edge'] =>
  words
    .flatMap((word) => /^(min|max)(?:im\p{L}{2,5})?$/u.exec(word)?.[1] ?? [])
    .find((edge) => edge === 'min' || edge === 'max')

function withoutMeasure(all: readonly string[], type: Profile['type']) {
  const isNumber = type === 'number' || type === 'integer'
  let words = [...all]
  let unit: Unit | undefined
  let currency: string | undefined
  let scale = 1
  let bound: Profile['bound']
  const last = () => words.at(-1) ?? ''
  while (words.length > 1) {
    const name = last()
    const before = words.at(-2) ?? ''
    const compound = isNumber
      ? unitInName(/^100 ?km$/.test(name) ? `${before}/100km` : `${before}/${name}`)
      : undefined
    if (compound) {
      unit = compound
      words = words.slice(0, -2)
      continue
    }
    // `one_hour` is the name of a price.
    if (before === 'per' || /^(?:\d{1,3}|one|two|three|four|half|full|whole)$/.test(before)) break
    const isTime = words.some((word) => /time|cook|prep|bake|duration/.test(word))
    if ((name === 'min' && !isTime) || name === 'max' || name === 'from' || name === 'to') {
      if (!isNumber) break
      bound = name === 'min' || name === 'from' ? 'min' : 'max'
    } else if (isNumber && boundWords.has(name) && !byName.has(toPlain(words.join(' '))))
      bound = boundWords.get(name)
    else if (scaleWords.has(name)) scale = scaleWords.get(name) ?? 1
    else if (currencies.has(name)) currency = currencies.get(name)
    else if (
      isNumber &&
      unitInName(name) &&
      (words.length > 2 || !/^(?:days|years|hours)$/.test(name))
    )
      unit = unitInName(name)
    else if (isNumber && unitInName(name) && words.length === 2 && before.length > 2)
      unit = unitInName(name)
    else if (name === 'square' && unit?.dimension === 'length')
      unit = { dimension: 'area', factor: unit.factor ** 2 }
    else if (name !== 'in') break
    words = words.slice(0, -1)
  }
  const [first = ''] = words
  if (words.length > 1 && isNumber && /^(?:min|minimum|max|maximum)$/.test(first)) {
    if (byName.has(toPlain(words.join(' ')))) return { words, unit, currency, scale, bound }
    bound = first.startsWith('min') ? 'min' : 'max'
    words = words.slice(1)
  }
  return { words, unit, currency, scale, bound }
}

interface Found {
  readonly meanings: readonly Meaning[]
  /** Words of the name that the meaning does not hold. */
  readonly rest: readonly string[]
}

/** The meanings of a name: as a whole, without its entity, without words that add nothing. */
function listMeanings(words: readonly string[], isNumber: boolean): Found | undefined {
  const bare = words.filter((word) => !entityWords.has(word))
  const plain = bare.filter((word) => !plainWords.has(word))
  for (const tried of [words, bare, plain]) {
    const name = toPlain(withoutLinks(tried.join(' ')))
    const known =
      byName.get(name) ??
      byName.get(singular(name)) ??
      // `return_days` are no type of what a function returns.
      (isNumber ? byName.get(`${name}s`)?.filter(({ form }) => form !== 'text') : undefined)
    // The date of an order is not its number.
    const isDate = tried === plain && words.includes('date')
    const meanings = isDate ? known?.filter(({ form }) => form === 'date') : known
    const own = meanings?.filter((one) => one.form === 'code' && one.name === name)
    if (own && own.length > 0) return { meanings: own, rest: [] }
    if (meanings && meanings.length > 0) return { meanings, rest: [] }
  }
  return undefined
}

const singular = (name: string): string => (/[^s]s$/.test(name) ? name.slice(0, -1) : name)

/** Whether a property has a meaning, by its first name. */
export const hasMeaning = ({ meanings }: Profile, wanted: string): boolean =>
  meanings.some(({ name }) => name === wanted)

const [extraMax, unspacedMax, compoundMin] = [2, 3, 5]

/** A label as it is compared: `Tax (8%)` is called `tax`, its letters without their signs. */
export interface Label {
  readonly folded: string
  readonly words: readonly string[]
}

export function readLabel(text: string): Label {
  const note = text.indexOf(' (')
  const words = (note > 0 ? text.slice(0, note) : text).split(/[^\p{L}\p{N}]+/u)
  const folded = toPlain(foldName(words.filter((word) => !/^\d{1,10}$/.test(word)).join(' ')))
  return { folded, words: folded.split(' ') }
}

/** Whether a text is the name of a property and no more. */
export const isLabelName = ({ folded }: Label): boolean => byName.has(folded)

/** Whether a label stands for something that is known. */
export const isKnownLabel = ({ folded }: Label): boolean =>
  byName.has(folded) || folded.split(' ').some((word) => word.length > 3 && byName.has(word))

/** How well the label of a value speaks of a property: 0 not at all, 3 by its very name. */
export function matchLabel(profile: Profile, { folded, words: said }: Label): number {
  const { meanings, plain } = profile
  if (folded === '') return 0
  if (folded === plain.name) return 3.2
  let best = 0
  for (const { plainNames, form } of meanings) {
    for (const name of plainNames) {
      if (name === folded) return 3
      // `Ingredients for 4 people` names a list.
      if (form === 'list' && name.length > 4 && folded.startsWith(`${name} `))
        best = Math.max(best, 1.6)
      // `対象年齢` is an age.
      if (isUnspaced(name) && folded.endsWith(name) && folded.length <= name.length + unspacedMax)
        best = Math.max(best, 2.6)
      // `Arrêts` of `arrêt`.
      if (
        name.length >= compoundMin &&
        (folded === `${name}s` || folded === `${name}e` || folded === `${name}en`)
      )
        best = Math.max(best, 2.4)
      // `Undervisningsspråk` is a language.
      if (
        form === 'text' &&
        said.length === 1 &&
        name.length >= compoundMin &&
        folded.length > name.length + 2 &&
        folded.endsWith(name)
      )
        best = Math.max(best, 1.6)
      const parts = name.split(' ')
      const extra =
        said.length -
        parts.length -
        said.filter((word) => links.has(word)).length +
        parts.filter((word) => links.has(word)).length
      if (extra <= 0 || extra > extraMax || name.length < 4) continue
      const isIn = ` ${folded} `.includes(` ${name} `)
      if (isIn) best = Math.max(best, 2 - extra * 0.4)
    }
  }
  // `Regular price` is no `price`.
  if (best < 2.5 && isOtherMeaning(folded, meanings)) best = 0
  if (meanings.length > 0 || plain.words.length === 0) return best
  const { words, isCount } = readAsked(plain.words)
  const own = withoutCounts(said)
  const extra = own.length - words.length
  // The second floor is no number of floors.
  if (words.length === 0 || (isCount && own.length === said.length && own.some(isFloor)))
    return best
  // The hours of an office are none.
  const isOther = profile.form === 'text' && formHead.test(said.at(-1) ?? '')
  if (isOther && !words.some(({ word }) => word === said.at(-1))) return best
  if (extra >= 0 && extra <= extraMax) {
    if (words.every(({ word }) => own.some((one) => isSameWord(one, word))))
      return 2.5 - extra * 0.4
    if (words.every((one) => own.some((it) => isSaid(it, one))))
      return Math.max(best, 2.3 - extra * 0.4)
  }
  // `Adults: 12 €`, `Monday: 9–17`, `Innenhöhe: 115 cm`: the value or a compound says the rest.
  const implied = listImplied(profile)
  const named = words.filter(({ word }) => implied?.has(word) !== true)
  const isNamed = named.length > 0 && own.length <= named.length + 1
  return isNamed && named.every((one) => own.some((it) => isSaid(it, one)))
    ? Math.max(best, 2.2)
    : best
}

const formHead =
  /^(?:hours|phone|telephone|tel|fax|email|number|date|time|fee|price|cost|count|code|url|zeiten|telefon|preis|nummer)$/

interface Asked {
  readonly words: readonly { readonly word: string; readonly same: readonly string[] }[]
  /** Whether it asks for how many. */
  readonly isCount: boolean
}

const asked = new WeakMap<readonly string[], Asked>()

/** The words of a name without those for how many, with what says the same in other languages. */
function readAsked(plain: readonly string[]): Asked {
  const known = asked.get(plain)
  if (known) return known
  const words = withoutCounts(plain).map((word) => ({ word, same: findConcept(word)?.same ?? [] }))
  const read = { words, isCount: words.length < plain.length }
  asked.set(plain, read)
  return read
}

const isSaid = (one: string, { word, same }: Asked['words'][number]): boolean =>
  isSameWord(one, word) || isCognate(one, word) || saysConcept(one, same)

/** Words for how many. */
const counts = new Set(
  'number count total num anzahl zahl nombre numero aantal antal liczba ilosc pocet of de di del der des du da do van the la le el il l'.split(
    ' ',
  ),
)
const floors = new Set(['floor', 'edition'])
export const isFloor = (word: string): boolean => floors.has(findConcept(word)?.same[0] ?? '')
const withoutCounts = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !counts.has(word))

const isOtherMeaning = (folded: string, meanings: readonly Meaning[]): boolean =>
  byName.get(folded)?.every((meaning) => !meanings.includes(meaning)) === true

const [cognateMin, cognateShare, cognateReach] = [7, 0.6, 2]

/** Long words of related languages that begin alike: `orientation`, `orientación`. */
function isCognate(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length)
  if (Math.min(one.length, other.length) < cognateMin) return false
  const stem = Math.ceil(longer * cognateShare)
  return Math.abs(one.length - other.length) <= cognateReach && one.startsWith(other.slice(0, stem))
}

const wholeMin = 8

/** Words that differ in their ending alone. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  if (shorter >= wholeMin && (one.startsWith(other) || other.startsWith(one))) return true
  if (shorter < 4) return `${one}s` === other || `${other}s` === one
  const stem = Math.max(4, shorter - 2)
  return one.slice(0, stem) === other.slice(0, stem) && Math.abs(one.length - other.length) <= 3
}
