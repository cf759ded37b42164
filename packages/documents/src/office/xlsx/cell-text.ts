import { showHidden, type NumberFormat, type SignedFormat } from './number-formats.ts'

/** Spreadsheets store and show so many digits; more are noise of binary fractions. */
const digitsMax = 15
const plain = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumSignificantDigits: digitsMax,
})

/** The text of a number in its format; empty for what is no number. */
export function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return ''
  if (format.kind === 'signs') return withSigns(number, format)
  if (format.kind === 'mask') return withMask(number, format.pattern)
  if (format.kind === 'general' || Math.abs(number) >= daysMax) return plainNumber(number)
  if (format.kind === 'elapsed') return elapsedText(number)
  const isDate = number >= 0 && number < (is1904 ? daysMax - daysBefore1904 : daysMax)
  return isDate ? dateText(number, is1904) : plainNumber(number)
}

/** Without exponent. */
function plainNumber(number: number): string {
  const text = String(number)
  if (text.length <= digitsMax && !text.includes('e')) return text
  const rounded = Number(number.toPrecision(digitsMax))
  const short = String(rounded)
  return short.includes('e') ? plain.format(rounded) : short
}

const signs = new Map<string, Intl.NumberFormat>()

/** With at least the decimals of the format; more are kept, because rounding loses what is stored. */
function withSigns(number: number, format: SignedFormat): string {
  const { before, after, isPercent, isGrouped, wholeDigits, decimals, thousands } = format
  const scaled = (Math.abs(number) * (isPercent ? 100 : 1)) / 1_000 ** thousands
  const value = Number(scaled.toPrecision(digitsMax))
  const key = `${wholeDigits} ${decimals} ${isGrouped}`
  const writer =
    signs.get(key) ??
    new Intl.NumberFormat('en', {
      useGrouping: isGrouped,
      minimumIntegerDigits: Math.max(1, wholeDigits),
      minimumFractionDigits: decimals,
      maximumFractionDigits: digitsMax,
    })
  signs.set(key, writer)
  return `${number < 0 ? '-' : ''}${before}${writer.format(value)}${after}`
}

/** Digits in the places of a pattern, from its end on; the first place has all that are left. */
function withMask(number: number, pattern: string): string {
  if (!Number.isSafeInteger(number)) return plainNumber(number)
  const places = pattern.replaceAll(/[^#0?]/g, '')
  const digits = String(Math.abs(number)).padStart(places.slice(places.indexOf('0')).length, '0')
  let left = digits.length
  let [place, text] = [0, '']
  for (const sign of Array.from(pattern).toReversed()) {
    if (!'#0?'.includes(sign)) {
      text = sign + text
      continue
    }
    place += 1
    const start = place === places.length ? 0 : Math.max(0, left - 1)
    text = digits.slice(start, left) + text
    left = start
  }
  return `${number < 0 ? '-' : ''}${showHidden(text).trim()}`
}

const [dayMs, daySeconds] = [86_400_000, 86_400]
/** Later dates than the year 9999 are not shown as dates by office programs. */
const daysMax = 2_958_466
const daysBefore1904 = 1_462
const epochs = {
  /** The first of the two days that programs count for the day before 1 March 1900. */
  early: Date.UTC(1899, 11, 31),
  usual: Date.UTC(1899, 11, 30),
  of1904: Date.UTC(1904, 0, 1),
}
const doubledDay = 60

/** A day number as date, with the time unless it is midnight; a part of a day as time. */
function dateText(number: number, is1904: boolean): string {
  if (number < 1) return clockText(Math.round(number * daySeconds) % daySeconds, 2)
  const usual = number < doubledDay ? epochs.early : epochs.usual
  const time = new Date((is1904 ? epochs.of1904 : usual) + Math.round(number * dayMs)).toISOString()
  return Number.isInteger(number) ? time.slice(0, 10) : time.slice(0, 19).replace('T', ' ')
}

function elapsedText(days: number): string {
  const text = clockText(Math.round(Math.abs(days) * daySeconds), 1)
  return days < 0 ? `-${text}` : text
}

function clockText(seconds: number, hourDigits: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const parts = [minutes, seconds % 60].map((part) => String(part).padStart(2, '0'))
  return [String(hours).padStart(hourDigits, '0'), ...parts].join(':')
}
