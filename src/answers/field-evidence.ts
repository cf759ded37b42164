import type { LineRange } from '#content/fill/find-rows.ts'
import { standsWhole } from '#content/fill/holds-value.ts'
import { createLocate, type Locate, type ValuePlace } from '#content/fill/locate.ts'
import { readProfile, type Profile } from '#content/fill/profile.ts'
import { isStreet } from '#content/fill/read-address.ts'
import { otherPrice } from '#content/fill/read-by-form.ts'
import { quantitiesIn } from '#content/fill/quantities.ts'
import type { PageFacts } from '#content/html/facts/page-facts.ts'
import { isoDate } from '#content/html/about/iso-date.ts'
import { foldName } from '#content/html/facts/meanings.ts'
import { shownAmount } from '#content/html/facts/amounts.ts'
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
}

export interface CheckFields {
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

  return { checkField, placeRows: placed }
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

const codeWordsMax = 6
const contactForms = new Set(['email', 'phone', 'url'])
const long = 6

function judge(
  locate: Locate,
  { value, near, isKey, schema, within }: Field,
  profile: Profile,
): FieldVerdict {
  const isOldAsked = profile.meanings.some(({ name }) => name === 'old price')
  const all = locate.places(value, profile)
  const places = all.filter(({ isOld }) => !isOld || isOldAsked)
  const content = places.filter(({ isAside }) => !isAside)
  // An amount with its currency is a price where it is nothing else.
  const isPrice = profile.meanings.some(({ name }) => name === 'price')
  const named = content.filter(
    ({ isNamed, text }) => isNamed || (isPrice && isPriceIn(text, value)),
  )
  const [inRow] = near ? content.filter(({ line }) => isInRow(line, near)) : []
  if (near) return { isFit: inRow !== undefined, place: inRow }
  if (isKey === true) return { isFit: content.length > 0, place: content[0] }
  const [first] = named
  if (first) return { isFit: true, place: first }
  const contact = contactForms.has(profile.form) ? places.find(({ isNamed }) => isNamed) : undefined
  if (contact) return { isFit: true, place: contact }
  if (places[0] && isOfSite(profile) && locate.namesSite(value))
    return { isFit: true, place: places[0] }
  const [only] = contactForms.has(profile.form) && locate.isOnlyOne(value, profile) ? places : []
  if (only) return { isFit: true, place: only }
  const shaped = content.find(({ line }) =>
    isPartOfAddress(locate, { value, line, within }, profile),
  )
  if (shaped) return { isFit: true, place: shaped }
  const isPlace =
    typeof value === 'string' &&
    (profile.form === 'place' || profile.meanings.some(({ name }) => name === 'city'))
  if (content[0] && isPlace && locate.isBeneathTitle(value))
    return { isFit: true, place: content[0] }
  const labelled = locate.hasFreeLabel(value, profile)
  if (labelled) return { isFit: true, place: labelled }
  if (content[0] && locate.isOnlyOne(value, profile)) return { isFit: true, place: content[0] }
  if (isSelfEvident(value, profile)) return { isFit: true, place: content[0] }
  // A field that asks for a date and no more takes any of the content.
  const isAnyDate = profile.form === 'date' && bareDate.test(profile.folded)
  if (isAnyDate && content[0]) return { isFit: true, place: content[0] }
  // Sentences about the whole, and fields whose name says nothing.
  const isLong = typeof value === 'string' && value.trim().split(/\s+/).length >= long
  const isAbout = profile.meanings.some(({ name }) => name === 'description')
  const isPlain =
    profile.meanings.length === 0 &&
    profile.words.every((word) => generic.has(word.replaceAll(/\d/g, '')))
  const isFree = ((isLong && isAbout) || isPlain) && schema['format'] === undefined
  return { isFit: isFree && (content.length > 0 || isLong), place: content[0] }
}

interface Part {
  readonly value: unknown
  readonly line: number
  readonly within: string | undefined
}

/** What the parts of an address look like, by the last word of their field. */
const partsOfAddress: Readonly<Record<string, (text: string) => boolean>> = {
  street: isStreet,
  city: (text) => /^\p{Lu}[^\d]{1,40}$/u.test(text),
  town: (text) => /^\p{Lu}[^\d]{1,40}$/u.test(text),
  code: (text) => /^[A-Z\d][A-Z\d -]{2,9}$/.test(text) && /\d/.test(text),
  suburb: (text) => /^\p{Lu}[^\d]{1,40}$/u.test(text),
  zip: (text) => /^[A-Z\d][A-Z\d -]{2,9}$/.test(text) && /\d/.test(text),
  name: (text) => /^\p{Lu}[^\d]{1,60}$/u.test(text),
}

/** What the parts are called here, whatever callers call them. */
const partNames: Readonly<Record<string, string | undefined>> = {
  street: 'street',
  city: 'city',
  'postal code': 'code',
}

/** A street tells itself, and so do the parts of a line with a postal code; the other parts stand beneath what names the address: `Delivery address`. */
function isPartOfAddress(locate: Locate, { value, line, within }: Part, profile: Profile): boolean {
  const last = partNames[profile.meanings[0]?.name ?? ''] ?? profile.folded.split(' ').at(-1) ?? ''
  const hasShape = Object.hasOwn(partsOfAddress, last) ? partsOfAddress[last] : undefined
  if (typeof value !== 'string' || hasShape?.(value) !== true) return false
  if (last === 'street' || (last !== 'name' && locate.isInAddress(line))) return true
  return within !== undefined && locate.isUnder(line, readProfile(within, { type: 'object' }))
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
const [wordsBefore, wordsBehind] = [16, 12]
const currencyWord = /^ ?(?:pounds|dollars|euros?|francs|crowns)(?!\p{L})/iu

/** Whether a number stands with a currency in a text, and nothing beside it says that it is another amount. */
const isPriceIn = (text: string, value: unknown): boolean =>
  quantitiesIn(text).some(({ sign, value: amount, start, end, digitsEnd }) => {
    const around = `${text.slice(Math.max(0, start - wordsBefore), start)} ${text.slice(end, end + wordsBehind)}`
    const isMoney =
      sign !== undefined || currencyWord.test(text.slice(digitsEnd, digitsEnd + wordsBehind))
    return amount === value && isMoney && !otherPrice.test(around)
  })

/** Names of fields that say nothing of what they hold. */
const generic = new Set(
  'year number count id label person people value values result answer quote quotes thing item content plan entity text fact detail output data'.split(
    ' ',
  ),
)

/** Addresses are as they are, and were looked for among those of the page. */
const isSelfEvident = (value: unknown, { type }: Profile): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && type === 'string'

const [yearMin, yearMax] = [1_000, 2_200]

/** Whether a value has the form that its field asks for. */
function hasForm(value: unknown, { form, type, meanings, folded }: Profile): boolean {
  if (typeof value === 'number')
    return form === 'year' ? value >= yearMin && value <= yearMax : Number.isFinite(value)
  if (typeof value !== 'string') return false
  const text = value.trim()
  if (
    text === '' ||
    /\((?:metadata|json-ld|microdata|rdfa|meta|state|table|label|element)\)$/.test(text)
  )
    return false
  if (type !== 'string') return true
  if (form === 'email') return /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text)
  if (form === 'phone') return text.replaceAll(/\D/g, '').length >= 6 && isoDate(text) === undefined
  if (form === 'date') return /\d/.test(text) && !text.includes('@')
  if (form === 'time') return /\d/.test(text)
  if (form === 'place') return /[\p{Lu}\p{Lo}\d]/u.test(text)
  if (form === 'person') return /\p{L}{2}/u.test(text) && !/[@\d]/.test(text)
  if (/^[–—:,;/]|^- /.test(text)) return false
  if (form === 'code')
    return text.split(' ').length <= codeWordsMax && (isNamedFreely(meanings) || hasCode(text))
  if (meanings.some(({ name }) => name === 'city')) return /^\p{Lu}[^\d€$£]*$/u.test(text)
  // What is called a number has digits.
  if (meanings.length === 0 && numberName.test(folded)) return hasCode(text)
  return true
}

/** Models have names. */
const isNamedFreely = (meanings: Profile['meanings']): boolean =>
  meanings.some(({ name }) => name === 'mpn' || name === 'stock ticker')

const hasCode = (text: string): boolean => /\d/.test(text) && !/\p{Ll}{4}/u.test(text)

const numberName =
  /(?<!currency|country|language|color|colour) (?:code|number|no|numero|número|nummer|numer|číslo|cislo)$|^(?:numero|número|numer|číslo|cislo) /

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
  return read.includes(own) && own.trim().length >= partMin && standsWhole(two, one)
}

const partMin = 3

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
