import { isoDate } from '#content/html/about/iso-date.ts'
import { rangeIn } from './date-range.ts'
import { readNumbers } from './number-kinds.ts'
import { wordsAround } from './outline.ts'
import type { Profile } from './profile.ts'
import { quantitiesIn, type Quantity } from './quantities.ts'
import { inUnit } from './value-in-text.ts'

/** Whether a text holds a number, a date or a form of its own that equals the value. */
export function holdsValue(text: string, value: unknown, profile: Profile): boolean {
  if (typeof value === 'number') return holdsNumber(text, value, profile)
  if (typeof value !== 'string') return false
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return holdsDate(text, value.slice(0, 10))
  const words = wordsAround(value)
  if (words.trim() !== '' && wordsAround(text).includes(words))
    return !/\d/.test(value) || standsWhole(text, value)
  if (profile.form === 'phone')
    return readDigits(text).includes(readDigits(value)) && readDigits(value).length >= 7
  return value.length > 3 && words.trim() === '' && text.includes(value)
}

/** Whether a value with digits occurs in a text as a whole: `3.0` not in `2.3.0`, but in `2.3.0 and 3.0`. */
export function standsWhole(text: string, value: string): boolean {
  const [lower, wanted] = [text.toLowerCase(), value.toLowerCase().trim()]
  let at = lower.indexOf(wanted)
  // Written with other signs between its words.
  if (at < 0) return !/^[\d.,]+$/.test(wanted)
  for (; at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length
    const [before, behind] = [lower.slice(Math.max(0, at - 2), at), lower.slice(end, end + 2)]
    if (!/(?:[\p{L}\d]|\d[.,:–-])$/u.test(before) && !/^(?:[\p{L}\d]|[.,:–-]\d)/u.test(behind))
      return true
    if (wanted === '') return false
  }
  return false
}

const readDigits = (text: string): string => text.replaceAll(/\D/g, '')

export function holdsNumber(text: string, value: number, profile: Profile): boolean {
  if (!/\d/.test(text)) return value === 0 && /free|gratis|kostenlos|gratuit/i.test(text)
  return amountsIn(text, profile).some((quantity) => {
    if (isOtherKind(text, quantity, profile)) return false
    const shown = [quantity.value, quantity.value * quantity.scale, inUnit(quantity, profile)]
    if (quantity.unit?.dimension === 'share') shown.push(quantity.value / 100)
    return shown.some((one) => Math.abs(one - value) <= Math.abs(value) * 1e-9)
  })
}

/** Digits of times, dates and codes are amounts only where such are asked for. */
const amountsIn = (text: string, { form, folded, unit }: Profile): readonly Quantity[] =>
  digitForms.has(form) || unit?.dimension === 'time' || partOfDate.test(folded)
    ? quantitiesIn(text)
    : readNumbers(text).quantities

/** An amount of money is no count and no measure, and what is measured is no money. */
function isOtherKind(
  text: string,
  { sign, unit: shown, digitsEnd, end }: Quantity,
  { form, unit }: Profile,
): boolean {
  if (sign !== undefined)
    return unit !== undefined || /^(?:count|percent|duration|year)$/.test(form)
  if (!shown) return false
  if (form === 'money') return !currencyAndUnit.test(text.slice(digitsEnd, end))
  return unit !== undefined && shown.dimension !== unit.dimension
}

/** A name of a currency that is one of a unit, too. */
const currencyAndUnit = /pounds?$/i
const digitForms = new Set(['date', 'time', 'year', 'duration', 'code', 'phone', 'hours'])
const partOfDate = /(?:^| )(?:year|month|day|week|hour|minute|id|number|no|code)(?: |$)/

function holdsDate(text: string, date: string): boolean {
  if (!/\d/.test(text)) return false
  const range = rangeIn(text)
  if (range && (range.start === date || range.end === date)) return true
  const pieces = [text, ...text.split(/[|·•;(),]| [–-] | (?=\d)/)].slice(0, 30)
  return pieces.some((piece) => {
    const [first] = isoDate(piece)?.split('T') ?? []
    const [other] = isoDate(piece, true)?.split('T') ?? []
    return first === date || other === date
  })
}
