import type { ScoredPrice, VisiblePrices } from './price-candidates.ts'

/** A price that the page declares, in order of trust. */
export interface DeclaredPrice {
  readonly amount: number
  readonly currency: string | undefined
}

export interface ChosenPrice {
  readonly amount: number
  /** As declared or written: a code or a sign. */
  readonly currency: string | undefined
  readonly formatted: string | undefined
}

const strong = 5
const weak = 1
/** How much better another declared price, or a shown one, has to look. */
const declaredLead = 2
const shownLead = 5

/**
 * The price of a product: the declared one that the page also shows, a shown one only where it looks far better; then a shown
 * one that looks right, then what is declared.
 */
export function choosePrice(
  declared: readonly DeclaredPrice[],
  { ranked, amounts }: VisiblePrices,
): ChosenPrice | undefined {
  const computeScore = (amount: number) => ranked.find((one) => one.amount === amount)?.score ?? -9
  const [top] = ranked
  const isStrong = top !== undefined && top.score >= strong
  const [first, ...rest] = declared.filter(({ amount }) => amounts.has(amount))
  if (first) {
    let best = first
    for (const one of rest)
      if (computeScore(one.amount) > computeScore(best.amount) + declaredLead) best = one
    const isBeaten =
      isStrong &&
      (top.score > computeScore(best.amount) + shownLead || isReduced(top, best.amount, ranked))
    return isBeaten ? shown(top) : withShown(best, ranked)
  }
  if (isStrong) return shown(top)
  const [stated] = declared
  if (stated) return withShown(stated, ranked)
  return top !== undefined && top.score >= weak ? shown(top) : undefined
}

/** A lower price directly beside the declared one is what the declared one was reduced to. */
function isReduced(top: ScoredPrice, amount: number, ranked: readonly ScoredPrice[]): boolean {
  const declared = ranked.find((one) => one.amount === amount)
  const isLower = top.amount < amount && top.amount > amount * reductionMin
  return (
    declared !== undefined &&
    isLower &&
    top.score > declared.score &&
    Math.abs(top.at - declared.at) < besideMax
  )
}

const reductionMin = 0.4
const besideMax = 60

const shown = ({ amount, sign, formatted }: ScoredPrice): ChosenPrice => ({
  amount,
  currency: sign,
  formatted,
})

function withShown(
  { amount, currency }: DeclaredPrice,
  ranked: readonly ScoredPrice[],
): ChosenPrice {
  const same = ranked.find((one) => one.amount === amount)
  return { amount, currency: currency ?? same?.sign ?? ranked[0]?.sign, formatted: same?.formatted }
}
