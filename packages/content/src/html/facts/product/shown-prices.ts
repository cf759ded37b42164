import { shownAmount } from '#content/html/facts/amounts.ts'

/** A price in a shown text. */
export interface ShownPrice {
  readonly amount: number
  /** The sign or code as written. */
  readonly sign: string | undefined
  readonly formatted: string
  readonly start: number
  readonly end: number
}

const number =
  /(?<![\d.,])(?:\d{1,3}(?:[ .,'’]\d{3}){1,4}(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?)(?!\d)/g
const signBefore =
  /(?:(?:us|ca|au|nz|hk|nt|mx|[acsr])?\$|[€£¥₹₽₩₺₴฿₱₫₪]|(?<!\p{L})(?:rs\.?|kr\.?|zł|chf|rm|usd|eur|gbp|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|ron|inr|cny|brl|mxn|zar|sgd|hkd|aed|sar|thb|myr|php|jpy)) ?$/iu
const signAfter =
  /^(?:[.,]?[-–—]{1,2})? ?((?:us|ca|au|nz)?\$|[€£¥円元₹₽₩원₺₴฿₱₫₪]|(?:rs|kr|kn|zł|kč|ft|lei|tl|rm|chf|руб|грн|лв|euro|usd|eur|gbp|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|ron|bgn|inr|cny|rub|brl|mxn|zar|try|sgd|hkd|krw|ils|aed|sar|thb|myr|php|jpy|uah)(?!\p{L}))/iu

const signLengthMax = 6

/** The amounts of a text that stand beside a currency. */
export function shownPrices(text: string): ShownPrice[] {
  const prices: ShownPrice[] = []
  for (const { 0: digits, index } of text.matchAll(number)) {
    const amount = shownAmount(digits)
    if (amount === undefined || amount <= 0) continue
    const [before] = signBefore.exec(text.slice(Math.max(0, index - signLengthMax), index)) ?? []
    const behind = index + digits.length
    const [after, sign] = signAfter.exec(text.slice(behind, behind + signLengthMax + 3)) ?? []
    if (before === undefined && after === undefined) continue
    const start = index - (before?.length ?? 0)
    const end = before === undefined ? behind + (after?.length ?? 0) : behind
    prices.push({
      amount,
      sign: before?.trim() ?? sign,
      formatted: text.slice(start, end).trim(),
      start,
      end,
    })
  }
  return prices
}
