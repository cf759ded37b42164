import { isAmountFor } from '#content/fill/holds-value.ts'
import type { ValuePlace } from '#content/fill/find-places.ts'
import type { Locate } from '#content/fill/locate.ts'
import { readNumbers } from '#content/fill/number-kinds.ts'
import { isKnownLabel, readLabel, type Profile } from '#content/fill/profile.ts'
import { isStreet } from '#content/fill/read-address.ts'
import { employment } from '#content/fill/enum-words.ts'
import { quantitiesIn } from '#content/fill/quantities.ts'
import { readTime, timesIn } from '#content/fill/times-in.ts'
import { inUnit, mayBe } from '#content/fill/value-in-text.ts'
import { isDayName } from '#content/fill/day-names.ts'
import { isLegalName } from './legal-name.ts'
import { isSaidBeside } from '#content/fill/said-beside.ts'
import { isPriceIn } from './right-amount.ts'
import { isRoad } from './field-form.ts'
import { listKinds, type Kind } from './kinds.ts'

interface Unnamed {
  readonly value: unknown
  readonly profile: Profile
  /** Where the content holds the value. */
  readonly content: readonly ValuePlace[]
  /** Where anything of the page does. */
  readonly places: readonly ValuePlace[]
  /** Whether another field has the value, or a part of it. */
  readonly isClaimed: (isPart: boolean) => boolean
  /** Whether a field of the answer has a number. */
  readonly hasNumber?: ((value: number) => boolean) | undefined
}

/**
 * Finds the place of a value that nothing names, where its own form says what it is: an amount of the kind that is asked for, a time, a
 * date, a name of a person or of whom the page is of, a place behind `in`, a code behind its label. No other field of the answer
 * may have the same value.
 */
export function findUnnamed(
  locate: Locate,
  unnamed: Unnamed,
): { place?: ValuePlace | undefined } | undefined {
  const { value, profile, content, places, isClaimed, hasNumber = () => false } = unnamed
  if (typeof value === 'number') {
    // A count is of something, and an amount of any of many things.
    const isOfAnything =
      !profile.unit && /^(?:count|number)$/.test(profile.form) && !ofWhole.test(profile.folded)
    const place = content.find(
      ({ line, text }) =>
        isAmountFor(locate.countedText(line), value, profile) &&
        (isSideIn(text, value, hasNumber) || !isOneOfMany(locate, { value, hasNumber }, profile)) &&
        (!isOfAnything || isPriceIn(text, value) || isSaidBeside(profile, text, String(value))),
    )
    return place && !isClaimed(false) ? { place } : undefined
  }
  if (typeof value !== 'string') return undefined
  const kinds = listKinds(profile)
  const isOfPage = kinds.has('organisation') && locate.namesSite(value)
  if (isOfPage) return { place: places[0] }
  const place = findByKind(locate, unnamed, kinds)
  const isWithin = kinds.has('place') || kinds.has('address')
  // A title may have the name of a person who is named again.
  const isNamedAgain = kinds.has('person') && content.length > 1 && isFullName(value)
  return place && !isClaimed(!isWithin && !isNamedAgain) ? { place } : undefined
}

interface Claimed {
  readonly value: number
  readonly hasNumber: (value: number) => boolean
}

/** Whether the page measures other things in grams, metres or litres that no field has: which one is meant only a name tells. */
const isOneOfMany = (locate: Locate, { value, hasNumber }: Claimed, profile: Profile): boolean =>
  profile.unit !== undefined &&
  /^(?:mass|length|volume)$/.test(profile.unit.dimension) &&
  locate.findLine((text) =>
    quantitiesIn(text).some((one) => {
      const size = inUnit(one, profile)
      const isOther = one.unit?.dimension === profile.unit?.dimension && size !== value
      return isOther && !hasNumber(size) && !hasNumber(one.value)
    }),
  ) !== undefined

/** Whether a number is one of the sides of a thing, and each of them is in a field: `312 × 221 × 16 mm`. */
const isSideIn = (text: string, value: number, hasNumber: (value: number) => boolean): boolean =>
  [...text.matchAll(sides)].some(([group]) => {
    const all = quantitiesIn(group).map((one) => one.value)
    return all.includes(value) && all.every(hasNumber)
  })

const sides = /\d[\d.,]{0,8} ?[a-z]{0,2}(?: ?[x×] ?\d[\d.,]{0,8} ?[a-z]{0,2}){1,3}/giu

const ofWhole = /^(?:total|number|count|of|results?|items?|hits|entries| )+$/

function findByKind(
  locate: Locate,
  { value, profile, content, places }: Unnamed,
  kinds: ReadonlySet<Kind>,
): ValuePlace | undefined {
  const text = String(value)
  if (kinds.has('time') && (readTime(text) !== undefined || isHours(text))) return content[0]
  if (isDateAsked(locate, text, profile)) return content[0]
  if (kinds.has('person') && isFullName(text) && !locate.namesSite(text))
    return content[0] ?? places[0]
  if (kinds.has('person') && accountName.test(text))
    return content.find((place) => isBy(place.text, text))
  const isOrganisation = isLegalName(text) || (isFullName(text) && !isRoad(text))
  if (kinds.has('organisation') && isOrganisation) return places[0]
  if (kinds.has('address') && isStreet(text.split(/, ?(?=\d{4,5} )/, 1)[0] ?? '')) return places[0]
  if (kinds.has('place') && placeName.test(text))
    return places.find((place) => isPlaceIn(locate, place, text))
  if (profile.form === 'phone') return places[0]
  if (profile.form === 'currency')
    return locate.findLine((line) => quantitiesIn(line).some(({ sign }) => mayBe(sign, text)))
  if (kinds.has('employment') && employment.test(text)) return content[0]
  if (kinds.has('day') && isDayName(text)) return content[0]
  if (
    measured.test(text) &&
    /(?:^| )(?:resolution|size|dimensions?|format|display)(?: |$)/.test(profile.folded)
  )
    return content[0]
  if (profile.meanings.some(({ name }) => name === 'postal code') && isPostal(text))
    return places.find(({ line }) => locate.isInAddress(line))
  if (kinds.has('code') && isCode(text) && !isPostal(text))
    return places.find((place) => isLabelled(place.text, text))
  return undefined
}

/** Who a field asks for has a name in letters. */
export function needsLetters(profile: Profile): boolean {
  const kinds = listKinds(profile)
  return (
    !kinds.has('time') && (kinds.has('organisation') || kinds.has('person') || kinds.has('place'))
  )
}

const fullName =
  /^(?:(?:Dr|Drs|Mr|Mrs|Ms|Prof|Ing|mgr|Dra|Frau|Herr|Mme)\.? )?\p{Lu}(?:[\p{L}'’-]{1,24}|\.)(?: (?:(?:de|van|von|da|di|del|el|al|bin|ter|and|und|et|y|e|en|i|och|og) )?(?:(?:la|der|den) )?\p{Lu}(?:[\p{L}'’-]{1,24}|\.)){1,4}$/u
const placeName =
  /^\p{Lu}[\p{L}'’.-]{1,30}(?:[ ,]{1,2}(?:[a-z]{1,3} )?\p{Lu}[\p{L}'’.-]{1,30}){0,3}$/u
const before =
  /(?:(?<!\p{L})(?:in|at|from|near|to|of|im|bei|aus|à|a|de|d['’]|en|em|na|no|w|we|z|i|fra|från|te|uit|nel|di|da|près de|v|ve)[  ]?|, |\d[  ]|[A-Z] |\()$/iu

const accountName = /^[a-z\d]{2,24}(?:[-_.][a-z\d]{1,24}){0,3}$/

/** Whether an account is named as who did something: `by ada-l`, `@ada-l`. */
function isBy(text: string, name: string): boolean {
  const at = text.indexOf(name)
  const behind = text.slice(at + name.length)
  return (
    (at > 0 && /(?:(?:^| )(?:by|von|par|por|da|door|av|af) |@)$/iu.test(text.slice(0, at))) ||
    (at === 0 &&
      /^ (?:released|committed|opened|merged|published|posted|wrote|commented) /.test(behind))
  )
}

const noon =
  /^(?:noon|midday|midnight|mittag|mitternacht|midi|minuit|mediodía|mezzogiorno|południe|meio-dia|middag)$/i
const hoursMax = 60

/** Times with their days and no more, and words for times. */
const isHours = (text: string): boolean =>
  noon.test(text) || (text.length <= hoursMax && timesIn(text).size > 1 && !/[€$£@]/.test(text))

export const isFullName = (value: string): boolean =>
  fullName.test(value) && !isLegalName(value) && !isKnownLabel(readLabel(value.toLowerCase()))

/** One day alone is not the end of a range. */
const isDateAsked = (locate: Locate, text: string, profile: Profile): boolean =>
  (profile.form === 'date' || profile.form === 'year') &&
  isDate(text) &&
  !(
    profile.meanings.some(({ name }) => name === 'end date') &&
    locate.isOnlyOne(text, { ...profile, meanings: [] })
  )

/** Whether a name of a place stands behind a code, a comma or a word for where. */
function isPlaceIn(locate: Locate, { text, line }: ValuePlace, value: string): boolean {
  const at = text.indexOf(value)
  if (at < 0) return false
  return locate.isInAddress(line) || before.test(text.slice(Math.max(0, at - 12), at))
}

function isDate(value: string): boolean {
  const { spans } = readNumbers(value)
  return spans.some(({ kind }) => kind === 'date') || /^\d{4}$/.test(value)
}

/** `1920 x 1200`, `18 × 18 × 46 cm`. */
const measured =
  /^\d{1,6}(?:[.,]\d{1,3})? ?[a-z]{0,2}(?: ?[x×] ?\d{1,6}(?:[.,]\d{1,3})? ?[a-z]{0,2}){1,3}$/i
const isPostal = (text: string): boolean =>
  /^(?:\d{4,5}|\d{4} [A-Z]{2}|\d{2}-\d{3}|\d{3} \d{2}|\d{4}-\d{3}|\d{3}-\d{4}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/.test(
    text,
  )

const digitsMin = 4

/** Letters and digits, or digits that are many. */
const isCode = (value: string): boolean =>
  /\d/.test(value) &&
  /^[\p{Lu}\d][\p{Lu}\d ./#_-]{2,40}$/u.test(value) &&
  !/^[+(0]\d*[ /-]\d[\d ()/-]*$/.test(value) &&
  (value.replaceAll(/\D/g, '').length >= digitsMin || /\p{Lu}/u.test(value))

/** A word or a sign stands before a code, and no phone number, date or price does. */
function isLabelled(text: string, value: string): boolean {
  const at = text.indexOf(value)
  const before = text.slice(Math.max(0, at - 30), at)
  return (
    at >= 0 &&
    (at === 0 || /(?:\p{L}|[.:#º°),]) ?$/u.test(before)) &&
    !/tel|fon|fax|call|anruf|phone|€|\$|£/i.test(before)
  )
}
