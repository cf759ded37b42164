import { shownAmount } from '#content/html/facts/amounts.ts'
import { unitNamed, type Unit } from './units.ts'

/** A number in a text with what stands beside it. */
export interface Quantity {
  readonly value: number
  /** The sign or code of a currency as it stands there. */
  readonly sign: string | undefined
  readonly unit: Unit | undefined
  /** 1,000,000 for `8.2 million`. */
  readonly scale: number
  readonly start: number
  /** Behind the number and what belongs to it. */
  readonly end: number
  /** Behind the digits. */
  readonly digitsEnd: number
  /** Whether a dash leads to the next number. */
  readonly isRangeStart: boolean
}

const signBefore =
  /(?:(?:us|ca|au|nz|hk|nt|mx|[acsr])?\$|[€£¥₹₽₩₺₴฿₱₫₪]|(?<!\p{L})(?:rs\.?|kr\.?|zł|chf|rm|usd|eur|gbp|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|ron|inr|cny|brl|mxn|zar|sgd|hkd|aed|sar|thb|myr|php|jpy))[ \u00A0]?$/iu
const signAfter =
  /^(?:[.,]?[-–—]{1,2})?[ \u00A0]?((?:us|ca|au|nz)?\$|[€£¥円元₹₽원₩₺₴฿₱₫₪]|(?:rs|kr|kn|zł|kč|lei|tl|rm|chf|руб|грн|лв|euros?|usd|eur|gbp|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|ron|bgn|inr|cny|rub|brl|mxn|zar|try|sgd|hkd|krw|ils|aed|sar|thb|myr|php|jpy|uah)(?!\p{L})|(?<=^)[.,][-–—]{1,2}(?![\d\p{L}]))/iu
const forint = /^[ \u00A0]?(Ft)(?!\p{L})/u
const scaleAfter =
  /^[ \u00A0]?(million(?:en|s|er)?|millones|milioni|miljoen|miljoner|mln|mio|milhões|milionów|mill|m|billion|milliarden?|milliards?|mrd|bn|k|thousand|tausend|tsd|mille|mil)\.?(?![\p{L}\d²])/iu
const unitAfter =
  /^[ \u00A0-]?(?:(?:working|business|calendar) )?(°[cf]|℃|%|"|km\/h|m\/s|g\/km|l(?:\/| (?:auf|pro|aux|sur|per|por|su|op|na) )100 ?km|m[²³]|ft²|(?:[\p{Lu}\p{Ll}]{1,14}|\p{Lo}{1,6})[²³23]?|㎡)(?![\p{Lu}\p{Ll}\d])/iu
/** No space parts these from the next word; four digits before them are a year. */
const easternUnit = /^[ \u00A0]?(分[钟間]?|時間|小时|시간|日間|天|週間|[かヶケ個]月|年間?)/u
const range =
  /^(?: ?[€£$¥])? ?(?:[-–—]|to|bis|à|al|a|do|tot|até|till|til) ?(?:[€£$¥] ?|[A-Z]{3} )?\d/u
/** `between 27 and 31` */
const between =
  /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen|mellan|mellem|między) (?:[€£$¥] ?)?$/iu
const betweenEnd =
  /^(?: ?[€£$¥]| (?:eur|euros?|kr|km|m|kg))? (?:and|und|et|y|e|en|i|och|og) [€£$¥]?\d/iu
const article = /^ a \p{L}/u
const rangeWord = /^ (?:to|bis|à|al|a|do|tot|até|till|til) /u
const lookLength = 16
const quantitiesMax = 200

/** Ten thousand and a hundred million: `1万円`. */
const easternScale = /^([万萬만億亿억])/u
const easternScales: Readonly<Record<string, number>> = { 億: 1e8, 亿: 1e8, 억: 1e8 }

const scales: readonly (readonly [beginning: RegExp, scale: number])[] = [
  [/^(?:milliard|mrd|billion|bn)/i, 1e9],
  [/^(?:millen|mille$|mil$|k$|thousand|tausend|tsd)/i, 1e3],
  [/^m/i, 1e6],
]

/** The numbers of a text. */
export function quantitiesIn(text: string): readonly Quantity[] {
  const found: Quantity[] = []
  for (const { 0: digits, index } of text.matchAll(digitRuns)) {
    const last = found.at(-1)
    if ((last && index < last.digitsEnd) || !isNumberAt(text, index)) continue
    const quantity = quantityAt(text, { index, run: digits, from: last?.end ?? 0 })
    if (quantity) found.push(quantity)
    if (found.length >= quantitiesMax) break
  }
  const all = found.map((quantity, at) => {
    const next = found[at + 1]
    // `under 12 – £4.50` is no range of money.
    return next && /^[-−]?\d/.test(text.slice(next.start)) ? shared(quantity, next) : quantity
  })
  return shareLengths(text, all)
}

const times = /^\s{0,3}[x×*]\s{0,3}$/iu

/** Of `幅135×奥行80×高さ72cm` each is in centimetres. */
function shareLengths(text: string, all: readonly Quantity[]): readonly Quantity[] {
  let next: Quantity | undefined
  return all
    .toReversed()
    .map((own) => {
      const isJoined = next && times.test(text.slice(own.digitsEnd, next.start))
      const isShared = isJoined === true && !own.unit && next?.unit?.dimension === 'length'
      next = isShared ? { ...own, unit: next?.unit } : own
      return next
    })
    .toReversed()
}

/** Both ends of a range have the currency, the unit and the scale that stand behind the second. */
function shared(quantity: Quantity, next: Quantity): Quantity {
  if (!quantity.isRangeStart || quantity.sign !== undefined || quantity.unit) return quantity
  const scale = quantity.scale === 1 ? next.scale : quantity.scale
  return { ...quantity, sign: next.sign, unit: next.unit, scale }
}

const digitRuns = /\d+(?:[.,'’]\d+)*/g
const thousands = /^[ \u00A0\u202F]\d{3}(?!\d)/
const decimals = /^[.,]\d{1,2}(?!\d)/

/** Not the digits of a word or of a code: `M16`, `AB-12`, but those of `under-12s`. */
function isNumberAt(text: string, index: number): boolean {
  const [two, one] = [text.charAt(index - 2), text.charAt(index - 1)]
  return (
    !/[\p{Lu}\p{Ll}\d.,]/u.test(one) &&
    !(
      one === '-' &&
      /\p{L}/u.test(two) &&
      !ageBefore.test(text.slice(Math.max(0, index - 6), index))
    )
  )
}

const ageBefore = /(?:under|over)-$/i

/** Digits with the groups of thousands that a space parts. */
function wholeNumber(text: string, index: number, digits: string): string {
  let whole = digits
  if (!/^\d{1,3}$/.test(digits)) return whole
  for (let groups = 0; groups < 4; groups += 1) {
    const behind = index + whole.length
    const [group] = thousands.exec(text.slice(behind, behind + 5)) ?? []
    if (group === undefined) break
    whole += group
  }
  if (whole === digits) return whole
  const behind = index + whole.length
  return whole + (decimals.exec(text.slice(behind, behind + 4))?.[0] ?? '')
}

interface Digits {
  readonly index: number
  readonly run: string
  /** What stands before belongs to the number before. */
  readonly from: number
}

function quantityAt(text: string, { index, run, from: free }: Digits): Quantity | undefined {
  const digits = wholeNumber(text, index, run)
  const amount = shownAmount(digits)
  if (amount === undefined) return undefined
  const isSigned = /[-−+]/.test(text.charAt(index - 1))
  const isNegative =
    /[-−]/.test(text.charAt(index - 1)) && !/[\p{Ll}\d€£$)]/u.test(text.charAt(index - 2))
  const from = isSigned ? index - 1 : index
  const [before] = signBefore.exec(text.slice(Math.max(free, from - 6), from)) ?? []
  const digitsEnd = index + digits.length
  let end = digitsEnd
  const rest = () => text.slice(end, end + lookLength)
  const isBetween = between.test(text.slice(Math.max(0, from - lookLength), from))
  const isRangeStart =
    range.test(rest()) || (isBetween && betweenEnd.test(text.slice(end, end + lookLength * 2)))
  // `k.k.` and `m.m.` are no scales.
  const isShort = /^[ \u00A0]?[km]\.\p{L}/iu.test(rest())
  const [scaled, scaleName] = (isShort ? undefined : scaleAfter.exec(rest())) ?? []
  const scale = scales.find(([name]) => scaleName !== undefined && name.test(scaleName))?.[1]
  // A single letter is a scale only behind a currency: `$8m`; elsewhere `m` is a unit.
  const isScaled =
    scaled !== undefined &&
    (scaleName?.length !== 1 ||
      before !== undefined ||
      /^[€$£]/.test(text.slice(end + scaled.length)))
  if (isScaled) end += scaled.length
  const [eastern] = easternScale.exec(rest()) ?? []
  end += eastern?.length ?? 0
  // `ft` is a foot, `Ft` a forint.
  const [after, sign] = signAfter.exec(rest()) ?? forint.exec(rest()) ?? []
  if (after !== undefined) end += after.length
  // `£50 to £60 a year`: a word for a range and an article are no units.
  const isJoined = (isRangeStart && rangeWord.test(rest())) || article.test(rest())
  const [unitText, unitName] =
    sign === undefined && !isJoined
      ? ((digits.length < 4 ? easternUnit.exec(rest()) : null) ?? unitAfter.exec(rest()) ?? [])
      : []
  // `1 t 10 min` are no tons.
  const isHour = unitName === 't' && /^ ?t\.? \d{1,2} ?min/.test(rest())
  const unit = unitName === undefined ? undefined : findUnit(isHour ? 'h' : unitName)
  if (unit && unitText !== undefined) end += unitText.length
  return {
    value: isNegative && before === undefined ? -amount : amount,
    sign: before?.trim() ?? sign,
    unit,
    scale: eastern === undefined ? (isScaled ? (scale ?? 1) : 1) : (easternScales[eastern] ?? 1e4),
    start: from - (before?.length ?? 0),
    end,
    digitsEnd,
    isRangeStart,
  }
}

/** A number or a range of two without a unit. */
export const bareNumber = /^[-+−]?\d[\d.,' \u00A0]{0,14}(?: ?[-–—] ?\d[\d.,]{0,10})?$/u

/** Whether a text is the name of a unit and no more. */
export function isUnitName(text: string): boolean {
  const [quantity] = quantitiesIn(`1 ${text}`)
  return quantity?.unit !== undefined && quantity.end === text.length + 2
}

/** `28 vakantiedagen` are days. */
const dayWord = /^\p{L}{3,10}(dagen|tagen?|dagar|dage)s?$/iu

const findUnit = (name: string): Unit | undefined =>
  unitNamed(
    name === '"'
      ? 'zoll'
      : /100 ?km$/i.test(name)
        ? 'l/100km'
        : (dayWord.exec(name)?.[1] ?? name).toLowerCase().replace(' ', ''),
  )

/** A duration in minutes: `1 h 20 min`, `PT1H20M`, `45 Minuten`. Undefined for other texts. */
export function minutesIn(text: string): number | undefined {
  const [, hours, minutes] =
    /^PT(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:\d{1,5}S)?$/i.exec(text.trim()) ?? []
  if (hours !== undefined || minutes !== undefined)
    return Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  const [, whole, rest] = /^\D{0,20}(\d{1,3}) ?h ?([0-5]\d)(?![\d:])/.exec(text) ?? []
  if (whole !== undefined) return Number(whole) * 60 + Number(rest)
  const times = quantitiesIn(text).filter(({ unit }) => unit?.dimension === 'time')
  const [first, second] = times
  if (!first?.unit) return undefined
  const more = first.unit.factor === 60 && second?.unit?.factor === 1 ? second.value : 0
  if (first.isRangeStart) return undefined
  return first.value * first.unit.factor + more
}
