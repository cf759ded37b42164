import { coerce } from './coerce.ts'
import type { Line } from '#content/html/facts/page-facts.ts'
import { type Outline } from './outline.ts'
import { splitLine } from './split-line.ts'
import { quantitiesIn } from './quantities.ts'
import { readProfile, type Profile } from './profile.ts'
import { sectionNamed } from './read-list.ts'
import type { ReadValue } from './read-value.ts'

const street =
  /\p{L}\.?,? \d{1,4}(?:[-/]\d{1,4})? ?[a-z]?(?=, |$)|^\d{1,5} \p{L}|, \d{1,5} \p{Lu}|\d{1,4},? (?:rue|avenue|bd|place|boulevard|chemin|allée|impasse|quai|route|cours|square) /iu
const british = /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\p{L}\d])/u
/** A code of digits stands before the name of a town. */
const continental =
  /(?<![\p{L}\d-])(?:[A-Z]{1,2}-)?(?:\d{4,5}(?: [A-Z]{2})?|\d{2}-\d{3}|\d{3} \d{2}|\d{4}-\d{3})(?= \p{Lu}[\p{L} ])/u
const japanese =
  /^(?:〒? ?(\d{3}-\d{4}) ?)?(\p{Script=Han}{2,3}[都道府県])(\p{L}{2,20}\d[\d番地号-]{0,12})/u
const chinese = /^(\p{Script=Han}{2,7}省)?(\p{Script=Han}{2,6}市)\p{Script=Han}{1,16}\d{1,5}号/u
const korean =
  /^\p{Script=Hangul}{1,8}[시도] \p{Script=Hangul}{1,8}[시군구] .{1,20}[로길] ?\d{1,4}(?:-\d{1,4})?(?:, ?\d{1,3}층)?/u

/** An address from its largest part to its smallest: `広島県福山市三之丸町2-7`, `浙江省临江市滨河路88号`, `서울특별시 마포구 월드컵로 142`. */
function readEastern(shown: string): Omit<Address, 'line'> | undefined {
  const line = shown.replace(/^\p{L}{1,8}[:：] ?/u, '')
  const [, code, prefecture = '', rest = ''] = japanese.exec(line) ?? []
  if (rest !== '') {
    const [city] = /^\p{L}{1,8}?市/u.exec(rest) ?? []
    return { text: `${prefecture}${rest}`, parts: { code, region: prefecture, city } }
  }
  const [text = korean.exec(line)?.[0], region, city] = chinese.exec(line) ?? []
  return text === undefined ? undefined : { text, parts: { code: undefined, region, city } }
}

const [addressLengthMax, lineLengthMax] = [110, 200]

const phoneLabel = /[, ](?:tel|tél|tlf|telefono?|téléphone|phone|fax|mob)(?:[.: ]|$)/i

interface Address {
  readonly line: number
  readonly text: string
  /** Parts of an address without commas. */
  readonly parts?: Readonly<Record<'code' | 'region' | 'city', string | undefined>>
}

/** The only address of the content: in one line, or a street and the line with the town beneath it. */
function addressIn({ lines, pairs }: Outline): Address | undefined {
  const found: Address[] = []
  const labelled = new Set(pairs.map(({ line }) => line))
  const towns = new Set<string>()
  for (const [line, { text: shown, kind, parts }] of lines.entries()) {
    const [label] = parts
    // `<b>Where</b> 8 Lake Road, Geneva`
    const isLabelled = parts.length > 1 && label?.isStrong === true && shown.startsWith(label.text)
    const text = isLabelled ? shown.slice(label.text.length).replace(/^[\s:]{1,3}/, '') : shown
    if ((kind === 'cell' && !labelled.has(line)) || text.length > lineLengthMax) continue
    const own = readEastern(text)
    if (own) {
      found.push({ line, ...own })
      continue
    }
    const pieces = splitLine(text.replace(/^© ?(?:\d{4} )?/, '')).flatMap((one) =>
      one.split(/ [–—|·•] /),
    )
    for (const [at, piece] of pieces.entries()) {
      const before = pieces[at - 1] ?? lines[line - 1]?.text ?? ''
      const plain = piece
        .replace(/^[^:]{2,30}: /, '')
        .replace(
          /^\p{Lu}[^\d,:]{2,60} (?:at|in|an der|au|en|via) (?=\d{1,4}[a-z]? \p{Lu}[^,]{2,40}, )/u,
          '',
        )
        .replace(/\.$/, '')
        .split(phoneLabel, 1)
        .join('')
        .replace(/[, ]{1,3}$/, '')
        .trim()
      if (plain.length > addressLengthMax) continue
      if (isTown(plain)) towns.add(plain)
      const hasCode = british.test(plain) || continental.test(plain)
      if (plain.includes(',') && street.test(plain) && (hasCode || isStreetAndTown(plain)))
        found.push({ line, text: plain })
      else if (
        codeAlone.test(plain) &&
        townName.test(before) &&
        street.test(lines[line - 2]?.text ?? '')
      )
        found.push({ line, text: `${lines[line - 2]?.text}, ${before}, ${plain}` })
      else if (isTown(plain) && street.test(before) && before.length <= addressLengthMax / 2)
        found.push({ line, text: `${before}, ${plain}` })
    }
  }
  const [first] = found
  // Of two towns one may be that of another address.
  return found.length === 1 && towns.size <= 1 ? first : undefined
}

const county =
  /(?:shire|sussex|kent|surrey|essex|norfolk|suffolk|devon|cornwall|dorset|somerset|cumbria|durham|northumberland|merseyside|gwynedd|powys|dyfed|gwent|fife|county \p{L}+)$/iu

/** A postal code in a line of its own, beneath the town. */
const codeAlone = /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/
const townName = /^\p{Lu}[\p{L} .'’-]{1,40}$/u

/** `Lake Road 8, Geneva`. */
const isStreetAndTown = (text: string): boolean =>
  /^\p{Lu}[^,]{2,40} \d{1,4}[a-z]?, \p{Lu}[\p{L} -]{2,30}$/u.test(text)

/** A line that is a postal code and a town alone: no `450 Kč`. */
const isTown = (text: string): boolean =>
  (/^(?:[A-Z]{1,2}-)?\d[\d -]{2,6}(?: [A-Z]{2})? \p{Lu}[\p{L} .'’-]{1,30}$/u.test(text) &&
    quantitiesIn(text).every(({ sign }) => sign === undefined)) ||
  /^\p{Lu}[\p{L} .'’-]{1,30},? [A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/u.test(text)

const townFirst =
  /^(\p{Lu}[\p{L} .'’-]{1,40}),? (?:([A-Z]{2,3}) )?(\d{4,5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/u
const codeFirst = /^((?:[A-Z]{1,2}-)?\d[\d -]{2,6}(?: [A-Z]{2})?) (\p{Lu}[\p{L} .'’-]{1,40})$/u
const blockLinesMax = 8
const blockLineLengthMax = 80

/** A part of the address beneath the heading that names it: of `Shipping address` its name, street, town, code or country. */
export function readAddressPart(
  outline: Outline,
  within: Profile,
  profile: Profile,
): ReadValue | undefined {
  const section = sectionNamed(outline, within)
  if (!section) return undefined
  const from = section.at + 1
  const lines = outline.lines
    .slice(from, Math.min(section.end, from + blockLinesMax))
    .map(({ text }) => text)
  const town = lines.findIndex((text) => townFirst.test(text) || codeFirst.test(text))
  const line = lines[town] ?? ''
  if (town < 1 || lines.slice(0, town + 1).some(({ length }) => length > blockLineLengthMax))
    return undefined
  const [, first, state, code] = townFirst.exec(line) ?? []
  const [, own, place] = codeFirst.exec(line) ?? []
  const [name = ''] = lines
  const country = lines[town + 1] ?? ''
  const parts: Readonly<Record<string, string | undefined>> = {
    title: town > 1 && !/^\d/.test(name) ? name : undefined,
    street: lines[town - 1],
    city: first ?? place,
    'postal code': code ?? own,
    region: state,
    country: /^\p{Lu}[^\d:]{2,40}$/u.test(country) ? country : undefined,
  }
  const part = profile.meanings
    .map((meaning) => parts[meaning.name])
    .find((one) => one !== undefined)
  const value = part === undefined ? undefined : coerce(part, profile.schema)
  return value === undefined
    ? undefined
    : { value, line: from + Math.max(0, lines.indexOf(part ?? '')) }
}

/** `customer_city`: a part of the address of a party. */
const partyName =
  /^(customer|client|buyer|billing|shipping|delivery|recipient) (?:name|street|city|town|postal code|postcode|zip|zip code|country)$/

/** A part of the address of a party that the name of the property itself names. */
export function readPartyPart(
  outline: Outline,
  { folded, schema }: Profile,
): ReadValue | undefined {
  const [, party] = partyName.exec(folded) ?? []
  if (party === undefined) return undefined
  const own = readProfile(folded.slice(party.length), schema)
  return readAddressPart(outline, readProfile(party, { type: 'object' }), own)
}

/** Whether a line is one of an address: a postal code stands in it, or beside it. */
export const isInAddress = (lines: readonly Line[], at: number): boolean =>
  lines
    .slice(Math.max(0, at - 1), at + 2)
    .some(
      ({ text }) =>
        text.length <= lineLengthMax &&
        (british.test(text) ||
          continental.test(text) ||
          townFirst.test(text) ||
          readEastern(text) !== undefined),
    )

export function addressShown(outline: Outline): ReadValue | undefined {
  const found = addressIn(outline)
  return found && { value: found.text, line: found.line }
}

/** Whether a text is a street with its number and no more. */
export function isStreet(shown: string): boolean {
  // `12, rue des Halles`, `Rua da Ponte, 21`
  const text = shown.replace(/^(\d{1,4}),/, '$1').replace(/, ?(\d{1,4}[a-z]?)$/, ' $1')
  const isRoad =
    /^\d{1,5} \p{Lu}.{2,40} (?:st|street|rd|road|ave|avenue|dr|drive|ln|lane|blvd|boulevard|way|ct|court|pl|place)\.?$/iu.test(
      text,
    )
  const isOther = text.includes(',') || (!isRoad && (isTown(text) || continental.test(text)))
  if (text.length > addressLengthMax / 2 || isOther || !street.test(text)) return false
  const isNumbered =
    /^\d{1,5}[a-z]? (?:\p{Lu}|rue|avenue|bd|place|boulevard|chemin|allée|impasse|quai|route|cours|square|bis|ter)/u.test(
      text,
    )
  if (/^\d/.test(text) ? !isNumbered : /(?:1[5-9]|20)\d\d$/.test(text)) return false
  return quantitiesIn(text).every(({ unit, sign }) => !unit && sign === undefined)
}

/** The part of the address that is a street. */
export function streetShown(outline: Outline): ReadValue | undefined {
  const found = addressIn(outline)
  const part = found?.text
    .split(
      /,(?! (?:rue|avenue|bd|place|boulevard|chemin|allée|impasse|quai|route|cours|square) | \d{1,3}[a-z]?(?:,|$))/,
    )
    .map((one) => (one.split(/(?<=\d)\. (?=\p{Lu})/u).at(-1) ?? one).trim())
    .find(isStreet)
  return found && part !== undefined ? { value: part, line: found.line } : undefined
}

const codeAndTown =
  /(?:^|, )((?:[A-Z]{1,2}-)?(?:\d{5}|\d{4} [A-Z]{2}|\d{2}-\d{3}|\d{3} \d{2}|\d{4}-\d{3})) (\p{Lu}[\p{L} .'’-]{1,40})(?=$|[,.(|])/gu

/** The only postal code with its town, where no street stands beside it. */
function townAlone({ lines }: Outline, part: 1 | 2): ReadValue | undefined {
  const found = lines.flatMap(({ text, kind }, line) =>
    kind === 'cell' || text.length > lineLengthMax
      ? []
      : [...text.matchAll(codeAndTown)].map((match) => ({ value: match[part] ?? '', line })),
  )
  return found.length === 1 ? found[0] : undefined
}

/** The town beside the postal code. */
export function cityShown(outline: Outline): ReadValue | undefined {
  const found = addressIn(outline)
  if (!found) return townAlone(outline, 2)
  if (found?.parts) return easternPart(found, 'city')
  const town = found && townIn(found.text)
  return found && town !== undefined && /^\p{Lu}[\p{L} .'’-]{1,40}$/u.test(town)
    ? { value: town, line: found.line }
    : undefined
}

function townIn(text: string): string | undefined {
  const code = british.exec(text)
  if (code) {
    const parts = text
      .slice(0, code.index)
      .replace(/[,\s]{1,3}$/, '')
      .split(/, ?/)
    const isCounty = parts.length > 2 && county.test(parts.at(-1) ?? '')
    return parts.at(isCounty ? -2 : -1)
  }
  const behind = continental.exec(text)
  return behind
    ? text
        .slice(behind.index + behind[0].length)
        .trim()
        .split(/[,(]/, 1)[0]
    : lastPart(text)
}

const lastPart = (text: string): string => text.slice(text.lastIndexOf(',') + 1).trim()

const easternPart = ({ line, parts }: Address, name: 'code' | 'region' | 'city') => {
  const value = parts?.[name]
  return value === undefined ? undefined : { value, line }
}

export function regionShown(outline: Outline): ReadValue | undefined {
  const found = addressIn(outline)
  if (!found || found.parts) return found && easternPart(found, 'region')
  const town = townIn(found.text) ?? ''
  const behind = town === '' ? '' : found.text.slice(found.text.indexOf(town) + town.length)
  // `Bakewell, Derbyshire DE45 1AA`, `Cehegín (Murcia)`
  const [, bare, inBrackets] =
    /^(?:, (\p{Lu}[\p{L} -]{2,30}?)| ?\((\p{Lu}[\p{L} '’-]{1,30})\))(?= [A-Z]{1,2}\d|[,.]|$)/u.exec(
      behind,
    ) ?? []
  const value = bare ?? inBrackets
  return value === undefined ? undefined : { value, line: found.line }
}

export function postcodeShown(outline: Outline): ReadValue | undefined {
  const found = addressIn(outline)
  if (found?.parts) return easternPart(found, 'code')
  const [code] = (found && (british.exec(found.text) ?? continental.exec(found.text))) ?? []
  if (found && code !== undefined) return { value: code, line: found.line }
  const coded = outline.lines.flatMap(({ text }, line) => {
    const [value] = british.exec(text) ?? []
    return value === undefined ? [] : [{ value, line }]
  })
  return coded.length === 1 ? coded[0] : coded.length === 0 ? townAlone(outline, 1) : undefined
}

/** What stands before the street of an address is the name of the place. */
export function venueShown(outline: Outline): ReadValue | undefined {
  const found = addressIn(outline)
  const parts = found?.text.split(',').map((part) => part.trim()) ?? []
  const [name = '', second = ''] = parts
  const isVenue = parts.length >= 3 && !/\d/.test(name) && /\d/.test(second)
  return found && isVenue ? { value: name, line: found.line } : undefined
}

const placeBehind =
  /^[:\s]{0,2}(?:(?:is|ist|est|es|è|in|im|à|a|en|i|w|är|er) ){0,2}(\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,2}(?:, \p{Lu}[\p{L}'’-]{2,30}(?: \p{Lu}[\p{L}'’-]{2,30})?)?)(?=[.,;)]|$| (?:and|und|et|y|e|en|i|och|og|with|mit) )/u
const nameMin = 5

/** A place behind its name: `headquartered in Bergen, Norway`. */
export function placeNamed(
  { lines }: Outline,
  { meanings, schema }: Profile,
): ReadValue | undefined {
  const names = meanings
    .flatMap((meaning) => meaning.names)
    .filter(({ length }) => length >= nameMin)
  const found = new Map<string, number>()
  for (const [line, { text, kind }] of lines.entries()) {
    if (kind === 'heading') continue
    const lower = text.toLowerCase()
    for (const name of names) {
      const at = lower.indexOf(name)
      if (at < 0 || /\p{L}/u.test(lower.charAt(at - 1))) continue
      const [, place] = placeBehind.exec(text.slice(at + name.length, at + name.length + 110)) ?? []
      if (place !== undefined) found.set(place, line)
    }
  }
  const [first] = found
  if (!first || found.size > 1) return undefined
  const value = coerce(first[0], schema)
  return value === undefined ? undefined : { value, line: first[1] }
}
