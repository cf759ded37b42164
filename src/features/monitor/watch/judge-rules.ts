import type { FoundValue } from './find-values.ts'
import type { Rule } from './watch.ts'

/** What is kept of a rule between checks. */
export interface RuleState {
  /** The rule: another one begins anew. */
  readonly key: string
  /** What was found last. */
  readonly last: FoundValue
  /** What `changesBy` compares with: the value at the last report, or the first one. */
  readonly reference: FoundValue
}

/** What a check has found about a rule. */
export interface RuleResult {
  readonly rule: Rule
  readonly found: FoundValue
  /** What was found before; null at the first check. */
  readonly before: FoundValue
  readonly isMet: boolean
}

export interface JudgedRules {
  readonly results: readonly RuleResult[]
  readonly states: readonly RuleState[]
}

/** Compares what the rules find with what they found before. */
export function judgeRules(
  rules: readonly Rule[],
  found: readonly FoundValue[],
  before: readonly RuleState[],
): JudgedRules {
  const judged = rules.map((rule, index) => {
    const key = JSON.stringify(rule)
    const now = found[index] ?? null
    const state = before.find((one) => one.key === key)
    const isMet = meets(rule, now, state)
    const last = now ?? state?.last ?? null
    const reference = isMet ? last : (state?.reference ?? last)
    return {
      result: { rule, found: now, before: state?.last ?? null, isMet },
      state: { key, last, reference },
    }
  })
  return {
    results: judged.map(({ result }) => result),
    states: judged.map(({ state }) => state),
  }
}

function meets(rule: Rule, now: FoundValue, state: RuleState | undefined): boolean {
  const last = state?.last ?? null
  const isOther = last !== null && now !== null && now !== last
  switch (rule.when) {
    case 'changes':
      return isOther
    case 'appears':
    case 'in':
      return now === true && last !== true
    // What was never there does not disappear.
    case 'disappears':
      return now === false && last === true
    case 'out':
      return now === false && last !== false
    case 'below':
      return isBeyond(now, last, (value) => value < (rule.value ?? 0))
    case 'above':
      return isBeyond(now, last, (value) => value > (rule.value ?? 0))
    case 'changesBy':
    case 'changesByPercent':
      break
  }
  return changesEnough(rule, now, state?.reference ?? null)
}

/** A value that stays beyond the limit is reported once. */
const isBeyond = (now: FoundValue, last: FoundValue, test: (value: number) => boolean): boolean =>
  typeof now === 'number' && test(now) && !(typeof last === 'number' && test(last))

/** Sums of decimal fractions are not exact. */
const tolerance = 1e-9

function changesEnough(
  { when, value = 0 }: Extract<Rule, { type: 'number' | 'price' }>,
  now: FoundValue,
  reference: FoundValue,
): boolean {
  if (typeof now !== 'number' || typeof reference !== 'number') return false
  const change = Math.abs(now - reference)
  if (change === 0) return false
  if (when === 'changesBy') return change >= value - tolerance
  return reference === 0 || (change / Math.abs(reference)) * 100 >= value - tolerance
}
