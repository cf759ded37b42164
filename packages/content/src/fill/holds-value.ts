import { readLineText, type LineText } from './line-text.ts'
import type { DigitSpan } from './number-kinds.ts'
import { wordsAround } from './outline.ts'
import type { Profile } from './profile.ts'
import type { Quantity } from './quantities.ts'
import { bareAddress, holdsCode, holdsPhone } from './rewritten.ts'
import { inUnit } from './value-in-text.ts'

/** Whether a text holds a number, a date or a form of its own that equals the value. */
export function holdsValue(line: LineText, value: unknown, profile: Profile): boolean {
  if (typeof value === 'number') return holdsNumber(line, value, profile)
  if (typeof value !== 'string') return false
  const { text } = line
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return line.hasDigit && line.days().has(value.slice(0, 10))
  const words = wordsAround(value)
  if (words.trim() !== '' && line.words().includes(words))
    return /[\d/]/.test(value) ? standsWhole(text, value) : !isOnlyInAddress(text, value)
  if (profile.form === 'phone') return holdsPhone(text, value)
  if (line.hasDigit && !value.includes(' ') && holdsCode(text, value)) return true
  if (/^https?:/i.test(value)) return text.toLowerCase().includes(bareAddress(value))
  return (
    (value.length > 3 && words.trim() === '' && text.includes(value)) ||
    (value.length > 1 && unspaced.test(value) && standsInRun(text, value))
  )
}

/** Whether a text holds a word that is not cut out of a longer one in katakana. */
function standsInRun(text: string, value: string): boolean {
  const at = text.indexOf(value)
  const edges = [text.slice(at - 1, at + 1), text.slice(at + value.length - 1).slice(0, 2)]
  return at >= 0 && (at === 0 || !edges.some((edge) => katakanas.test(edge)))
}

const katakanas = /^[\p{Script=Katakana}ー]{2}$/u

/** Words of scripts without spaces stand in the middle of others. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,40}$/u

/** Whether a word stands in a text only as a part of an e-mail or web address. */
function isOnlyInAddress(text: string, value: string): boolean {
  if (!/[@/]/.test(text) || /[@./]/.test(value)) return false
  const words = text.split(/[\s<>()[\]"',;]+/).filter((word) => !addressPart.test(word))
  return !wordsAround(words.join(' ')).includes(wordsAround(value))
}

const addressPart = /^[^@]{1,64}@[^@]{1,190}$|^(?:https?:\/\/|www\.)/i

/** Whether a value with digits occurs in a text as a whole: `3.0` not in `2.3.0`, but in `2.3.0 and 3.0`. */
export function standsWhole(text: string, value: string): boolean {
  const [lower, wanted] = [text.toLowerCase(), value.toLowerCase().trim()]
  let at = lower.indexOf(wanted)
  // Written with other signs between its words.
  if (at < 0) return !/^[\d.,]+$/.test(wanted)
  for (; at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length
    const [before, behind] = [lower.slice(Math.max(0, at - 2), at), lower.slice(end, end + 2)]
    // `/v2/teams` is the end of an address.
    const isPath = /^\/[\p{L}_{:]/u.test(wanted) && /[\p{L}\d]$/u.test(before)
    const isJoined =
      joinedBefore.test(before) || (wanted.includes('/') && /[.@]$|\/\/$/.test(before))
    if ((isPath || !isJoined) && !joinedBehind.test(behind)) return true
    if (wanted === '') return false
  }
  return false
}

/** Letters of scripts without spaces between words part numbers: `24席`. */
const joinedBefore = /(?:[\p{Lu}\p{Ll}\d]|\d[.,:–-])$/u
const joinedBehind = /^(?:[\p{Lu}\p{Ll}\d]|[.,:–-]\d)/u

export function holdsNumber(line: LineText, value: number, profile: Profile): boolean {
  const { text } = line
  if (!line.hasDigit)
    return (
      value === 0 &&
      /free|gratis|kostenlos|gratuit|sin coste|no charge|senza costo|kosteloos|za darmo|bezpłatn|zdarma|^(?:none|keine[rs]?|aucune?|ningun[ao]|nessun[ao]?|geen|ingen|brak|žádn[ýé])$/i.test(
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
    // `21,097 km` is twenty-one of a page that writes a comma for the point.
    if (/^\d{1,3},\d{3}$/.test(text.slice(quantity.start, quantity.digitsEnd)))
      shown.push(quantity.value / 1_000)
    // `2.3k`
    if (/^k(?!\p{L})/u.test(text.slice(quantity.digitsEnd))) shown.push(quantity.value * 1_000)
    if (quantity.unit?.dimension === 'share') shown.push(quantity.value / 100)
    // `-15 %` is a discount of 15 %.
    const isShare = profile.form === 'percent'
    const isLess = isShare || (value < 0 && loss.test(text))
    return shown.some(
      (one) =>
        Math.abs((isShare ? Math.abs(one) : isLess ? -Math.abs(one) : one) - value) <=
        Math.abs(value) * 1e-9,
    )
  })
}

/** Words for amounts below nothing. */
const loss =
  /(?<!\p{L})(?:loss|losses|deficit|verlust|fehlbetrag|perte|déficit|pérdida|perdita|disavanzo|verlies|tekort|prejuízo|strata|förlust|underskud|tab|ztráta|minus)(?!\p{L})/iu

const hoursAndMinutes =
  /(?<![\d.,:])(\d{1,2}) ?(?:h|hrs?|hours?|std|stunden?|heures?|uur|timmar|timer?|ore?|horas?|godz)\.? ?(?:and |und |et |y |e |en |och |og )?(\d{1,2}) ?(?:m|min|mins|minutes|minuten|minutos|minuti|minuter)?(?![\p{L}\d])/giu

/** Whether a text says a duration in hours and minutes: `1 h 52`. */
const hasDuration = (text: string, minutes: number): boolean =>
  [...text.matchAll(hoursAndMinutes)].some(
    ([, hours, more]) => Number(hours) * 60 + Number(more) === minutes,
  )

/** Digits of times, dates and codes are amounts only where such are asked for. */
export function listAmounts(line: LineText, { form, folded, unit }: Profile): readonly Quantity[] {
  const { quantities, spans } = line.numbers()
  if (form === 'duration' || unit?.dimension === 'time')
    return line
      .quantities()
      .filter(({ start, digitsEnd }) =>
        spans.every(
          (span) => !isClock(line.text, span) || digitsEnd <= span.start || start >= span.end,
        ),
      )
  return digitForms.has(form) || partOfDate.test(folded) ? line.quantities() : quantities
}

/** A time of day or a date: `8 h` may be a duration, `17:20` not. */
const isClock = (text: string, { kind, start, end }: DigitSpan): boolean =>
  kind === 'date' || (kind === 'time' && /:|[時时点點시]/.test(text.slice(start, end)))

/** An amount of money is no count and no measure, and what is measured is no money. */
function isOtherKind(
  text: string,
  { sign, unit: shown, digitsEnd, end }: Quantity,
  { form, unit, folded }: Profile,
): boolean {
  if (sign !== undefined)
    return unit !== undefined || /^(?:count|percent|duration|year)$/.test(form)
  if (!shown) return false
  // Ingredients have amounts, too.
  if (form === 'money' && folded === 'amount') return false
  if (form === 'money') return !currencyAndUnit.test(text.slice(digitsEnd, end))
  return unit !== undefined && shown.dimension !== unit.dimension
}

/** A name of a currency that is one of a unit, too. */
const currencyAndUnit = /pounds?$/i
const digitForms = new Set(['date', 'time', 'year', 'code', 'phone', 'hours'])
const partOfDate = /(?:^| )(?:year|month|day|week|hour|minute|id|number|no|code)(?: |$)/

const currencyWord = /^ ?(?:pounds|dollars|euros?|francs|crowns|zlotych|kronor|kroner)(?!\p{L})/iu
const millions = 1e6
const wordsBehind = 12
/** A word that says what is counted; capital letters and more digits are those of an address or a code. */
const counted = /^[ -]?(?:\p{Ll}{3}(?!\P{L})|\p{Lo}|\p{Lu}\p{Ll}{3})/u
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
    const isMoney = sign !== undefined || currencyWord.test(behind) || quantity.scale >= millions
    if (profile.form === 'money') return isMoney
    const isFour = /^\d{4}$/.test(text.slice(start, digitsEnd))
    if (profile.form === 'year') return isFour && !unit && !isMoney
    // What a number is of that no name tells may be money.
    if (isMoney) return profile.form === 'number' && !profile.unit && profile.meanings.length === 0
    if (profile.unit) return unit?.dimension === profile.unit.dimension
    if (profile.form === 'percent') return unit?.dimension === 'share'
    const isAge = ageName.test(profile.folded)
    if (unit || isAge) return isAge && unit?.dimension === 'months' && unit.factor > 1
    if (isFour && value >= yearMin && value <= yearMax) return false
    return (
      counted.test(behind) &&
      !(value >= codeMin && /^ \p{Lu}/u.test(behind)) &&
      !/[\d(–-]$/.test(text.slice(0, start))
    )
  })
}

/** The clause around a number up to those beside it, for each time that it stands in a text. */
export function listWindows(line: LineText, value: number, profile: Profile): readonly string[] {
  const { text } = line
  const all = line.quantities()
  return all.flatMap((quantity, at) => {
    const from = all[at - 1]?.digitsEnd ?? 0
    const to = all[at + 1]?.start ?? text.length
    if (!holdsNumber(readLineText(text.slice(quantity.start, quantity.end)), value, profile))
      return []
    // Of `820 clocks in 6 rooms` the clocks are those of the number before.
    const between = text.slice(from, quantity.start)
    const before = at > 0 ? (between.split(joinWord).at(-1) ?? '') : between
    const behind = text.slice(quantity.start, to)
    const clause = `${before.split(clauseEnd).at(-1) ?? ''}${behind.split(clauseEnd, 1)[0] ?? ''}`
    return [/\p{L}{3}/u.test(clause) ? clause : `${before}${behind}`]
  })
}

const joinWord = / (?:in|and|und|et|y|e|en|och|og|i|oraz|a|w|na|dans|su) /u
const clauseEnd = /[,;()](?!\d)|(?<=[\p{L}\d)]{2}[.!?]) (?=\p{Lu})|[。、]/u
