import { isoDate } from '#content/html/about/iso-date.ts'
import { readNumbers } from '#content/fill/number-kinds.ts'
import type { Profile } from '#content/fill/profile.ts'
import { isUnitName } from '#content/fill/quantities.ts'
import { timesIn } from '#content/fill/times-in.ts'
import { isStreet } from '#content/fill/read-address.ts'

const codeWordsMax = 9
const [yearMin, yearMax] = [1_000, 2_200]

/** Whether a value has the form that its field asks for. */
export function hasForm(value: unknown, profile: Profile): boolean {
  const { form, type, meanings, folded } = profile
  if (typeof value === 'number')
    return form === 'year' ? value >= yearMin && value <= yearMax : Number.isFinite(value)
  if (typeof value !== 'string') return false
  const text = value.trim()
  if (
    text === '' ||
    /\((?:metadata|json-ld|microdata|rdfa|meta|state|table|label|element|link)\)$/.test(text)
  )
    return false
  if (type !== 'string') return true
  if (form !== 'phone' && form !== 'code' && !isWholePiece(text)) return false
  if (form === 'year') return isDate(text)
  if (form === 'url') return isLink(text)
  if (form === 'email') return /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text)
  if (form === 'phone') return text.replaceAll(/\D/g, '').length >= 6 && isoDate(text) === undefined
  if (form === 'date') return isDate(text) || (hasTimes(profile) && isTime(text))
  if (form === 'time') return isTime(text)
  if (form === 'place') return /[\p{Lu}\p{Lo}\d]/u.test(text)
  if (form === 'person') return /\p{L}{2}/u.test(text) && !/[@\d]/.test(text)
  // Numbers of trade goods have no letters.
  if (meanings.some(({ name }) => name === 'gtin')) return /^[\d -]{8,20}$/.test(text)
  if (form === 'code')
    return text.split(' ').length <= codeWordsMax && (isNamedFreely(meanings) || hasCode(text))
  const [first] = meanings
  if (meanings.some(({ name }) => name === 'city')) return /^\p{Lu}[^\d€$£]*$/u.test(text)
  if (first?.name === 'street') return isStreet(text) || isRoad(text)
  if (first?.name === 'energy class') return /^[A-G](?:[+]{0,3}|\d)(?![\p{L}\d])/u.test(text)
  if (form === 'text' && isUnitAlone(text) && !unitName.test(folded)) return false
  // What is called a number has digits.
  if (meanings.length === 0 && numberName.test(folded)) return hasCode(text)
  return true
}

/** What is called a start may be a day or a time of day. */
export const hasTimes = ({ schema, folded, meanings }: Profile): boolean =>
  schema['format'] === undefined &&
  meanings.some(({ name }) => name === 'start date' || name === 'end date') &&
  !/(?:^| )(?:dat[aeo]|datum|fecha|day)(?: |$)/.test(folded)

/** A name of a road whose number is a field of its own. */
const roadName =
  /^\p{Lu}[^\d,]{0,40}(?:stra(?:ß|ss|at)e?|str\.|weg|platz|allee|gasse|road|street|lane|way|avenue|close|drive|crescent|square|gata|gatan|vägen|vej|gade|laan|plein|ulice)$|^(?:rue|avenue|place|calle|c\/|avenida|plaza|via|viale|piazza|corso|rua|largo|praça|ul\.|ulica|al\.) ?[^\d]{2,40}/iu

/** Models have names. */
export const isNamedFreely = (meanings: Profile['meanings']): boolean =>
  meanings.some(({ name }) => name === 'mpn' || name === 'stock ticker')

export const isRoad = (text: string): boolean => roadName.test(text)

const hasCode = (text: string): boolean => /\d/.test(text) && !/\p{Ll}{4}/u.test(text)

const numberName =
  /(?<!currency|country|language|color|colour) (?:code|number|no|numero|número|nummer|numer|číslo|cislo)$|^(?:numero|número|numer|číslo|cislo) /

/** Not cut in the middle: begun with a comma, or with one of two brackets. */
const isWholePiece = (text: string): boolean =>
  count(text, '(') === count(text, ')') &&
  (!/^[–—:：,、。;.(_]|^\/(?![^\s/])|^-[ \p{L}]|[(:,;\\_]$/u.test(text) ||
    /^\(.+\)|^\.\p{L}/u.test(text))

const count = (text: string, sign: string): number => text.split(sign).length - 1

/** An address with or without its scheme, or a path. */
const isLink = (text: string): boolean =>
  /^(?:https?:\/\/\S|\/|[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}(?:[/?#]|$))/i.test(text)

/** A day, a month or a year, or more words around one. */
const isDate = (text: string): boolean =>
  !text.includes('@') &&
  (isoDate(text) !== undefined ||
    readNumbers(text).spans.some(({ kind }) => kind === 'date') ||
    /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|\p{L}{3} \d{1,2}(?!\d|\s?%)/u.test(text))

const unitName =
  /(?:^| )(?:unite|unit|period|per|interval|frequency|einheit|zeitraum|periode|unité|unidad|unità)(?: |$)/

/** `Nights` of `3 nights` says nothing. */
function isUnitAlone(text: string): boolean {
  // `A` and `M` are sizes, zones and classes.
  if (/^\p{Lu}$/u.test(text)) return false
  return isUnitName(text)
}

/** A time of day, an hour alone or a word for one. */
const isTime = (text: string): boolean =>
  timesIn(text).size > 0 ||
  /^[^:\d€$£%]{0,20}(?<!\d)(?:[01]?\d|2[0-4])[^:\d€$£%]{0,4}$|^\d{1,2}:\d\d(?::\d\d)?$|^(?:noon|midday|midnight|mittag|mitternacht|midi|minuit|mediodía|mezzogiorno|południe|meio-dia|middag)$/iu.test(
    text,
  )
