import type { Span } from './entities.ts'
import { listGroupsMin, windowsFrom, type NumberRun, type NumberWindow } from './number-runs.ts'

const cueLength = 40
const sizes = { digitsMin: 6, digitsMax: 19, groupsMax: 5 }
const cardSizes = { ...sizes, digitsMin: 12, groupsMax: 5 }

/** Payment cards (Luhn), US social security numbers, and bank accounts and national ids behind their name. */
export function findFinancialNumbers(text: string, runs: readonly NumberRun[]): Span[] {
  const spans: Span[] = []
  for (const run of runs) {
    const limits = run.groups.length < listGroupsMin ? sizes : cardSizes
    for (let first = 0; first < run.groups.length; first += 1) {
      const found = windowsFrom(run, first, limits).find((window) => isFinancial(text, window))
      if (!found) continue
      spans.push({ entity: 'FINANCIAL', start: found.start, end: found.end })
      first += found.groups.length - 1
    }
  }
  return spans
}

function isFinancial(text: string, window: NumberWindow): boolean {
  const { start, end } = window
  if (/[\p{L}\d]/u.test(text.charAt(start - 1)) || /[\p{L}\d]/u.test(text.charAt(end))) return false
  const before = text.slice(Math.max(0, start - cueLength), start)
  return isCard(window, before) || isSocialSecurity(window, before) || isNamedId(window, before)
}

const cardShape = /^(?:\d{2}|4-4-4-4(?:-[123])?|4-4-4|4-4-5|4-6-[45])$/
const cardCue = /\b(?:card|credit|debit|visa|mastercard|amex|maestro|cc|karte|tarjeta|carte)\b/i
/** Number ranges of card schemes, by the first digits and the length. */
const cardRanges =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|(?:2131|1800)\d{11}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}|(?:50|5[6-8]|6[0-9])\d{10,17})$/

function isCard({ digits, shape, gaps }: NumberWindow, before: string): boolean {
  if (digits.length < 12 || digits.length > 19 || !cardShape.test(shape)) return false
  if (gaps.some((gap) => gap !== gaps[0] || !/^[ \u00a0-]$/.test(gap))) return false
  if (/^(\d)\1+$/.test(digits) || !passesLuhn(digits)) return false
  // Other numbers in the same row: a list.
  if (/\d[ \u00a0]$/.test(before)) return false
  return cardRanges.test(digits) || cardCue.test(before)
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.at(-1 - index))
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const socialCue = /\b(?:ssn|social security|itin|tax ?id|taxpayer)\b/i

function isSocialSecurity({ digits, shape, gaps }: NumberWindow, before: string): boolean {
  const hasCue = socialCue.test(before)
  if (shape === '9') return hasCue
  if (shape !== '3-2-4' || gaps[0] !== gaps[1] || !/^[-.\u2010-\u2013 ]$/.test(gaps[0] ?? ''))
    return false
  const isPossible = /^(?!000|666)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits)
  return isPossible && (gaps[0] !== ' ' || hasCue)
}

const idCue =
  /\b(?:(?:bank )?account (?:no|number|#)|routing (?:no|number)|sort code|kontonummer|passport (?:no|number)|driver'?s? licen[cs]e (?:no|number)|national (?:id|insurance)(?: no| number)?|nhs number|cpf|dni|nif|steuer-?id|personalausweis(?:nummer)?)\b[\s.:#]{0,4}(?:is\s)?$/i

function isNamedId({ digits }: NumberWindow, before: string): boolean {
  return digits.length >= 6 && digits.length <= 18 && idCue.test(before)
}

const ibanStart = /(?<![\p{L}\d])[a-z]{2}\d{2}(?=[ \u00a0]?[a-z\d]{4})/giu
/** Lengths of IBANs by country. */
const ibanLengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** International bank account numbers whose check digits are right, with or without spaces. */
export function findIbans(text: string): Span[] {
  const spans: Span[] = []
  for (const { index } of text.matchAll(ibanStart)) {
    const length = ibanLengths.get(text.slice(index, index + 2).toUpperCase())
    const found = length === undefined ? undefined : readIban(text, index, length)
    if (found && passesMod97(found.letters)) {
      spans.push({ entity: 'FINANCIAL', start: index, end: found.end })
    }
  }
  return spans
}

function readIban(text: string, start: number, length: number) {
  let letters = ''
  let end = start
  while (letters.length < length) {
    if (letters.length > 0 && isSpace(text.charCodeAt(end))) end += 1
    if (!isAlphanumeric(text.charCodeAt(end))) return undefined
    letters += text.charAt(end)
    end += 1
  }
  return /[\p{L}\d]/u.test(text.charAt(end)) ? undefined : { letters: letters.toUpperCase(), end }
}

const isSpace = (code: number) => code === 0x20 || code === 0xa0
const isAlphanumeric = (code: number) =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)

function passesMod97(letters: string): boolean {
  let rest = 0
  for (const character of letters.slice(4) + letters.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
