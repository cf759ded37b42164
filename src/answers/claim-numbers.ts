import { readNumbers, type DigitSpan } from '#content/fill/number-kinds.ts'
import type { Quantity } from '#content/fill/quantities.ts'
import { currencies } from '#content/fill/units.ts'
import { findCode } from '#content/fill/value-in-text.ts'
import { readBound, type Bound } from './claim-words.ts'

/** A number of a text as what it is: an amount, a time, a date or a code, and whether it is a bound. */
export interface ClaimNumber {
  readonly kind: DigitSpan['kind'] | 'amount'
  /** Of what is no amount. */
  readonly key: string
  /** Of an amount, in the base unit of its dimension. */
  readonly value: number
  readonly dimension: string | undefined
  /** Code or sign of its currency. */
  readonly currency: string | undefined
  readonly bound: Bound
  /** Whether a word follows that may say what is counted. */
  readonly isCounting: boolean
}

/** The numbers of a text. */
export function listClaimNumbers(text: string): readonly ClaimNumber[] {
  const { spans, quantities } = readNumbers(text)
  const bound = (start: number, end: number) => readBound(text, start, end)
  return [
    ...spans.map(({ kind, key, start, end }) => ({
      ...nothing,
      kind,
      key,
      bound: kind === 'time' || kind === 'date' ? bound(start, end) : undefined,
    })),
    ...quantities.map((quantity) => readAmount(text, quantity)),
  ]
}

/** A text without its numbers and what belongs to them. */
export function withoutNumbers(text: string): string {
  const { spans, quantities } = readNumbers(text)
  let rest = text
  for (const { start, end } of [...spans, ...quantities])
    rest = `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`
  return rest
}

const nothing = {
  key: '',
  value: Number.NaN,
  dimension: undefined,
  currency: undefined,
  isCounting: false,
}

function readAmount(text: string, quantity: Quantity): ClaimNumber {
  const { value, scale, unit, sign, start, end, digitsEnd } = quantity
  const [, word = ''] = /^ ?(\p{L}{3,12})/u.exec(text.slice(digitsEnd, digitsEnd + wordLook)) ?? []
  const named = currencies.get(word.toLowerCase())
  const isMoney = sign !== undefined || named !== undefined
  return {
    kind: 'amount',
    key: '',
    value: value * scale * (unit && !isMoney ? unit.factor : 1),
    dimension: isMoney ? undefined : unit?.dimension,
    currency: named ?? (sign === undefined ? undefined : (findCode(sign) ?? sign)),
    bound: readBound(text, start, end),
    isCounting: !isMoney && !unit && /^ \p{Ll}{3}/u.test(text.slice(end, end + wordLook)),
  }
}

const wordLook = 16
const [yearMin, yearMax] = [1_000, 2_200]

/** Whether a page says the number that is claimed: the same kind, currency, dimension and bound. */
export function isSameNumber(claimed: ClaimNumber, said: ClaimNumber): boolean {
  if (claimed.kind === 'amount' && said.kind === 'date') return isYearWithin(claimed, said)
  if (claimed.kind !== said.kind || claimed.bound !== said.bound) return false
  if (claimed.kind === 'date') return isSameDate(claimed.key, said.key)
  if (claimed.kind !== 'amount') return claimed.key === said.key
  if (Math.abs(claimed.value - said.value) > Math.abs(claimed.value) * 1e-9) return false
  if (claimed.currency === said.currency && claimed.dimension === said.dimension) return true
  const isPlain = (one: ClaimNumber) => !one.currency && !one.dimension
  if (isPlain(said)) return !said.isCounting
  // `It costs 9.50` says no other than `9.50 euros`; `10 people` does.
  return isPlain(claimed) && !claimed.isCounting
}

const isYearWithin = ({ value, currency, dimension }: ClaimNumber, { key }: ClaimNumber): boolean =>
  !currency && !dimension && value >= yearMin && value <= yearMax && key.startsWith(`${value}-`)

/** Each part that is claimed is said. */
function isSameDate(claimed: string, said: string): boolean {
  const parts = said.split('-')
  return claimed.split('-').every((part, at) => part === '' || part === parts[at])
}
