import { parsePage } from '#content/html/parse.ts'
import { listElements } from '#content/html/walk.ts'
import { isElement, simpleMarkup } from './xml-text.ts'

/** How a number is shown. */
export type NumberFormat =
  | { readonly kind: 'general' | 'date' | 'elapsed' }
  /** With signs around it, such as a percentage or an amount of money, or with leading zeros. */
  | SignedFormat
  /** With signs among its digits, such as the number of a telephone. */
  | { readonly kind: 'mask'; readonly pattern: string }

export interface SignedFormat {
  readonly kind: 'signs'
  readonly before: string
  readonly after: string
  readonly isPercent: boolean
  readonly isGrouped: boolean
  readonly wholeDigits: number
  readonly decimals: number
  /** How often it is divided by a thousand. */
  readonly thousands: number
}

export const general: NumberFormat = { kind: 'general' }

/** Formats that programs know by number; see also `isDateId`. */
const builtIn: Readonly<Record<number, string>> = { 9: '0%', 10: '0.00%', 46: '[h]:mm:ss' }

/** Dates and times, also those of East Asia. */
const isDateId = (id: number) =>
  [45, 47].includes(id) ||
  [
    [14, 22],
    [27, 36],
    [50, 58],
  ].some(([first = 0, last = 0]) => id >= first && id <= last)

/** The number formats of a workbook by style. Undefined when the part has unusual markup. */
export function numberFormats(styles: Buffer | undefined): readonly NumberFormat[] | undefined {
  if (!styles) return []
  const xml = simpleMarkup(styles, 'styleSheet')
  if (xml === undefined) return undefined
  const codes = new Map<number, string>()
  const { document } = parsePage(between(xml, '<numFmts', '</numFmts>'), 'xml')
  for (const { name, attribs } of listElements(document))
    if (name === 'numFmt') codes.set(Number(attribs['numFmtId']), attribs['formatCode'] ?? '')
  const known = new Map<number, NumberFormat>()
  return styleNumbers(between(xml, '<cellXfs', '</cellXfs>')).map((id) => {
    const format = known.get(id) ?? chooseFormat(id, codes.get(id))
    known.set(id, format)
    return format
  })
}

function between(xml: string, start: string, end: string): string {
  const from = xml.indexOf(start)
  const until = xml.indexOf(end, from)
  return from === -1 || until === -1 ? '' : xml.slice(from, until + end.length)
}

/** The number of the format of each style. */
function styleNumbers(xml: string): number[] {
  const numbers: number[] = []
  for (let at = xml.indexOf('<xf'); at !== -1; at = xml.indexOf('<xf', at + 1)) {
    if (!isElement(xml, at, 'xf')) continue
    const tag = xml.slice(at, xml.indexOf('>', at))
    numbers.push(Number(/\snumFmtId\s*=\s*["'](\d{1,9})/.exec(tag)?.[1] ?? 0))
  }
  return numbers
}

function chooseFormat(id: number, code: string | undefined): NumberFormat {
  const known = code ?? builtIn[id]
  if (known === undefined) return isDateId(id) ? { kind: 'date' } : general
  return formatOfCode(known)
}

/** Quoted text, escaped signs, and signs that stand for their width or are repeated to fill the cell. */
const literals = /"([^"]*)"|\\(.)|[_*]./gs
const elapsed = /\[(?:h+|m+|s+)\]/i
const brackets = /\[[^[\]]*\]/g
/** For some numbers only. */
const condition = /\[[<>=]/
const currency = /\[\$([^[\]-]*)(?:-[^[\]]*)?\]/g
const digits = /[#0?][#0?,]*(?:\.([#0?]*))?/

/** The meaning of a format code; only its first section counts. */
function formatOfCode(code: string): NumberFormat {
  const [first = ''] = code
    .replaceAll(/"[^"]*"|\\./gs, (literal) => literal.replaceAll(';', ','))
    .split(';')
  if (condition.test(first)) return general
  const signs = first.replaceAll(literals, '')
  if (elapsed.test(signs)) return { kind: 'elapsed' }
  const bare = signs.replaceAll(brackets, '')
  if (/general/i.test(bare)) return general
  if (/[dmyhs]/i.test(bare)) return { kind: 'date' }
  return signedFormat(first)
}

/** Signs that mean something in a format, in a place where they are only shown. */
const hide = (text: string) =>
  text.replaceAll(/[#0?.,E/@%()+ -]/g, (sign) => String.fromCodePoint(hidden + sign.charCodeAt(0)))
export const showHidden = (text: string) =>
  text.replaceAll(/[\ue000-\ue0ff]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) - hidden))
/** The first character for private use. */
const hidden = 0xe000

/** Numbers with a text, leading zeros or a unit; other formats only round and group. */
function signedFormat(section: string): NumberFormat {
  const shown = section
    .replaceAll(currency, (_, sign: string) => hide(sign))
    .replaceAll(brackets, '')
    .replaceAll(literals, (_, quoted?: string, escaped?: string) => hide(quoted ?? escaped ?? ''))
  const number = digits.exec(shown)
  if (!number || /[E/@]/.test(shown)) return general
  const rest = shown.slice(number.index + number[0].length)
  if (/[#0?]/.test(rest)) return rest.includes('.') ? general : { kind: 'mask', pattern: shown }
  const [whole = ''] = number[0].split('.')
  const before = showHidden(withoutSignAtEnd(shown.slice(0, number.index))).trimStart()
  const after = showHidden(rest.replaceAll(/^,+|[()]/g, '')).trimEnd()
  const wholeDigits = whole.replaceAll(/[^0]/g, '').length
  const thousands = countCommas(Array.from(whole).toReversed()) + countCommas(Array.from(rest))
  if ((before + after).trim() === '' && wholeDigits < 2 && thousands === 0) return general
  return {
    kind: 'signs',
    before,
    after,
    isPercent: shown.includes('%'),
    isGrouped: /,[#0?]/.test(whole),
    wholeDigits: Math.min(wholeDigits, wholeDigitsMax),
    decimals: Math.min(number[1]?.length ?? 0, decimalsMax),
    thousands: Math.min(thousands, thousandsMax),
  }
}

/** Before the first other sign. */
function countCommas(signs: readonly string[]): number {
  const other = signs.findIndex((sign) => sign !== ',')
  return other === -1 ? signs.length : other
}

/** More than numbers have. */
const [wholeDigitsMax, decimalsMax, thousandsMax] = [21, 15, 5]

/** The sign of the number is written before everything else. */
function withoutSignAtEnd(text: string): string {
  let end = text.length
  while (end > 0 && '(-+ '.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}
