import type { Span } from './entities.ts'
import { listGroupsMin, windowsFrom, type NumberRun, type NumberWindow } from './number-runs.ts'

const cueLength = 36
const sizes = { digitsMin: 7, digitsMax: 16, groupsMax: 8 }

/** Telephone numbers: international, North American, with a leading zero, or of any form behind a word such as `Phone`. */
export function findPhones(text: string, runs: readonly NumberRun[]): Span[] {
  const spans: Span[] = []
  for (const run of runs) {
    if (run.groups.length >= listGroupsMin) continue
    for (let first = 0; first < run.groups.length; first += 1) {
      const found = windowsFrom(run, first, sizes).find((window) => isPhone(text, window))
      if (!found) continue
      spans.push({ entity: 'PHONE', ...withEdges(text, found) })
      first += found.groups.length - 1
    }
  }
  return spans
}

function isPhone(text: string, window: NumberWindow): boolean {
  const { start, end } = window
  const before = text.slice(Math.max(0, start - cueLength), start)
  if (isPartOfOther(before, text.slice(end, end + 2)) || isDate(window)) return false
  const isNamed = cue.test(before) || cueBehind.test(text.slice(end, end + 16))
  if (foreignCue.test(before) && !isNamed) return false
  return (
    isInternational(window, before) ||
    isNorthAmerican(window, before) ||
    (startsWithZero(window) && !/\d[ \u00a0]$/.test(before)) ||
    (isNamed && hasPhoneGaps(window))
  )
}

/** Amounts, versions, paths, identifiers, coordinates. */
const isPartOfOther = (before: string, after: string) =>
  /[\p{L}\d$€£¥#=/@_.,°'"~^*-]\(?$/u.test(before.replace(/\+$/, '').replace(phoneName, '')) ||
  /^(?:[\p{L}\d%€$°_@]|[.,:/]\d)/u.test(after.replace(/^(?:x|ext)\d?/i, ''))
const phoneName = /(?:tel|phone|mob|fax|callto|sms)[.:]{1,2}\s?$/i

/** Numbers of another kind that are known by the word before them. */
const foreignCue =
  /\b(?:isbn(?:-1[03])?|issn|doi|sku|asin|ean|upc|gtin|part|model|order|item|invoice|version|v|id|no|nr|article|patent|ref|serial|tracking|vin|imei|pmid|zip|id:|arxiv)[\s.:#-]{0,3}$/i

/** The words before a telephone number, in the languages of most pages. */
const cue =
  /(?:phones?|telephones?|tel|telef(?:on|oon)(?:nummer)?|tél(?:éphone)?|tel[eé]fonos?|telefone|celular|m[oó]vil|mobiel|mobil(?:e|telefon)?|handy|fon|cell(?:phone)?|fax|whatsapp|hotline|helpline|desk|call(?: me| us)?|dial|text|sms|contact(?: us)?|reach(?: me| us)?|ring|answering|messages?|registered|(?:my|our|your|his|her|their) (?:new |private )?number|puhelin|телефон|тел|моб|电话|電話|手机|전화|هاتف)[\s.:)*|#№-]{0,4}(?:(?:number|no|nr|is|at|on|to|from|office|home|work|the)[\s.:]{1,3}){0,3}[+(]{0,2}$/iu

/** `555 0132 (office)`, `555 0132-Fax`. */
const cueBehind = /^ ?[-–,(]{1,2} ?(?:office|fax|mobile|cell|home|work|tel|phone)\b/i

const hasPhoneGaps = ({ gaps, digits, groups }: NumberWindow) =>
  digits.length <= 15 &&
  groups.length <= 6 &&
  gaps.every((gap) => !/[·]/.test(gap) && !/--| - |\//.test(gap))

function isInternational({ digits, groups, gaps }: NumberWindow, before: string): boolean {
  if (gaps.some((gap) => / - |[·]/.test(gap))) return false
  const { length } = digits
  if (before.endsWith('+') || before.endsWith('+(')) return length >= 8 && length <= 15
  return (
    digits.startsWith('00') &&
    !/\d[ \u00a0]$/.test(before) &&
    groups.length > 1 &&
    length >= 11 &&
    length <= 16
  )
}

function isNorthAmerican({ digits, shape, gaps, groups }: NumberWindow, before: string): boolean {
  const local = digits.slice(-10)
  const isFree = /^[2-9]\d\d[2-9]\d{6}$/.test(local)
  if (shape === '3-3-4' || shape === '1-3-3-4') {
    if (shape === '1-3-3-4' && !digits.startsWith('1')) return false
    const [areaGap = '', gap = ''] = gaps.slice(-2)
    if (groups[0] && before.endsWith('(') && /^\)[ -]?$/.test(areaGap)) return true
    if (/^ ?\($/.test(gaps[0] ?? '') && /^\)[ -]?$/.test(areaGap)) return true
    if (!/^[-.\u2010-\u2013 \u00a0]$/.test(areaGap) || !/^[-.\u2010-\u2013 \u00a0]$/.test(gap))
      return false
    return areaGap === '-' || gap === '-' ? /^\d{3}[2-9]/.test(local) || isFree : isFree
  }
  return false
}

function startsWithZero({ digits, groups, gaps }: NumberWindow): boolean {
  const [first] = groups
  if (!first?.digits.startsWith('0') || groups.length < 2 || groups.length > 6) return false
  if (first.digits.length < 2 || first.digits.length > 5 || first.digits.startsWith('000'))
    return false
  if (gaps.some((gap) => !/^(?:[ \u00a0./\u2010-\u2013-]|\) ?| \/ )$/.test(gap))) return false
  // Rows of numbers with leading zeros.
  if (groups.length > 2 && groups.every((group) => group.digits.length === 3)) return false
  // Groups of one digit are those of a book number or a version.
  if (groups.some((group) => group.digits.length === 1)) return false
  return digits.length >= 9 && digits.length <= 12
}

const isYear = (digits = '') => /^(?:19|20)\d\d$/.test(digits)
const isSmall = (digits = '') => digits.length <= 2 && Number(digits) <= 31

/** `2023-01-31`, `31.01.2023`, also with a time behind it. */
function isDate({ groups }: NumberWindow): boolean {
  const values = groups.slice(0, 3).map(({ digits }) => digits)
  const [first, second, third] = values
  if (isYear(first) && isSmall(second) && isSmall(third)) return true
  if (isSmall(first) && isSmall(second) && isYear(third)) return true
  // Ranges and lists of years.
  return groups.length > 1 && groups.every(({ digits }) => isYear(digits))
}

const extension = /\s?(?:x|ext\.?|extension)\s?\d{1,5}(?![\d\p{L}])/iuy

/** With a plus and brackets before it, and the extension behind it. */
function withEdges(text: string, { start, end }: NumberWindow): { start: number; end: number } {
  let first = start
  if (/[(]/.test(text.charAt(first - 1)) && text.slice(first, end).includes(')')) first -= 1
  if (text.charAt(first - 1) === '+') first -= 1
  extension.lastIndex = end
  return { start: first, end: end + (extension.exec(text)?.[0].length ?? 0) }
}
