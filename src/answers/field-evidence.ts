import type { LineRange } from '#content/fill/find-rows.ts'
import { isAmountFor } from '#content/fill/holds-value.ts'
import type { ValuePlace } from '#content/fill/find-places.ts'
import { createLocate, type Locate } from '#content/fill/locate.ts'
import type { Statement } from '#content/fill/say-whether.ts'
import { isKnownLabel, readLabel, readProfile, type Profile } from '#content/fill/profile.ts'
import type { PageFacts } from '#content/html/facts/page-facts.ts'
import { isPartOfAddress } from './address-part.ts'
import { judgeBoolean } from './boolean-evidence.ts'
import { coerce } from '#content/fill/coerce.ts'
import { findCountry } from './country.ts'
import { isSaidMember } from './enum-evidence.ts'
import { isAlike } from './alike.ts'
import { hasForm } from './field-form.ts'
import { isNamedByNothing, isOfHeading } from './free-evidence.ts'
import { hasShape, isCut, isPlausible } from './plausible.ts'
import { countMentions, isBare, isOfKind, isPriceIn } from './right-amount.ts'
import { listKinds } from './kinds.ts'
import { findUnnamed, isFullName, needsLetters } from './unnamed-evidence.ts'
import { isInRow, placeRows, type RowPlace } from './row-places.ts'
import type { Spend } from '#base/step-count.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'

/** What a page says of one field. */
export interface FieldVerdict {
  readonly isFit: boolean
  /** Where the value stands, when it was found in a line. */
  readonly place?: ValuePlace | undefined
  /** Whether a value of a thing of a list stands with another one. */
  readonly isElsewhere?: boolean
  /** What says whether something is so. */
  readonly statement?: Statement | undefined
  /** Whether the page has no word for what is asked to be so. */
  readonly isUnsaid?: boolean
  /** Where a value stands that nothing speaks against, and nothing for. */
  readonly open?: readonly ValuePlace[] | undefined
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
  readonly isClaimed?: ((isPart: boolean, mentions?: number) => boolean) | undefined
  /** Whether a field of the answer has a number. */
  readonly hasNumber?: ((value: number) => boolean) | undefined
  /** Whether it is an item of a list of the page that the other items are of, too. */
  readonly isListed?: boolean | undefined
}

export interface CheckFields extends Pick<Locate, 'shareList' | 'listStatements'> {
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
    if (typeof value === 'boolean') return judgeBoolean(locate, field, profile)
    if (Array.isArray(field.schema['enum'])) return judgeMember(locate, field, profile)
    const country = byRules === value ? undefined : findCountry(locate, value, profile)
    if (country) return { isFit: true, place: country }
    if (!hasForm(value, profile)) return { isFit: false }
    if (typeof value === 'string' && !hasShape(value, profile)) return { isFit: false }
    if (typeof value === 'string' && needsLetters(profile) && !/\p{L}{2}/u.test(value))
      return { isFit: false }
    if (byRules !== undefined && byRules !== null) {
      if (isAlike(value, byRules, profile))
        return { isFit: true, place: findBestPlace(locate, value, profile) }
      // The rules are seldom wrong: another value for the same field is refused.
      return { isFit: false }
    }
    if (!field.isKey && !field.near && isCaption(locate, value, profile)) return { isFit: false }
    if (locate.declares(value, profile))
      return { isFit: true, place: findBestPlace(locate, value, profile) }
    if (field.isMisplaced === true || field.isListed === false) return { isFit: false }
    return judge(locate, field, profile)
  }

  const { shareList, listStatements } = locate
  return { checkField, placeRows: placed, shareList, listStatements }
}

/** A member of an enumeration is what the rules read, or what the page has a sign of. */
function judgeMember(
  locate: Locate,
  { value, byRules, schema }: Field,
  profile: Profile,
): FieldVerdict {
  const member = typeof value === 'string' ? coerce(value, schema) : value
  if (byRules !== undefined && byRules !== null) return { isFit: member === byRules }
  return { isFit: member !== undefined && isSaidMember(locate, member, profile) }
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

/** Whether a text stands in a line as the label of what follows. */
function isLabelIn(line: string, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const at = line.toLowerCase().indexOf(value.toLowerCase().trim())
  return at >= 0 && /^\s?[:：](?!\d)/u.test(line.slice(at + value.trim().length))
}

/** Where a page holds a value. */
interface Held {
  readonly places: readonly ValuePlace[]
  /** Those of the content. */
  readonly content: readonly ValuePlace[]
}

function judge(locate: Locate, field: Field, profile: Profile): FieldVerdict {
  const { value, near, isKey } = field
  const isOldAsked = profile.meanings.some(({ name }) => name === 'old price')
  const places = locate
    .places(value, profile)
    .filter(({ isOld, text }) => (!isOld || isOldAsked) && !isLabelIn(text, value))
  const content = places.filter(({ isAside }) => !isAside)
  if (content.length > 0 && content.every(({ text }) => isCut(text, value, profile)))
    return { isFit: false }
  if (near) {
    const inRow = content.find(
      ({ line }) => isInRow(line, near) && isOfKind(locate, { value, line }, profile),
    )
    return { isFit: inRow !== undefined, place: inRow, isElsewhere: content.length > 0 }
  }
  if (isKey === true) return judgeKey(field, content)
  const mentions = countMentions(locate, value, content)
  const isClaimed =
    field.isClaimed && ((isPart: boolean) => field.isClaimed?.(isPart, mentions) === true)
  const held = { places, content, isClaimed }
  return (
    judgeNamed(locate, { ...field, ...held }, profile) ??
    judgeUnnamed(locate, { ...field, ...held }, profile) ??
    (isNamedByNothing(field, profile, content.length > 0)
      ? { isFit: true, place: content[0] }
      : undefined) ?? {
      isFit: false,
      open: isOpen(locate, { ...field, isClaimed }, profile)
        ? content.filter(({ line }) => isBare(locate, { value, line }, profile))
        : [],
    }
  )
}

/** Whether a text is what names other values: a label, a heading or the head of a column. */
const isCaption = (locate: Locate, value: unknown, profile: Profile): boolean =>
  typeof value === 'string' &&
  !profile.meanings.some(({ name }) => name === 'title') &&
  !(listKinds(profile).has('person') && isFullName(value)) &&
  locate.isCaption(value)

/** Whether nothing but that no word names it speaks against a value. */
function isOpen(locate: Locate, { value, isClaimed }: Field, profile: Profile): boolean {
  const isTitle = profile.meanings.some(({ name }) => name === 'title')
  if (typeof value === 'string' && !isTitle && locate.isHeading(value)) return false
  if (isClaimed?.(true) === true) return false
  return typeof value !== 'string' || isPlausible(value, profile)
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
  // Of two fields with one number it is money for that of the one that is named right beside it.
  const isCounted = profile.form === 'money' && isClaimed?.(false) === true
  const named = content.find(
    ({ isNamed, text, line }) =>
      (isNamed &&
        isOfKind(locate, { value, line }, profile) &&
        (typeof value !== 'number' ||
          (locate.isNamedNear(line, value, profile) &&
            !(isCounted && !isAmountFor(locate.countedText(line), value, profile))))) ||
      (isPrice && isPriceIn(text, value)),
  )
  if (named) return fitAt(named)
  // The feet of pages name scores, counts and days of changes, too.
  const inFoot =
    content.length === 0 && (typeof value === 'number' || profile.form === 'date')
      ? places.find(
          ({ isNamed, line }) =>
            isNamed &&
            (typeof value !== 'number' ||
              (isOfKind(locate, { value, line }, profile) &&
                locate.isNamedNear(line, value, profile))),
        )
      : undefined
  if (inFoot) return fitAt(inFoot)
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
  { value, isClaimed, hasNumber, isListed, places, content }: Field & Held,
  profile: Profile,
): FieldVerdict | undefined {
  const labelled = isClaimed?.(false) === true ? undefined : locate.hasFreeLabel(value, profile)
  if (labelled) return fitAt(labelled)
  const text = typeof value === 'string' && isClaimed?.(false) !== true ? value : ''
  if (text !== '' && isOfHeading(locate, text, profile)) return { isFit: true, place: places[0] }
  const isOnly = content.length > 0 && locate.isOnlyOne(value, profile)
  if (isOnly || isListed === true) return fitAt(content[0])
  if (isSelfEvident(value, profile)) return { isFit: true, place: content[0] }
  const unnamed =
    isClaimed && findUnnamed(locate, { value, profile, content, places, isClaimed, hasNumber })
  if (unnamed) return { isFit: true, place: unnamed.place }
  // A field that asks for a date and no more takes any of the content.
  const isAnyDate = profile.form === 'date' && bareDate.test(profile.folded)
  return isAnyDate ? fitAt(content[0]) : undefined
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
/** Addresses are as they are, and were looked for among those of the page. */
const isSelfEvident = (value: unknown, { type }: Profile): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && type === 'string'
