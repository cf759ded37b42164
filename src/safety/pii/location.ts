import type { Span } from './entities.ts'
import { endOfWords, startOfWords } from './name-words.ts'

const streetWordsMax = 4
const cityWordsMax = 3

/** `12 Main Street`, by the word at its end. */
const streetWord =
  /(?<![\p{L}\d])(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Place|Pl|Square|Sq|Terrace|Ter|Parkway|Pkwy|Highway|Hwy|Close|Crescent|Cres|Grove|Trail|Trl|Circle|Cir|Loop|Alley|Row|Walk|Gardens?|Mews|Plaza|Turnpike|Pike|Route|Quay)(?![\p{L}\d'’])\.?/gu
const houseNumber =
  /(?<![\p{L}\p{N}.,:$€£#/-])\d{1,6}(?:[-–/]\d{1,5})?[A-Za-z]?,?[ \u00a0]{1,2}(?:\d{1,3}(?:st|nd|rd|th)[ \u00a0])?$/u
/** `Hauptstraße 12`, by the end of the word for the street. */
const streetEndWithNumber =
  /(?:stra(?:ß|ss)e|str\.|gasse|allee|platz|weg|damm|ufer|straat|laan|plein|gatan|vägen|gade|vej|katu|utca)[ \u00a0]\d{1,4}[ \u00a0]?[a-zA-Z]?(?![\p{L}\d])/giu
const streetBegin = /(?<![\p{L}\d-])\p{Lu}[\p{L}-]{0,40}$/u
/** `Via Roma 3`, `Calle Mayor, 10`. */
const roadWord =
  /(?<![\p{L}\d])(?:Rue|rue|Via|Viale|Piazza|Corso|Calle|C\/|Avenida|Avda\.?|Plaza|Paseo|Rua|ul\.|ulica|улица|ул\.)[ \u00a0](?=[\p{L}])/gu
const numberBehind =
  /,?[ \u00a0](?:n[.°º]{0,2}[ \u00a0]?)?\d{1,4}[ \u00a0]?[a-zA-Z]?(?![\p{L}\d])/uy
/** `5, rue de la Paix`. */
const numberThenRoad =
  /(?<![\p{L}\d.,-])\d{1,4}(?:[ \u00a0]?(?:bis|ter))?,?[ \u00a0](?:rue|avenue|boulevard|place|chemin|impasse|quai|allée|cours|route)[ \u00a0](?:[dl]['’])?(?=\p{L})/gu
const postOfficeBox =
  /\bP\.?[ ]?O\.?[ ]?Box[ ]{1,2}\d{1,7}|\bPSC \d{1,5},? Box \d{1,6}|\bPostfach \d{1,3}(?:[ ]?\d{1,3}){0,2}/gi
/** The end of `Springfield, IL 62704`. */
const stateAndZip =
  /(?<![\p{L}\d])(?:(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]|AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT),?[ \u00a0]{1,2}(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)|(?:NSW|VIC|QLD|TAS|ACT|WA|SA|NT) \d{4})(?![\p{L}\d])/gu
const militaryPost = /\b(?:[AFD]PO) A[AEP] \d{5}\b/g
const ukPostcode =
  /(?<![\p{L}\d])(?:GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2})(?=\s{0,2}(?:$|[\n,.;)|]|UK\b|United Kingdom))/gu
const zipCue = /\b(?:zip(?: ?code)?|post(?:al ?)?code|plz|code postal)[ :]{1,3}(?=\d)/gi
const zip = /\d{4,6}(?:[ -][\dA-Z]{2,4})?(?![\p{L}\d])/uy

const unit = /,?\s{1,3}(?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|Room|#)\.?[ ]?[#\w-]{1,8}/y
const separator = /,?\s{1,3}|,/y
const postcode =
  /(?:[A-Z]{2},?[ \u00a0]{1,2}\d{5}(?:-\d{4})?|(?:[A-Z]{1,2}-)?\d{4,5}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?![\p{L}\d])/uy

/** Street addresses, post office boxes and postcodes. Names of places alone are not found here. */
export function findAddresses(text: string): Span[] {
  const spans: Span[] = []
  const add = (start: number, end: number) => spans.push({ entity: 'LOCATION', start, end })
  for (const [start, end] of streets(text)) add(start, endOfAddress(text, end))
  for (const { 0: found, index } of text.matchAll(stateAndZip)) {
    const city = startOfCity(text, index)
    if (city !== undefined) add(city, index + found.length)
  }
  for (const pattern of [postOfficeBox, militaryPost, ukPostcode]) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      add(index, endOfAddress(text, index + found.length))
    }
  }
  for (const { 0: cue, index } of text.matchAll(zipCue)) {
    zip.lastIndex = index + cue.length
    const found = zip.exec(text)?.[0]
    if (found !== undefined) add(index + cue.length, index + cue.length + found.length)
  }
  return spans
}

function* streets(text: string): Generator<[number, number]> {
  for (const { 0: found, index } of text.matchAll(streetWord)) {
    const start = houseBefore(text, index)
    const end = index + found.length
    if (start !== undefined && standsAlone(text, start, end)) yield [start, end]
  }
  for (const { 0: found, index } of text.matchAll(streetEndWithNumber)) {
    const from = Math.max(0, index - 41)
    const begin = streetBegin.exec(text.slice(from, index))
    const isWord = /^\p{Lu}/u.test(found)
    if (begin || isWord) yield [begin ? from + begin.index : index, index + found.length]
  }
  for (const { 0: found, index } of text.matchAll(roadWord)) {
    const words = endOfWords(text, index + found.length, streetWordsMax)
    numberBehind.lastIndex = words
    const number = words > index + found.length ? numberBehind.exec(text)?.[0] : undefined
    if (number !== undefined) yield [index, words + number.length]
  }
  for (const { 0: found, index } of text.matchAll(numberThenRoad)) {
    const end = endOfWords(text, index + found.length, streetWordsMax)
    if (end > index + found.length) yield [index, end]
  }
}

/** Where the number of the house is that stands up to four words before the word for the street. */
function houseBefore(text: string, streetAt: number): number | undefined {
  if (!/^[ \u00a0]$/.test(text.charAt(streetAt - 1))) return undefined
  const street = startOfWords(text, streetAt - 1, streetWordsMax)
  const from = Math.max(0, street - 24)
  // `5 St` with nothing between is the number of a saint.
  const found = houseNumber.exec(text.slice(from, street === streetAt - 1 ? streetAt : street))
  return found ? from + found.index : undefined
}

function startOfCity(text: string, stateAt: number): number | undefined {
  const gap = /,?\s{1,2}$/.exec(text.slice(Math.max(0, stateAt - 3), stateAt))?.[0].length
  if (gap === undefined) return undefined
  const start = startOfWords(text, stateAt - gap, cityWordsMax)
  return start < stateAt - gap ? start : undefined
}

/** Behind the floor, the city and the postcode, when a postcode comes within the next parts; else where the street ends. */
function endOfAddress(text: string, streetEnd: number): number {
  unit.lastIndex = streetEnd
  let end = streetEnd + (unit.exec(text)?.[0].length ?? 0)
  const afterUnit = end
  for (let parts = 0; parts < 4; parts += 1) {
    separator.lastIndex = end
    const gap = separator.exec(text)?.[0].length
    if (gap === undefined) return afterUnit
    postcode.lastIndex = end + gap
    const code = postcode.exec(text)?.[0]
    if (code !== undefined) return behindPostcode(text, end + gap + code.length)
    const words = endOfWords(text, end + gap, cityWordsMax)
    if (words === end + gap) return afterUnit
    end = words
  }
  return afterUnit
}

/** `12345 Berlin`. */
function behindPostcode(text: string, end: number): number {
  const city = /^[ \u00a0]$/.test(text.charAt(end)) ? endOfWords(text, end + 1, 2) : end
  return city > end + 1 ? city : end
}

/**
 * A street in a sentence and `Nike 3 Men's Road` look the same: an address ends its line or a part of a sentence, follows a
 * word such as "at", or has a postcode.
 */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 24), start)
  const after = text.slice(end, end + 12)
  if (/\b(?:at|on|to|from|address(?:es)?:?|visit|located|near|is|in)\s{1,2}$/i.test(before))
    return true
  const beginsPart = /(?:^|[\n|,;:(•·–—-])\s{0,2}$/.test(before)
  return (
    beginsPart &&
    /^(?:\s{0,2}(?:[,\n|;)•·.?!]|$)|\s(?:Apt|Suite|Ste|Unit|#|[NS][EW])\b)/u.test(after)
  )
}
