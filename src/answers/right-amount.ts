import { isAmountFor } from '#content/fill/holds-value.ts'
import type { Locate } from '#content/fill/locate.ts'
import type { Profile } from '#content/fill/profile.ts'
import { quantitiesIn } from '#content/fill/quantities.ts'
import { otherPrice } from '#content/fill/read-by-form.ts'

/** A value and the line in which it stands. */
interface Placed {
  readonly value: unknown
  readonly line: number
}

/** Whether a number has the currency or the unit that is asked for, or is the only one of its line. */
export function isOfKind(locate: Locate, { value, line }: Placed, profile: Profile): boolean {
  if (typeof value !== 'number') return true
  const text = locate.countedText(line)
  const isMeasure =
    (profile.form === 'money' && profile.folded !== 'amount') || profile.unit !== undefined
  const isYear = profile.form === 'count' && value >= 1_500 && value <= 2_100
  if (!isMeasure && !isYear) return true
  if (isAmountFor(text, value, profile)) return true
  return text.quantities().length < 2 && !locate.isInAddress(line)
}

const [wordsBefore, wordsBehind] = [16, 12]
const currencyWord = /^ ?(?:pounds|dollars|euros?|francs|crowns)(?!\p{L})/iu

/** Whether a number stands with a currency in a text, and nothing beside it says that it is another amount. */
export const isPriceIn = (text: string, value: unknown): boolean =>
  quantitiesIn(text).some(({ sign, value: amount, start, end, digitsEnd }) => {
    const around = `${text.slice(Math.max(0, start - wordsBefore), start)} ${text.slice(end, end + wordsBehind)}`
    const isMoney =
      sign !== undefined || currencyWord.test(text.slice(digitsEnd, digitsEnd + wordsBehind))
    return amount === value && isMoney && !otherPrice.test(around)
  })

/** Whether a number stands in a line as what is asked for, or without a unit, and is no part of an address. */
export function isBare(locate: Locate, { value, line }: Placed, profile: Profile): boolean {
  if (typeof value !== 'number') return true
  const text = locate.countedText(line)
  // What is free costs nothing.
  if (value === 0 && !text.hasDigit) return true
  if (isAmountFor(text, value, profile)) return true
  if (profile.unit) return false
  const isPlain = text
    .numbers()
    .quantities.some(
      (one) =>
        one.value === value &&
        one.sign === undefined &&
        !/^ ?[x×]|^[°%]/.test(text.text.slice(one.digitsEnd)) &&
        !/[x×] ?$/.test(text.text.slice(0, one.start)),
    )
  return (
    isPlain && profile.form !== 'money' && profile.form !== 'percent' && !locate.isInAddress(line)
  )
}

/** How many times the page has a number, of whatever kind. */
export function countMentions(
  locate: Locate,
  value: unknown,
  content: readonly { readonly line: number }[],
): number {
  if (typeof value !== 'number') return content.length
  const inContent = content.reduce(
    (sum, { line }) =>
      sum +
      Math.max(
        1,
        locate
          .countedText(line)
          .quantities()
          .filter((one) => one.value === value).length,
      ),
    0,
  )
  return Math.max(inContent, locate.countAmounts(value))
}
