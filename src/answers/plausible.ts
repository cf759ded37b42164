import { readNumbers } from '#content/fill/number-kinds.ts'
import { isLabelName, readLabel, type Profile } from '#content/fill/profile.ts'
import { isStreet } from '#content/fill/read-address.ts'
import { hoursIn } from '#content/fill/hours-in.ts'
import { timesIn } from '#content/fill/times-in.ts'
import { isDay } from '#content/fill/day-names.ts'
import { closedName } from '#content/fill/read-clause.ts'
import { hasTimes } from './field-form.ts'
import { isLegalName } from './legal-name.ts'
import { listKinds } from './kinds.ts'

const [nameWordsMax, phraseMin] = [8, 3]
const aboutWordsMin = 4

/** Whether a text has the shape of what a field asks for: a time has digits, a name a capital letter, a description some words. */
export function hasShape(value: string, profile: Profile): boolean {
  if (profile.schema['enum'] !== undefined || profile.type !== 'string') return true
  const text = value.trim()
  const kinds = listKinds(profile)
  if (profile.form === 'date')
    return isDateAlone(text) || (hasTimes(profile) && timesIn(text).size > 0)
  if (profile.form === 'phone') return phone.test(text)
  if (isAbout(profile))
    return text.split(/\s+/).length >= aboutWordsMin || /[\p{Lo}]{4}/u.test(text)
  // What is called a start may be a day.
  const isEdge = edgeName.test(profile.folded) && isDateAlone(text)
  if (kinds.has('time') && !kinds.has('day')) return isEdge || isTimeShaped(text)
  if (closedName.test(profile.folded) && !isClosedDay(text)) return false
  if (kinds.has('code'))
    return (
      (/\d/.test(text) && !/(?:^|[\s-])\p{Ll}{4}/u.test(text) && !dialled.test(text)) ||
      /^[\p{Lu}_-]{1,20}$/u.test(text)
    )
  const isNamed = kinds.has('person') || kinds.has('organisation') || kinds.has('place')
  const { spans, quantities } = readNumbers(text)
  const isOther = spans.some(({ kind }) => kind !== 'code')
  if (isNamed && (isOther || quantities.some(({ sign }) => sign !== undefined))) return false
  if (isNamed && text.includes(' ') && isLabelName(readLabel(text.toLowerCase()))) return false
  if (isNamed && !kinds.has('place') && !isNameShaped(text)) return false
  if (kinds.has('person') && !kinds.has('organisation') && !isPersonShaped(text)) return false
  if (kinds.has('place') && !kinds.has('person') && isPhrase(text)) return false
  if (/(?:^| )country(?: |$)/.test(profile.folded) && /\d/.test(text)) return false
  if (kinds.has('person') && !kinds.has('organisation') && /\d/.test(text)) return false
  return true
}

/** A number among the days on which something is closed is that of a date. */
const isClosedDay = (text: string): boolean =>
  !/\d/.test(text) ||
  text.split(/[^\p{L}]+/u).some(isDay) ||
  readNumbers(text).spans.some(({ kind }) => kind === 'date')

const isAbout = ({ meanings }: Profile): boolean =>
  meanings.some(({ name }) => name === 'description')

/** A name of someone: most of its words have capital letters, and it is no street. */
function isNameShaped(text: string): boolean {
  if (isLegalName(text)) return true
  const words = text.split(/[\s/-]+/).filter((word) => /\p{L}/u.test(word))
  const capitals = words.filter((word) => !/^\p{Ll}/u.test(word))
  return words.length <= 2 || (capitals.length * 2 >= words.length && !isStreet(text))
}

/** Words that begin with small letters in names of people and places. */
const particle =
  /^(?:\p{Ll}{1,5}\.|\p{Ll}{1,3}|della|sobre|unter|voor|dell['’]\p{L}{1,20}|[dl]['’]\p{L}{1,20})$/u

/** The words of a name begin with capital letters; a name of an account has a sign or a digit. */
function isPersonShaped(text: string): boolean {
  if (/[，。、]/u.test(text) || (/^\p{Lo}/u.test(text) && text.length > unspacedMax)) return false
  const [own = ''] = text.split(/[,(–|]/, 1)
  const words = own.trim().split(/\s+/)
  if (words.length === 1) return !/^\p{Ll}+$/u.test(own.trim())
  return words.every((word) => !/^\p{Ll}/u.test(word) || particle.test(word))
}

const unspacedMax = 20

/** Words of a sentence, most of which begin with small letters. */
function isPhrase(text: string): boolean {
  const words = text.split(/[\s/-]+/).filter((word) => /\p{L}/u.test(word))
  const small = words.filter((word) => /^\p{Ll}/u.test(word) && !particle.test(word))
  return words.length >= phraseMin && small.length * 2 >= words.length
}

/** A time of day, hours, or that there are none. */
const isTimeShaped = (text: string): boolean =>
  timesIn(text).size > 0 ||
  hoursIn(text)?.hasDays === true ||
  noTime.test(text) ||
  (text.length <= hoursMax &&
    hours.test(text) &&
    readNumbers(text).quantities.every(({ sign, unit }) => sign === undefined && !unit))

const edgeName = / (?:start|starts|end|ends|begin|from|until)$/

/** Phone numbers are parted otherwise than codes. */
const dialled = /^[+(0]\d*[ /-]\d[\d ()/-]*$/
const hoursMax = 10
const hours = /(?<![\d.,])(?:[01]?\d|2[0-4])(?![\d.,])/
const noTime =
  /^(?:noon|mid|mittag|midi|minuit|mediod|mezzo|południe|meio|middag|mañana)|(?<!\p{L})(?:clos|geschl|ruhe|ferm|cerr|chius|geslo|fech|zamk|niecz|stängt|lukke|zavř|24 ?(?:h|\/))/iu

/** Titles of people stand before their names. */
const title =
  /(?:^| )(?:dr|drs|prof|mr|mrs|ms|sir|herr|frau|mme|mlle|m|mag|ing|dra|sr|sra|don|doña|mgr|dott|ds)\.? $/iu
const articled =
  /(?:^| )(?:a|la|le|les|el|los|las|il|lo|o|os|as|san|santa|são|saint|st|bad|new|den|de)\.? $/iu

/** Whether a single word is a part of a longer name, or digits of a phone number. */
export function isCut(text: string, value: unknown, profile: Profile): boolean {
  if (typeof value !== 'string') return false
  const kinds = listKinds(profile)
  const at = text.indexOf(value.trim())
  if (at < 0) return false
  const [before, behind] = [text.slice(0, at), text.slice(at + value.trim().length)]
  if (kinds.has('code') && /^\d/.test(value) && /\+\d{1,3} ?$/.test(before)) return true
  if (!/^\p{Lu}\p{L}{1,30}$/u.test(value.trim())) return false
  if (kinds.has('place')) return articled.test(before) && /(?:^| )\p{Lu}\p{L}{0,4} $/u.test(before)
  if (!kinds.has('person') || /(?:^| )(?:first|given|vor|last|family|nach)/.test(profile.folded))
    return false
  const last = before.endsWith(' ') ? (before.trimEnd().split(' ').at(-1) ?? '') : ''
  return (/^\p{Lu}\p{L}/u.test(last) && !title.test(before)) || /^ \p{Lu}/u.test(behind)
}

/** Digits, what parts them, and a word or two. */
const phone = /^[\p{L}.: ]{0,14}\+?[\d ()/.‐–-]{6,30}(?:,? ?(?:ext|x|dw|w)[. ]{0,2}\d{1,5})?$/u

/** Whether a text may be what a field asks for that no word of the page names: no sentence for a name, no amount for a shop. */
export function isPlausible(value: string, profile: Profile): boolean {
  const text = value.trim()
  const kinds = listKinds(profile)
  const words = text.split(/\s+/)
  if (profile.form === 'date' || isAbout(profile) || /^\d{4}-\d{2}-\d{2}$/.test(text)) return true
  if (kinds.has('time')) return timesIn(text).size > 0 || /\d/.test(text)
  const { spans, quantities } = readNumbers(text)
  const isMeasured = quantities.some(({ sign, unit }) => sign !== undefined || unit)
  const isNamed = kinds.has('person') || kinds.has('organisation') || kinds.has('place')
  if (isNamed && (!capital.test(text) || words.length > nameWordsMax)) return false
  if (isPhrase(text) || /[，。]/u.test(text)) return false
  // The middle of a sentence.
  if (!/\p{Lu}/u.test(text) && /^\p{Ll}/u.test(text) && words.length >= phraseMin) return false
  return (!isMeasured && spans.every(({ kind }) => kind === 'code')) || sized.test(profile.folded)
}

/** Names of people in forums are no words. */
const capital =
  /^(?:[\w.-]{2,20}[_\d][\w.-]{0,20}$|\p{Lu}|[a-z]['’]\p{Lu}|\p{Lo}|[a-z]{1,3} \p{Lu})/u
const sized =
  /(?:^| )(?:size|dimensions?|format|resolution|weight|capacity|length|duration|amount|floor|unit)(?: |$)/

const shortMax = 3

/** A day with its weekday or a time, and no other words. */
function isDateAlone(text: string): boolean {
  const { spans } = readNumbers(text)
  const dates = spans.filter(({ kind }) => kind !== 'code')
  if (dates.length === 0) return /^(?:(?:0?\d|1[012])[/.])?(?:1[5-9]|20)\d\d$/.test(text)
  let rest = text
  for (const { start, end } of dates.toReversed())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  const words = rest.split(/[^\p{L}]+/u).filter(({ length }) => length > shortMax)
  return words.every(isDay)
}
