import { isMonth, isoDate } from '#content/html/about/iso-date.ts'
import { namesIn } from '#content/html/about/names.ts'
import { createFindCurrency } from '#content/html/facts/product/currencies.ts'
import { coerce } from './coerce.ts'
import { rangeIn } from './date-range.ts'
import { hoursIn } from './hours-in.ts'
import { readNumbers } from './number-kinds.ts'
import { splitLine } from './split-line.ts'
import { hasMeaning, type Profile } from './profile.ts'
import { timesIn } from './times-in.ts'
import { minutesIn, quantitiesIn, type Quantity } from './quantities.ts'

/** What a value is read with. */
export interface ValueReading {
  readonly profile: Profile
  /** Whether the text is named by exactly what is asked for, so that a bare number is the one. */
  readonly isNamed: boolean
}

/** A text of a page as a value of what a property asks for; undefined when it is none of its form. */
export function valueInText(text: string, reading: ValueReading): unknown {
  const { profile } = reading
  const { type, schema, form } = profile
  if (type === 'number' || type === 'integer') {
    const value = numberIn(text, reading)
    return value === undefined ? undefined : coerce(String(value), schema, true)
  }
  if (schema['enum'] !== undefined || schema['const'] !== undefined || type === 'boolean')
    return coerce(text, schema)
  if (type !== 'string') return undefined
  const found =
    forms[form]?.(text, profile) ?? (form in forms ? undefined : plainText(text, profile))
  return found === undefined ? undefined : coerce(found, schema)
}

const textLengthMax = 300

function plainText(text: string, { meanings }: Profile): string | undefined {
  const shown = text
    .replace(/^[\s:,;–—-]{1,4}/, '')
    .replace(/\s[|/·•–—-]\s?$/, '')
    .trim()
  // `Ada Lovelace (chair)`
  const [, noted] = nameWithNote.exec(shown) ?? []
  if (noted !== undefined) return noted
  // `C (148 kWh)`
  const [, measured] = textWithMeasure.exec(shown) ?? []
  if (measured !== undefined) return measured
  const [method] = hasMethod.exec(shown) ?? []
  if (method !== undefined && meanings.some(({ name }) => name === 'http method')) return method
  // `Town Hall, 3 Lake Road, Geneva`
  const [, venue] =
    (meanings.some(({ name }) => name === 'venue') && placeWithStreet.exec(shown)) || []
  if (venue !== undefined) return venue
  const isCity = meanings.some(({ name }) => name === 'city')
  // A town behind its code.
  const whole = isCity
    ? (/^(?:[A-Z]{1,2}-)?[\d -]{4,8} (\p{Lu}[^\d,(]{1,40})/u.exec(shown)?.[1] ?? shown)
    : shown
  if (isCity && /\d/.test(whole)) return undefined
  // A label in running text names what its own sentence says.
  const [first = '', ...more] = splitLine(whole)
  const isLong = meanings.some(({ name }) => name === 'description')
  const plain = more.length > 0 && !isLong ? first.replace(/[.]$/, '') : whole
  return plain === '' || plain.length > textLengthMax ? undefined : plain
}

const textWithMeasure =
  /^([^\d()]{1,60}?) \([^()\d]{0,20}\d[\d.,]{0,10} ?(?:kWh|kg|g|m|cm|mm|km|m²|l|ml|°C|%|min|h)(?![\p{L}\d])[^()]{0,30}\)$/iu
const placeWithStreet = /^([^\d,]{3,60}), [^,]{0,60}\d/u
const hasMethod = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)(?= |$)/
const nameWithNote =
  /^(\p{Lu}[\p{L}'’-]{1,24}(?: \p{Lu}[\p{L}'’-]{1,24}){1,3}) \(\p{Ll}[^()]{2,60}\)$/u
const address = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/
const link = /^(?:https?:\/\/\S{3,500}|[a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,60}){1,3}(?:\/\S{0,200})?)$/i

/** The words of a text without the marks around them. */
const wordsIn = (text: string): readonly string[] =>
  text.split(/[\s<>()[\]"',;]/).map((word) => word.replace(/^mailto:/i, '').replace(/[.:]$/, ''))

type Find = (text: string, profile: Profile) => string | undefined

const forms: Readonly<Record<string, Find>> = {
  email: (text) => wordsIn(text).find((word) => address.test(word)),
  phone: phoneIn,
  url: (text) => wordsIn(text).find((word) => link.test(word)),
  date: dateIn,
  time: timeIn,
  person: personIn,
  code: codeIn,
  currency: currencyIn,
  hours: (text, profile) => (isHours(text) ? plainText(text, profile) : undefined),
  year: (text) => /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/.exec(text)?.[0],
}

/** Hours, or a word such as closed. */
const isHours = (text: string): boolean =>
  !/\d/.test(text) || hoursIn(text) !== undefined || timesIn(text).size > 0

const clock = String.raw`(?:[01]?\d|2[0-3])(?:[:.h]\d\d(?!\d)(?: ?[ap]\.?m\b\.?)?| ?[ap]\.?m\b\.?| ?(?:uhr|uur|heures?|h)(?![\p{L}\d])|[時时点點시](?!間)(?:半|\d{1,2}[分분])?)`
const hour = String.raw`(?:${clock}|(?:[01]?\d|2[0-3]) ?h?(?!\d))`
const oneTime = new RegExp(String.raw`(?<![\d.,:])${clock}`, 'iu')
const timeRange = new RegExp(String.raw`(?<![\d.:])(${hour}) ?[-–—~～〜] ?(${clock})`, 'iu')

/** Of a range the end that is asked for, else all of it. */
function timeIn(text: string, { folded }: Profile): string | undefined {
  const [range, start, end] = timeRange.exec(text) ?? []
  if (range === undefined) return oneTime.exec(text)?.[0]
  if (/(?:^| )(?:end|ends|until|close|closes|ende)(?: |$)/.test(folded)) return end
  return /(?:^| )(?:start|starts|from|open|opens|begin|beginn|doors|in|event)(?: |$)/.test(folded)
    ? start
    : range
}

const dialled =
  /(?<![\p{L}\d])(?:(?:\+|\(\+?\d|0)(?:\d{1,4} – )?|\d)[\d ()/.\u00A0-]{5,24}\d(?!\d)/u
/** Labels of numbers that are long, too: of companies, accounts and things. */
const otherNumber =
  /(?:bankgiro|plusgiro|postgiro|giro|iva|vat|ust|tva|nif|cif|nip|regon|krs|cvr|kvk|ičo|ico|dič|dic|cnpj|siret|siren|rcs|iban|bic|swift|account|konto|org|hrb|isbn|ean|gtin|charity|registration|fax|telefax)[^\p{L}\d]{0,4}(?:(?:no|nr|number|id|idnr|n°)[^\p{L}\d]{0,4})?(?:\p{L}{0,2}\d{0,6}[^\p{L}\d]{0,2})?$/iu
const [labelLength, phoneMin] = [30, 7]

function phoneIn(text: string, { meanings }: Profile): string | undefined {
  const found = dialled.exec(text)
  if (!found) return undefined
  const [number] = found
  const digits = number.replaceAll(/\D/g, '').length
  const before = text.slice(Math.max(0, found.index - labelLength), found.index)
  const isOther = otherNumber.test(before) && !meanings.some(({ name }) => name === 'fax')
  const isOpen = number.split('(').length !== number.split(')').length
  // `01629 555 0182 (9–17)`
  const open = isOpen ? number.lastIndexOf('(') : -1
  const whole = open > phoneMin ? number.slice(0, open) : number
  // `4990-030` is a postal code.
  const isPostal = /^(?:\d{4}-\d{3}|\d{4}-\d{4}-\d{4}-\d{3})$/.test(number.trim())
  const isTimes = /^\d{1,2}[.:]\d\d ?[-–] ?\d{1,2}[.:]\d\d/.test(number)
  return isTimes || digits < 7 || digits > 16 || isOther || isPostal || isoDate(number)
    ? undefined
    : whole.replaceAll(isOpen ? /[()]/g : /^$/g, '').trim()
}

const monthAlone = /^(\p{L}{3,12})\.? ((?:19|20)\d\d)\.?$/u

/** A text that is a date alone stands as it is; a date among other words, or one of a range, in ISO form. */
function dateIn(text: string, { meanings, schema }: Profile): string | undefined {
  // `05/2019`
  if (schema['format'] === undefined && /^(?:0?[1-9]|1[012])[/.](?:19|20)\d\d$/.test(text))
    return text
  // `January 2027`
  const [, month, year] = monthAlone.exec(text) ?? []
  if (schema['format'] === undefined && month !== undefined && isMonth(month))
    return `${month} ${year}`
  const isEnd = meanings[0]?.name === 'end date'
  const isLast = isEnd || meanings[0]?.name === 'deadline'
  const range = rangeIn(text)
  if (range) return isLast ? range.end : range.start
  if (isEnd && meanings.length === 1 && !isoDate(text)) return undefined
  const date = isoDate(text)
  if (date === undefined) return undefined
  const [span] = readNumbers(text).spans.filter(({ kind }) => kind === 'date')
  const isFollowed = span !== undefined && /\p{L}{2}/u.test(text.slice(span.end))
  const isWhole = text.length <= 30 && !/[,;(]|^\p{Ll}/u.test(text) && !isFollowed
  return isWhole ? text.replace(/[.]$/, '') : date
}

const coupleName =
  /^\p{Lu}[\p{L}-]{1,20} (?:and|und|et|y|e|en|i|och|og|&) \p{Lu}[\p{L}-]{1,20} \p{Lu}[\p{L}'’-]{1,24}(?=[,.(]|$)/u

function personIn(text: string): string | undefined {
  // `Ada and Ben Lovelace`
  const [couple] = coupleName.exec(text) ?? []
  if (couple !== undefined) return couple
  const [name] = namesIn(
    text
      .slice(0, 200)
      .split(/[（、]/u, 1)
      .join(''),
  )
  return name !== undefined && /^[\p{Lu}\p{Lo}]/u.test(name) ? name : undefined
}

/** A code has a digit or no small letters, and no words around it. */
function codeIn(text: string): string | undefined {
  const plain = text
    .replace(/^(?:nr|no|n°|#|:)[.:]?\s?/i, '')
    .replace(/[.,;]$/, '')
    .trim()
  // `618.60`
  if (/^-?\d{1,3}(?:[.,]?\d{3}){0,3}[.,]\d\d$/.test(plain)) return undefined
  if (/^[\p{L}\d][\p{L}\d/._-]{0,40}$/u.test(plain)) return plain
  if (/^[A-Z\d]{2,8}(?: [A-Z\d]{1,8}){1,9}$/.test(plain) && /\d/.test(plain)) return plain
  const [first = ''] = plain.split(/[\s,;(]/, 1)
  return /\d/.test(first) && first.length >= 4 ? first : undefined
}

function currencyIn(text: string): string | undefined {
  const [code] =
    /\b(?:EUR|USD|GBP|CHF|NOK|SEK|DKK|PLN|CZK|JPY|CAD|AUD|INR|HUF|BRL)\b/.exec(text) ?? []
  if (code !== undefined) return code
  const signs = new Set(quantitiesIn(text).flatMap(({ sign }) => sign ?? []))
  const [sign] = signs
  return signs.size === 1 ? findCode(sign) : undefined
}

/** Signs of several currencies alike. */
const unclear = /^(?:kr\.?|¥|[.,][-–—]{1,2})$/i
const findCurrency = createFindCurrency('https://site.example/')

/** The code of a currency sign; undefined for one that several currencies share. */
export const findCode = (sign: string | undefined): string | undefined =>
  sign === undefined || unclear.test(sign)
    ? undefined
    : /^euros?$/i.test(sign)
      ? 'EUR'
      : findCurrency(sign)

const isOther = (sign: string, currency: string): boolean => {
  const code = findCode(sign)
  if (code !== undefined) return code !== currency
  if (/^[.,]/.test(sign)) return currency === 'JPY'
  return /^kr/i.test(sign) ? !/^(?:SEK|NOK|DKK)$/.test(currency) : !/^(?:JPY|CNY)$/.test(currency)
}

/** Whether a sign of a currency may stand for a code. */
export const mayBe = (sign: string | undefined, code: string): boolean =>
  sign !== undefined &&
  (sign === code || findCode(sign) === code || (unclear.test(sign) && !isOther(sign, code)))

const ratingText =
  /(?<![\d.,])(10|\d(?:[.,]\d{1,2})?)(?: ?(?:out of|von|sur|de|em|su|van|av|af|na|z|\/) ?(?:5|10)(?!\d)| \(\d{1,6} \p{L})/iu
/** The points of `4.8 out of 5`, `4,6/5 (212 opinii)`. */
export function ratingIn(text: string): number | undefined {
  const [, shown] = ratingText.exec(text) ?? []
  return shown === undefined ? undefined : Number(shown.replace(',', '.'))
}

function numberIn(text: string, { profile, isNamed }: ValueReading): number | undefined {
  const { form, unit, bound, scale } = profile
  if (form === 'year') {
    const [year] = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/.exec(text) ?? []
    return year === undefined ? undefined : Number(year)
  }
  if (unit ? unit.dimension === 'time' : form === 'duration') {
    const minutes = minutesIn(text)
    if (minutes !== undefined) return round(minutes / (unit?.factor ?? 1))
    if (!isNamed) return undefined
  }
  const rated = hasMeaning(profile, 'rating') ? ratingIn(text) : undefined
  if (rated !== undefined) return rated
  const all = quantitiesIn(text)
  const each = all.filter((quantity) => fits(quantity, { profile, isNamed }))
  // `11.5 km / 7.1 miles`: that in the unit that is asked for.
  const same = unit ? each.filter((one) => one.unit?.factor === unit.factor) : []
  const fitting = same.length > 0 ? same : each
  const chosen = bound === 'max' ? (fitting[1] ?? undefined) : fitting[0]
  if (!chosen) return undefined
  if (bound === 'min' && !chosen.isRangeStart && fitting.length < 2) return undefined
  if (bound === undefined && chosen.isRangeStart && fitting.length > 1) return undefined
  if (bound === undefined && !isNamed && fitting.length > 1) {
    // `200 (£2 a day)`
    const [head = ''] = text.split(/ ?[(（]/u, 1)
    return head !== '' && head !== text ? numberIn(head, { profile, isNamed }) : undefined
  }
  return inUnit(chosen, { unit, scale })
}

/** A quantity in the unit and scale that are asked for. */
export function inUnit(
  { value, unit: shown, scale: shownScale }: Quantity,
  { unit, scale }: Pick<Profile, 'unit' | 'scale'>,
): number {
  const factor = unit && shown ? shown.factor / unit.factor : 1
  if (factor === 1 && shownScale === scale) return value
  return round((value * factor * shownScale) / scale)
}

const round = (value: number): number => Number(value.toPrecision(12))

/** What is measured in one dimension alone. */
const dimensions = new Map([
  ['oven temperature', 'temperature'],
  ['temperature', 'temperature'],
  ['weight', 'mass'],
  ['power', 'power'],
  ['mileage', 'length'],
  ['altitude', 'length'],
  ['distance', 'length'],
  ['living area', 'area'],
  ['plot area', 'area'],
  ['calories', 'foodenergy'],
])

const [ratingMax, percentMax] = [10, 100]
const findDimension = ({ unit, meanings: [first] }: Profile): string | undefined =>
  unit?.dimension ?? (first && dimensions.get(first.name))

/** Whether a quantity stands with a unit of the dimension that is asked for. */
export const isMeasuredIn = ({ unit }: Quantity, profile: Profile): boolean =>
  unit !== undefined && unit.dimension === findDimension(profile)

/** Whether a quantity may be what is asked for: the currency, the unit and the kind of number. */
export function fits(
  { sign, unit: shown, scale: shownScale, value }: Quantity,
  reading: ValueReading,
): boolean {
  const { form, unit, currency, type, scale } = reading.profile
  if (currency !== undefined && sign !== undefined && isOther(sign, currency)) return false
  if (form === 'money') {
    if (shown !== undefined) return false
    return sign !== undefined || reading.isNamed
  }
  if (sign !== undefined) return currency !== undefined
  if (scale !== 1 && shownScale === 1) return false
  if (form === 'percent')
    return shown === undefined
      ? reading.isNamed && value <= percentMax
      : shown.dimension === 'share'
  if (unit) return shown === undefined ? reading.isNamed : shown.dimension === unit.dimension
  const own = findDimension(reading.profile)
  if (own !== undefined && shown && shown.dimension !== own) return false
  if (hasMeaning(reading.profile, 'rating') && value > ratingMax) return false
  if (form === 'count') return Number.isInteger(value) && shown?.dimension !== 'share'
  return type !== 'integer' || Number.isInteger(value)
}
