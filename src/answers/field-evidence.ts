import type { LineRange } from '#content/fill/find-rows.ts'
import { standsWhole } from '#content/fill/holds-value.ts'
import { createLocate, type Locate, type ValuePlace } from '#content/fill/locate.ts'
import { isKnownLabel, readLabel, readProfile, type Profile } from '#content/fill/profile.ts'
import type { PageFacts } from '#content/html/facts/page-facts.ts'
import { isoDate } from '#content/html/about/iso-date.ts'
import { foldName } from '#content/html/facts/meanings.ts'
import { shownAmount } from '#content/html/facts/amounts.ts'
import { isPartOfAddress } from './address-part.ts'
import { hasForm } from './field-form.ts'
import { isOfKind, isPriceIn } from './right-amount.ts'
import { findUnnamed, needsLetters } from './unnamed-evidence.ts'
import { isInRow, placeRows, type RowPlace } from './row-places.ts'
import type { Spend } from '#base/step-count.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'

/** What a page says of one field. */
export interface FieldVerdict {
  readonly isFit: boolean
  /** Where the value stands, when it was found in a line. */
  readonly place?: ValuePlace | undefined
}

/** A value and the field that it is meant for. */
export interface Field {
  readonly value: unknown
  readonly name: string
  readonly schema: JsonSchema
  /** What the rules read for the same field. */
  readonly byRules?: unknown
  /** Lines that the thing which the field belongs to stands in; absent outside of lists. */
  readonly near?: LineRange | undefined
  /** Name of the object that it is a member of; absent for rows of lists. */
  readonly within?: string | undefined
  /** Whether it names a thing of a list. */
  readonly isKey?: boolean | undefined
  /** Whether other things of the list are named elsewhere. */
  readonly isMisplaced?: boolean | undefined
  /** Whether another field of the answer has the same value; with `isPart`, or a part of it. */
  readonly isClaimed?: ((isPart: boolean) => boolean) | undefined
  /** Whether it is an item of a list of the page that the other items are of, too. */
  readonly isListed?: boolean | undefined
}

export interface CheckFields extends Pick<Locate, 'shareList'> {
  readonly checkField: (field: Field) => FieldVerdict
  /** Where the things of a list stand, by what names them. */
  readonly placeRows: (
    keys: readonly (Pick<Field, 'value' | 'name' | 'schema'> | undefined)[],
    within: LineRange | undefined,
  ) => readonly RowPlace[]
}

/** Judges values by where they stand: as a whole, in the form of their field, and where the page speaks of it. */
export function createCheckFields(facts: PageFacts, spend: Spend): CheckFields {
  const locate = createLocate(facts, spend)

  const placed: CheckFields['placeRows'] = (keys, within) =>
    placeRows(
      locate,
      keys.map(
        (key) => key && { value: String(key.value), profile: readProfile(key.name, key.schema) },
      ),
      within,
    )

  function checkField(field: Field): FieldVerdict {
    const profile = readProfile(field.name, field.schema)
    const { value, byRules } = field
    if (typeof value === 'boolean') return { isFit: byRules === value || locate.mentions(profile) }
    if (!hasForm(value, profile)) return { isFit: false }
    if (typeof value === 'string' && needsLetters(profile) && !/\p{L}{2}/u.test(value))
      return { isFit: false }
    if (byRules !== undefined && byRules !== null) {
      if (isAlike(value, byRules, profile))
        return { isFit: true, place: findBestPlace(locate, value, profile) }
      // The rules are seldom wrong: another value for the same field is refused.
      return { isFit: false }
    }
    if (locate.declares(value, profile))
      return { isFit: true, place: findBestPlace(locate, value, profile) }
    if (field.isMisplaced === true) return { isFit: false }
    return judge(locate, field, profile)
  }

  return { checkField, placeRows: placed, shareList: locate.shareList }
}

/** The line of the content that names the field beside the value, else the first line that holds the value. */
export function findBestPlace(
  locate: Locate,
  value: unknown,
  profile: Profile,
): ValuePlace | undefined {
  const places = locate.places(value, profile)
  return places.find(({ isNamed, isAside }) => isNamed && !isAside) ?? places[0]
}

const contactForms = new Set(['email', 'phone', 'url'])
const long = 6

/** Where a page holds a value. */
interface Held {
  readonly places: readonly ValuePlace[]
  /** Those of the content. */
  readonly content: readonly ValuePlace[]
}

function judge(locate: Locate, field: Field, profile: Profile): FieldVerdict {
  const { value, near, isKey } = field
  const isOldAsked = profile.meanings.some(({ name }) => name === 'old price')
  const places = locate.places(value, profile).filter(({ isOld }) => !isOld || isOldAsked)
  const content = places.filter(({ isAside }) => !isAside)
  if (near) {
    const inRow = content.find(
      ({ line }) => isInRow(line, near) && isOfKind(locate, { value, line }, profile),
    )
    return { isFit: inRow !== undefined, place: inRow }
  }
  if (isKey === true) return judgeKey(field, content)
  const held = { places, content }
  return (
    judgeNamed(locate, { ...field, ...held }, profile) ??
    judgeUnnamed(locate, { ...field, ...held }, profile) ??
    judgeFree(field, profile, content)
  )
}

/** Two things of a list do not have one name, but for those that share a cell of a table. */
function judgeKey({ isClaimed }: Field, content: Held['content']): FieldVerdict {
  const [place] = content
  const isShared = content.length === 1 && isClaimed?.(false) === true
  const isCell = / t[dh](?::|$)/.test(place?.selector ?? '')
  return { isFit: place !== undefined && (!isShared || isCell), place }
}

const fitAt = (place: ValuePlace | undefined): FieldVerdict | undefined =>
  place && { isFit: true, place }

/** A value whose place, the page's title or its address says what it is. */
function judgeNamed(
  locate: Locate,
  { value, within, isClaimed, places, content }: Field & Held,
  profile: Profile,
): FieldVerdict | undefined {
  // An amount with its currency is a price where it is nothing else.
  const isPrice = profile.meanings.some(({ name }) => name === 'price')
  const isContact = contactForms.has(profile.form)
  // Of two fields with one number it is that of the one that is named right beside it.
  const isShared = typeof value === 'number' && isClaimed?.(false) === true
  const named = content.find(
    ({ isNamed, text, line }) =>
      (isNamed &&
        isOfKind(locate, { value, line }, profile) &&
        (!isShared || locate.isNamedNear(line, value, profile))) ||
      (isPrice && isPriceIn(text, value)),
  )
  if (named) return fitAt(named)
  const contact = isContact ? places.find(({ isNamed }) => isNamed) : undefined
  if (contact) return fitAt(contact)
  if (places[0] && isOfSite(profile) && locate.namesSite(value)) return fitAt(places[0])
  if (places[0] && isContact && locate.isOnlyOne(value, profile)) return fitAt(places[0])
  const shaped = content.find(({ line }) =>
    isPartOfAddress(locate, { value, line, within }, profile),
  )
  if (shaped) return fitAt(shaped)
  const isPlace =
    typeof value === 'string' &&
    (profile.form === 'place' || profile.meanings.some(({ name }) => name === 'city')) &&
    !isKnownLabel(readLabel(value.toLowerCase()))
  return isPlace && locate.isBeneathTitle(value) ? fitAt(content[0]) : undefined
}

/** A value that nothing names, but that is what is asked for by its form. */
function judgeUnnamed(
  locate: Locate,
  { value, isClaimed, isListed, places, content }: Field & Held,
  profile: Profile,
): FieldVerdict | undefined {
  const labelled = isClaimed?.(false) === true ? undefined : locate.hasFreeLabel(value, profile)
  if (labelled) return fitAt(labelled)
  const isOnly = content.length > 0 && locate.isOnlyOne(value, profile)
  if (isOnly || isListed === true) return fitAt(content[0])
  if (isSelfEvident(value, profile)) return { isFit: true, place: content[0] }
  const unnamed = isClaimed && findUnnamed(locate, { value, profile, content, places, isClaimed })
  if (unnamed) return { isFit: true, place: unnamed.place }
  // A field that asks for a date and no more takes any of the content.
  const isAnyDate = profile.form === 'date' && bareDate.test(profile.folded)
  return isAnyDate ? fitAt(content[0]) : undefined
}

/** Sentences about the whole, and fields whose name says nothing. */
function judgeFree(
  { value, schema }: Field,
  profile: Profile,
  content: Held['content'],
): FieldVerdict {
  const isLong = typeof value === 'string' && value.trim().split(/\s+/).length >= long
  const isAbout = profile.meanings.some(({ name }) => name === 'description')
  const isPlain =
    profile.meanings.length === 0 &&
    profile.form !== 'year' &&
    profile.words.every((word) => generic.has(word.replaceAll(/\d/g, '')))
  const isFree = ((isLong && isAbout) || isPlain) && schema['format'] === undefined
  return { isFit: isFree && (content.length > 0 || isLong), place: content[0] }
}

/** Who a page is of: what its title names beside its heading. */
const siteMeanings = new Set([
  'company',
  'organizer',
  'supplier',
  'restaurant',
  'publisher',
  'brand',
  'agent',
])
const isOfSite = ({ meanings }: Profile): boolean =>
  meanings.some(({ name }) => siteMeanings.has(name))

const bareDate = /^(?:date|datum|fecha|data)$/
/** Names of fields that say nothing of what they hold. */
const generic = new Set(
  'year number count id label person people value values result answer quote quotes thing item content plan entity text fact detail output data'.split(
    ' ',
  ),
)

/** Addresses are as they are, and were looked for among those of the page. */
const isSelfEvident = (value: unknown, { type }: Profile): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && type === 'string'

/** Whether two values of a field say the same: numbers and dates alike, a text with or without what stands around it. */
function isAlike(value: unknown, other: unknown, { form }: Profile): boolean {
  if (typeof value === 'number' || typeof other === 'number') {
    const [one, two] = [toNumber(value), toNumber(other)]
    return one !== undefined && one === two
  }
  const [one, two] = [String(value), String(other)]
  if (form === 'date') {
    const [first, second] = [isoDate(one)?.slice(0, 10), isoDate(two)?.slice(0, 10)]
    if (first !== undefined || second !== undefined) return first === second
  }
  if (form === 'phone' || form === 'code') return bare(one) === bare(two)
  const [own, read] = [` ${foldName(one)} `, ` ${foldName(two)} `]
  if (own.trim() === '' || read.trim() === '') return one.trim() === two.trim()
  if (own.includes(read)) return true
  return read.includes(own) && own.trim().length >= partMin && isPiece(two, one.trim())
}

const partMin = 3

/** Whether a part of a text begins or ends it or a piece of it, or is most of it. */
function isPiece(text: string, part: string): boolean {
  if (!standsWhole(text, part)) return false
  const at = text.toLowerCase().indexOf(part.toLowerCase())
  if (at < 0 || part.length * 2 >= text.length) return true
  const [before, behind] = [text.slice(0, at).trimEnd(), text.slice(at + part.length).trimStart()]
  return /(?:^|[^\p{L}\d])$/u.test(before) || /^(?:[^\p{L}\d]|$)/u.test(behind)
}

/** Whether an item of a list is one that the rules read, or most of its words. */
export function isItemAlike(item: unknown, one: unknown): boolean {
  const [own, other] = [foldName(String(item)), foldName(String(one))]
  if (
    typeof item === 'string' &&
    own !== other &&
    !standsWhole(String(one), item) &&
    !standsWhole(item, String(one))
  )
    return false
  if (own === other || one === item) return true
  const isMost =
    Math.min(own.length, other.length) >= Math.max(own.length, other.length) * mostShare
  return isMost && (` ${own} `.includes(` ${other} `) || ` ${other} `.includes(` ${own} `))
}

const mostShare = 0.75

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : shownAmount(String(value))
