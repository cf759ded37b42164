import { findConcept } from '#content/fill/concept-words.ts'
import { isAmountFor } from '#content/fill/holds-value.ts'
import type { Locate, ValuePlace } from '#content/fill/locate.ts'
import { readNumbers } from '#content/fill/number-kinds.ts'
import { isKnownLabel, readLabel, type Profile } from '#content/fill/profile.ts'
import { isStreet } from '#content/fill/read-address.ts'
import { employment } from '#content/fill/enum-words.ts'
import { readTime, timesIn } from '#content/fill/times-in.ts'
import { toPlain } from '#content/fill/plain-words.ts'

interface Unnamed {
  readonly value: unknown
  readonly profile: Profile
  /** Where the content holds the value. */
  readonly content: readonly ValuePlace[]
  /** Where anything of the page does. */
  readonly places: readonly ValuePlace[]
  /** Whether another field has the value, or a part of it. */
  readonly isClaimed: (isPart: boolean) => boolean
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
  const { value, profile, content, places, isClaimed } = unnamed
  if (typeof value === 'number') {
    const place = content.find(({ line }) => isAmountFor(locate.countedText(line), value, profile))
    return place && !isClaimed(false) ? { place } : undefined
  }
  if (typeof value !== 'string') return undefined
  const kinds = listKinds(profile)
  const isOfPage = kinds.has('organisation') && locate.namesSite(value)
  if (isOfPage) return { place: places[0] }
  const place = findByKind(locate, unnamed, kinds)
  const isWithin = kinds.has('place') || kinds.has('address')
  return place && !isClaimed(!isWithin) ? { place } : undefined
}

function findByKind(
  locate: Locate,
  { value, profile, content, places }: Unnamed,
  kinds: ReadonlySet<Kind>,
): ValuePlace | undefined {
  const text = String(value)
  if (kinds.has('time') && (readTime(text) !== undefined || isHours(text))) return content[0]
  if (isDateAsked(locate, text, profile)) return content[0]
  if (kinds.has('person') && isFullName(text) && !locate.namesSite(text)) return content[0]
  if (kinds.has('organisation') && (legal.test(text) || isFullName(text))) return places[0]
  if (kinds.has('address') && isStreet(text.split(/, ?(?=\d{4,5} )/, 1)[0] ?? '')) return places[0]
  if (kinds.has('place') && placeName.test(text))
    return places.find((place) => isPlaceIn(locate, place, text))
  if (profile.form === 'phone') return places[0]
  if (profile.form === 'currency') return locate.findCurrency(text)
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

type Kind = 'time' | 'person' | 'organisation' | 'place' | 'code' | 'address' | 'employment' | 'day'

/** Words of fields that ask for a kind; those of people are known in other languages, too. */
const asking: Readonly<Record<Kind, RegExp>> = {
  time: /^(?:time|start|starts|end|ends|begin|open|opens|opening|close|closes|closing|until|from|before|after|in|out|departure|departs|arrival|arrives|hora|heure|uhrzeit|ora|tid|tijd|godzina|hour|hours|öffnungszeiten|zeiten|horario|horarios|horaires|orari|openingstijden|godziny|öppettider|åbningstider)$/,
  person:
    /^(?:owner|owners|host|manager|chair|chairman|chairwoman|chairperson|president|treasurer|secretary|teacher|instructor|guide|doctor|dentist|father|mother|spouse|wife|husband|founder|director|contact|person|leader|coach|warden|captain|speaker|artist|conductor|composer|photographer|editor|agent|headteacher|curator|engineer|designer|maker|inhaber|inhaberin|kursleiter|ansprechpartner|formand|agente|guia|zakladatel)$/,
  organisation:
    /^(?:company|employer|business|shop|store|studio|hotel|museum|clinic|practice|school|club|operator|agency|organizer|organiser|publisher|association|institution|organisation|organization|firm|seller|supplier|buyer|customer|brewery|farm|dealer|cinema|theatre|theater|bakery|broker|retailer|venue|firma|praxis|verein|schule|imobiliaria|agenzia|empresa|entreprise|rijschool|praktijk|makelaar|investor|bank|court|college|university|absender|empfaenger)$/,
  place:
    /^(?:city|town|village|place|suburb|district|province|region|state|country|base|headquarters|venue|location|cidade|freguesia|ville|stadt|ort|plaats|stad|miasto|birthplace|office|area|neighbourhood|neighborhood|local)$/,
  address:
    /^(?:address|adresse|anschrift|adres|adress|direccion|indirizzo|street|strasse|rue|calle|via|ulica)$/,
  employment: /^(?:employment|contract|vertrag|beschaeftigungsart|contrat|contrato|contratto)$/,
  day: /^(?:day|tag|jour|dia|día|giorno|dag|dzień|dzien|ruhetag|fermeture|weekday)$/,
  code: /^(?:code|number|no|id|ref|reference|licence|license|licenca|registration|sku|kvk|cin|iban|bic|vat|register|sheet|nif|cif|codice|codigo|numero|nummer|last4)$/,
}

const formKinds: Readonly<Partial<Record<Profile['form'], Kind>>> = {
  time: 'time',
  person: 'person',
  people: 'person',
  place: 'place',
  code: 'code',
}
const organisations = new Set(
  'company|organizer|supplier|restaurant|publisher|brand|agent|customer'.split('|'),
)
const roles = new Set(
  'owner teacher guide manager chair treasurer doctor father mother'
    .split(' ')
    .map((word) => findConcept(word)),
)

function listKinds({ form, folded, meanings, type }: Profile): ReadonlySet<Kind> {
  const kinds = new Set<Kind>()
  const own = formKinds[form]
  if (own !== undefined) kinds.add(own)
  if (type !== 'string') return kinds
  const isText = form === 'text' || own !== undefined
  if (!isText) return kinds
  const words = folded.split(' ')
  for (const kind of Object.keys(asking) as Kind[])
    if (words.some((word) => asking[kind].test(word))) kinds.add(kind)
  if (words.some((word) => roles.has(findConcept(toPlain(word)) ?? ({} as never))))
    kinds.add('person')
  if (meanings.some(({ name }) => organisations.has(name))) kinds.add('organisation')
  if (meanings.some(({ name }) => name === 'city' || name === 'region')) kinds.add('place')
  return kinds
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
const legal =
  /(?:^| )(?:Ltd\.?|Limited|plc|PLC|Inc\.?|LLC|Corp\.?|GmbH|AG|KG|SE|SARL|SAS|S\.r\.l\.|Srl|S\.p\.A\.|SpA|S\.L\.|B\.V\.|BV|NV|AS|A\/S|ApS|AB|Oy|sp\. z o\.o\.|S\.A\.|Lda\.?|Ltda\.?|s\.r\.o\.|a\.s\.|LLP|e\.V\.|EURL|SNC)(?= |,|$)/u
const placeName =
  /^\p{Lu}[\p{L}'’.-]{1,30}(?:[ ,]{1,2}(?:[a-z]{1,3} )?\p{Lu}[\p{L}'’.-]{1,30}){0,3}$/u
const before =
  /(?:(?<!\p{L})(?:in|at|from|near|to|of|im|bei|aus|à|a|de|d['’]|en|em|na|no|w|we|z|i|fra|från|te|uit|nel|di|da|près de|v|ve)[  ]?|, |\d[  ]|[A-Z] |\()$/iu

const noon =
  /^(?:noon|midday|midnight|mittag|mitternacht|midi|minuit|mediodía|mezzogiorno|południe|meio-dia|middag)$/i
const hoursMax = 60

/** Times with their days and no more, and words for times. */
const isHours = (text: string): boolean =>
  noon.test(text) || (text.length <= hoursMax && timesIn(text).size > 1 && !/[€$£@]/.test(text))

const isFullName = (value: string): boolean =>
  fullName.test(value) && !legal.test(value) && !isKnownLabel(readLabel(value.toLowerCase()))

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
  /^(?:\d{4,5}|\d{4} [A-Z]{2}|\d{2}-\d{3}|\d{3} \d{2}|\d{4}-\d{3}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/.test(
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

let dayNames: ReadonlySet<string> | undefined

/** Whether a text is the name of a weekday and no more. */
function isDayName(text: string): boolean {
  dayNames ??= listDayNames()
  return dayNames.has(text.toLowerCase().replace(/s$/, '')) || dayNames.has(text.toLowerCase())
}

function listDayNames(): ReadonlySet<string> {
  const names = new Set<string>()
  for (const language of 'en de fr es it nl pt pl sv da nb fi cs'.split(' ')) {
    const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
    for (let day = 1; day <= 7; day += 1)
      names.add(format.format(Date.UTC(2026, 0, day)).toLowerCase())
  }
  return names
}
