import { isoDate } from '#content/html/about/iso-date.ts'
import { coerce } from './coerce.ts'
import { doiShown } from './citation.ts'
import {
  licenceShown,
  rateShown,
  readRequest,
  scopeShown,
  stockShown,
  successShown,
  versionInTitle,
} from './read-api.ts'
import { rangeIn } from './date-range.ts'
import { beneathTitle, type Outline } from './outline.ts'
import type { Profile } from './profile.ts'
import { quantitiesIn, type Quantity } from './quantities.ts'
import {
  addressShown,
  cityShown,
  placeNamed,
  postcodeShown,
  regionShown,
  streetShown,
  venueShown,
} from './read-address.ts'
import { companyShown, founderShown, legalName, personNamed } from './read-person.ts'
import type { ReadValue } from './read-value.ts'
import { isOneOfKinds } from './enum-words.ts'
import { employmentShown, experienceShown, isPersonTitle } from './read-work.ts'
import { categoryShown } from './read-crumbs.ts'
import { firstParagraph } from './read-about.ts'
import { edgeOfDays, edgeOfHours } from './read-edge.ts'
import { sideShown } from './read-sides.ts'
import { languageShown } from './language-shown.ts'
import { findCode, fits, inUnit, ratingIn, valueInText } from './value-in-text.ts'

/** Values that their form alone tells: the only e-mail address of a page, the price beneath its title. */
export function readByForm(outline: Outline, profile: Profile): ReadValue | undefined {
  const { type, schema, meanings } = profile
  const isNumber = type === 'number' || type === 'integer'
  for (const { name, form } of meanings) {
    if (isNumber && form === 'date') continue
    const found = readers[name]?.(outline, profile)
    if (!found) continue
    const value = coerce(String(found.value), schema, true)
    if (value !== undefined) return { value, line: found.line }
  }
  if (isNumber) return rateShown(outline, profile) ?? onlyMeasured(outline, profile)
  if (type !== 'string') return undefined
  if (profile.form === 'person') return personNamed(outline, profile)
  if (profile.form === 'place') return placeNamed(outline, profile)
  if (meanings.length === 0 && profile.form === 'text' && profile.words.length > 0)
    return personNamed(outline, profile)
  if (meanings.length === 0 && (profile.form === 'email' || profile.form === 'phone'))
    return onlyOne(outline, profile)
  return undefined
}

type Read = (outline: Outline, profile: Profile) => ReadValue | undefined

const readers: Readonly<Record<string, Read>> = {
  email: onlyOne,
  phone: onlyOne,
  title: findTitle,
  'job title': findTitle,
  'thing name': findTitle,
  mileage: mileageShown,
  'full name': (outline) => {
    const title = findTitle(outline)
    return title && isPersonTitle(String(title.value)) ? title : undefined
  },
  'function name': (outline) => {
    const title = findTitle(outline)
    // What documents a request is called as its heading says.
    if (readRequest('method')(outline)) return title
    return title && !/\p{L} \p{L}/u.test(String(title.value)) ? title : undefined
  },
  restaurant: findTitle,
  price: priceBeneathTitle,
  'old price': oldPrice,
  currency: onlyCurrency,
  rating: ratingShown,
  'start date': (outline) => dateShown(outline, 'start'),
  'end date': (outline) => edgeOfDays(outline, 'end') ?? dateShown(outline, 'end'),
  address: addressShown,
  headquarters: (outline, profile) => placeNamed(outline, profile) ?? cityShown(outline),
  city: cityShown,
  street: streetShown,
  'postal code': postcodeShown,
  region: regionShown,
  venue: venueShown,
  company: companyShown,
  'legal name': ({ lines }) => legalName(lines),
  'years of experience': experienceShown,
  founders: founderShown,
  language: languageShown,
  age: ageShown,
  iban: ibanShown,
  'start time': edgeOfHours,
  'end time': edgeOfHours,
  'employment type': employmentShown,
  'http method': readRequest('method'),
  'http path': readRequest('path'),
  'base url': readRequest('base'),
  scope: scopeShown,
  'success status': successShown,
  'stock quantity': stockShown,
  license: licenceShown,
  doi: doiShown,
  version: versionInTitle,
  section: categoryShown,
  width: sideShown('width'),
  height: sideShown('height'),
  depth: sideShown('depth'),
  length: sideShown('length'),
  description: firstParagraph,
  fuel: (outline) => kindShown(outline, ['petrol', 'diesel', 'electric', 'hybrid']),
  transmission: (outline) => kindShown(outline, ['manual', 'automatic']),
}

/** The value of a form when the content has one alone. */
function onlyOne({ lines }: Outline, profile: Profile): ReadValue | undefined {
  const found = new Map<unknown, number>()
  for (const [line, { text }] of lines.entries()) {
    // Digits of papers and of people who write them are not dialled.
    if (profile.form === 'phone' && /\b(?:doi|orcid)\b/i.test(text)) continue
    for (const piece of profile.form === 'phone' ? splitDialled(text, profile) : [text]) {
      const value = valueInText(piece, { profile, isNamed: false })
      if (value !== undefined && !found.has(value)) found.set(value, line)
    }
  }
  const [first] = found
  return found.size === 1 && first ? { value: first[0], line: first[1] } : undefined
}

/** What may be dialled: beside an e-mail address groups of digits are, too. */
function splitDialled(text: string, { meanings }: Profile): readonly string[] {
  if (/\+\d|\(0|(?:^|\D)0\d/.test(text)) return [text]
  return text.includes('@') && meanings.length > 0
    ? text.split(/[·|,;•:]|[.] /).filter((piece) => dialled.test(piece))
    : []
}

const dialled = /^\s?\d{2,4}(?:[ -]\d{2,4}){2,4}\s?$/

const quantitiesOfLines = new WeakMap<Outline['lines'], readonly (readonly Quantity[])[]>()

/** The numbers of each line, read once. */
function listQuantities(lines: Outline['lines']): readonly (readonly Quantity[])[] {
  const known = quantitiesOfLines.get(lines) ?? lines.map(({ text }) => quantitiesIn(text))
  quantitiesOfLines.set(lines, known)
  return known
}

/** Dimensions in which a page often measures several things. */
const common = new Set('mass length area volume time days months share'.split(' '))

/** The only range of money or of a unit when an end of one is asked for, or the only quantity of a unit that few things have. */
function onlyMeasured({ lines }: Outline, profile: Profile): ReadValue | undefined {
  const { unit, bound, form, schema } = profile
  if (bound === undefined ? !unit || common.has(unit.dimension) : form !== 'money' && !unit)
    return undefined
  const found = new Map<number, number>()
  const quantities = listQuantities(lines)
  for (const [line] of lines.entries()) {
    const all = quantities[line] ?? []
    for (const [at, quantity] of all.entries()) {
      const next = all[at + 1]
      const chosen = bound === 'max' ? next : quantity
      const isOne =
        bound === undefined ? quantity.unit?.factor === unit?.factor : quantity.isRangeStart
      if (!chosen || !isOne || !fits(chosen, { profile, isNamed: false })) continue
      if (!found.has(inUnit(chosen, profile))) found.set(inUnit(chosen, profile), line)
    }
  }
  const [first] = found
  const value = first && found.size === 1 ? coerce(String(first[0]), schema, true) : undefined
  return first && value !== undefined ? { value, line: first[1] } : undefined
}

function findTitle({ lines, title }: Outline): ReadValue | undefined {
  const heading = lines[title]
  return heading ? { value: heading.text, line: title } : undefined
}

export const otherPrice =
  /versand|shipping|delivery|livraison|envío|spedizione|verzend|frete|dostaw|wysył|frakt|fragt|porto|statt|instead|rrp|uvp|was |avant|antes|invece|au lieu|save|spar|remise|ahorr|rabatt|deposit|kaution|caution|fianza|borg|kaucja|month|monat|mois|mes\b|mese|maand|rate|instal|free over|ab einem|vat|mwst|tva|iva|btw|moms|from |ab |\/|per |pro m|pro j|je |par |por |voucher|gift|fee|total|tax|or more/i

function priceBeneathTitle(outline: Outline, profile: Profile): ReadValue | undefined {
  const found: ReadValue[] = []
  for (const [line] of beneathTitle(outline)) {
    for (const { text, isOld } of outline.lines[line]?.parts ?? []) {
      if (isOld === true || text.length > 60) continue
      for (const quantity of quantitiesIn(text)) {
        const around = `${text.slice(0, quantity.start)} ${text.slice(quantity.end)}`
        if (quantity.sign === undefined || otherPrice.test(around)) continue
        if (fits(quantity, { profile, isNamed: false }))
          found.push({ value: inUnit(quantity, profile), line })
      }
    }
  }
  const [first] = found
  return first && found.every(({ value }) => value === first.value) ? first : undefined
}

/** A price that is struck out, beneath the title. */
function oldPrice(outline: Outline, profile: Profile): ReadValue | undefined {
  for (const [line] of beneathTitle(outline)) {
    for (const { text, isOld } of outline.lines[line]?.parts ?? []) {
      const [quantity] = isOld === true ? quantitiesIn(text) : []
      if (quantity?.sign !== undefined && fits(quantity, { profile, isNamed: false }))
        return { value: inUnit(quantity, profile), line }
    }
  }
  return undefined
}

function onlyCurrency({ lines }: Outline): ReadValue | undefined {
  const codes = new Map<string, number>()
  for (const [line, { text }] of lines.entries()) {
    for (const { sign } of quantitiesIn(text)) {
      const code = findCode(sign)
      if (code !== undefined && !codes.has(code)) codes.set(code, line)
    }
  }
  const [first] = codes
  return codes.size === 1 && first ? { value: first[0], line: first[1] } : undefined
}

function ratingShown({ lines }: Outline): ReadValue | undefined {
  for (const [line, { text }] of lines.entries()) {
    const value = text.length <= 120 ? ratingIn(text) : undefined
    if (value !== undefined) return { value, line }
  }
  return undefined
}

const mileageMin = 100

/** The only long way of a page. */
function mileageShown({ lines }: Outline, profile: Profile): ReadValue | undefined {
  const found = listQuantities(lines).flatMap((quantities, line) =>
    quantities
      .filter(
        ({ unit, value }) =>
          unit?.dimension === 'length' && unit.factor >= 1_000 && value >= mileageMin,
      )
      .map((quantity) => ({ value: inUnit(quantity, profile), line })),
  )
  return found.length === 1 ? found[0] : undefined
}

/** A day until which something has to be done is not one on which it happens. */
export const deadlineWords =
  /(?<!\p{L})(?:entro|until|deadline|clos(?:es|ing)|apply|register by|anmeld|bewerb|frist|avant le|inscri|iscri|hasta|antes del?|aanmeld|voor \d|prazo|até|zgłosz|zapisy|anmäl|tilmeld|senast|senest|přihl)/iu

/** A day on which a page was changed. */
export const changedWords =
  /(?<!\p{L})(?:updated|modified|last|aktualisiert|stand|geändert|mis à jour|modifié|actualizado|aggiornat|bijgewerkt|gewijzigd|atualizad|aktualizac|zaktualizowan|uppdaterad|opdateret|sinds|since|seit|depuis|desde|posted|published|publi(?:ée?|cad[oa]|shed)|veröffentlicht|erschienen|pubblicat[oa]|geplaatst|opublikowano|publicerad|offentliggjort|vydáno)(?!\p{L})/iu

/** The day or the range of days near the title. */
function dateShown(outline: Outline, edge: 'start' | 'end'): ReadValue | undefined {
  for (const [line, text] of beneathTitle(outline)) {
    if (text.length > 120) {
      const range = onlyRange(text)
      if (range) return { value: range[edge], line }
      continue
    }
    if (deadlineWords.test(text) || changedWords.test(text)) continue
    const range = rangeIn(text)
    if (range) return { value: range[edge], line }
    const date = isoDate(text)
    if (date !== undefined) return edge === 'start' ? { value: date.slice(0, 10), line } : undefined
  }
  return undefined
}

/** The only range of days in a long text: `This course, from 14 to 16 July 2026, is for beginners …`. */
function onlyRange(text: string): ReturnType<typeof rangeIn> {
  const found = text
    .split(/[,;()] |[.] (?=\p{Lu})/u)
    .flatMap((piece) => (deadlineWords.test(piece) ? [] : (rangeIn(piece) ?? [])))
  return found.length === 1 ? found[0] : undefined
}

const fromAge =
  /(?<!\p{L})(?:from|aged?|over|minimum|ab|mindestens|dès|à partir de|desde(?: los)?|a partir (?:de |dos? |dai )|dai|vanaf|od|från|fra|満|年满|만) ?(\d{1,2}) ?(?:\+|years?|jahren?|ans|años|anni|jaar|anos|lat|let|års?|år|歳|周?岁|세)(?![\p{Lu}\p{Ll}])|(?<![\d.,])(\d{1,2}) (?:(?:years )?and (?:over|older|above)|or (?:over|older))(?!\p{L})/giu

const iban = /(?<![\p{L}\d])[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])/gu

function ibanShown({ lines }: Outline): ReadValue | undefined {
  const found = lines.flatMap(({ text }, line) =>
    [...text.matchAll(iban)].map(([value]) => ({ value, line })),
  )
  return found.length === 1 ? found[0] : undefined
}

/** The only age from which something is allowed. */
function ageShown({ lines }: Outline): ReadValue | undefined {
  const found = new Map<number, number>()
  for (const [line, { text }] of lines.entries())
    for (const { 1: age, 2: other } of text.matchAll(fromAge)) found.set(Number(age ?? other), line)
  const [first] = found
  return first && found.size === 1 ? { value: first[0], line: first[1] } : undefined
}

/** The only line that is a member of some kinds and says no more. */
function kindShown({ lines }: Outline, kinds: readonly string[]): ReadValue | undefined {
  const found = lines.flatMap(({ text, kind }, line) =>
    kind !== 'cell' && isOneOfKinds(text, kinds) ? [{ value: text, line }] : [],
  )
  return found.length === 1 ? found[0] : undefined
}
