import { readLineText, type LineText } from './line-text.ts'
import { wordsAround } from './outline.ts'
import type { Profile } from './profile.ts'
import type { Quantity } from './quantities.ts'
import { inUnit } from './value-in-text.ts'

/** Whether a text holds a number, a date or a form of its own that equals the value. */
export function holdsValue(line: LineText, value: unknown, profile: Profile): boolean {
  if (typeof value === 'number') return holdsNumber(line, value, profile)
  if (typeof value !== 'string') return false
  const { text } = line
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return line.hasDigit && line.days().has(value.slice(0, 10))
  const words = wordsAround(value)
  if (words.trim() !== '' && line.words().includes(words))
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

export function holdsNumber(line: LineText, value: number, profile: Profile): boolean {
  const { text } = line
  if (!line.hasDigit)
    return (
      value === 0 &&
      /free|gratis|kostenlos|gratuit|sin coste|no charge|senza costo|kosteloos|za darmo|bezpłatn|zdarma/i.test(
        text,
      )
    )
  if (profile.unit?.dimension === 'time' && hasDuration(text, value * profile.unit.factor))
    return true
  return listAmounts(line, profile).some((quantity) => {
    if (isOtherKind(text, quantity, profile)) return false
    const shown = [inUnit(quantity, profile)]
    // A number of another unit is none of the one that is asked for.
    if (!profile.unit || !quantity.unit || quantity.unit.factor === profile.unit.factor)
      shown.push(quantity.value, quantity.value * quantity.scale)
    if (quantity.unit?.dimension === 'share') shown.push(quantity.value / 100)
    // `-15 %` is a discount of 15 %.
    const isShare = profile.form === 'percent'
    return shown.some(
      (one) => Math.abs((isShare ? Math.abs(one) : one) - value) <= Math.abs(value) * 1e-9,
    )
  })
}

const hoursAndMinutes =
  /(?<![\d.,:])(\d{1,2}) ?(?:h|hrs?|hours?|std|stunden?|heures?|uur|timmar|timer?|ore?|horas?|godz)\.? ?(?:and |und |et |y |e |en |och |og )?(\d{1,2}) ?(?:m|min|mins|minutes|minuten|minutos|minuti|minuter)?(?![\p{L}\d])/giu

/** Whether a text says a duration in hours and minutes: `1 h 52`. */
const hasDuration = (text: string, minutes: number): boolean =>
  [...text.matchAll(hoursAndMinutes)].some(
    ([, hours, more]) => Number(hours) * 60 + Number(more) === minutes,
  )

/** Digits of times, dates and codes are amounts only where such are asked for. */
export const listAmounts = (line: LineText, { form, folded, unit }: Profile): readonly Quantity[] =>
  digitForms.has(form) || unit?.dimension === 'time' || partOfDate.test(folded)
    ? line.quantities()
    : line.numbers().quantities

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

const currencyWord = /^ ?(?:pounds|dollars|euros?|francs|crowns|zlotych|kronor|kroner)(?!\p{L})/iu
const wordsBehind = 12
/** A word that says what is counted; capital letters and more digits are those of an address or a code. */
const counted = /^[ -]?(?:\p{Ll}|\p{Lu}\p{Ll}{3})/u
const ageName = /(?:^| )(?:age|alter|edad|âge|età|leeftijd|wiek|idade|ålder|alder)(?: |$)/
const [yearMin, yearMax, codeMin] = [1_500, 2_100, 1_000]

/** Whether a number stands in a text as what is asked for: money with its currency, a measure with its unit, a count before what is counted. */
export function isAmountFor(line: LineText, value: number, profile: Profile): boolean {
  const { text } = line
  if (profile.unit?.dimension === 'time' && hasDuration(text, value * profile.unit.factor))
    return true
  return line.numbers().quantities.some((quantity) => {
    const shown = inUnit(quantity, profile)
    const size = profile.form === 'percent' ? Math.abs(shown) : shown
    if (Math.abs(size - value) > Math.abs(value) * 1e-9) return false
    const { sign, unit, digitsEnd, start } = quantity
    const behind = text.slice(digitsEnd, digitsEnd + wordsBehind)
    const isMoney = sign !== undefined || currencyWord.test(behind)
    if (profile.form === 'money') return isMoney
    const isFour = /^\d{4}$/.test(text.slice(start, digitsEnd))
    if (profile.form === 'year') return isFour && !unit && !isMoney
    // What a number is of that no name tells may be money.
    if (isMoney) return profile.form === 'number' && !profile.unit && profile.meanings.length === 0
    if (profile.unit) return unit?.dimension === profile.unit.dimension
    if (profile.form === 'percent') return unit?.dimension === 'share'
    if (unit) return unit.dimension === 'months' && unit.factor > 1 && ageName.test(profile.folded)
    if (isFour && value >= yearMin && value <= yearMax) return false
    return (
      counted.test(behind) &&
      !(value >= codeMin && /^ \p{Lu}/u.test(behind)) &&
      !/[\d(–-]$/.test(text.slice(0, start))
    )
  })
}

/** What stands between a number and those beside it, for each time that it stands in a text. */
export function listWindows(line: LineText, value: number, profile: Profile): readonly string[] {
  const { text } = line
  const all = line.quantities()
  return all.flatMap((quantity, at) => {
    const from = all[at - 1]?.digitsEnd ?? 0
    const to = all[at + 1]?.start ?? text.length
    return holdsNumber(readLineText(text.slice(quantity.start, quantity.end)), value, profile)
      ? [text.slice(from, to)]
      : []
  })
}
