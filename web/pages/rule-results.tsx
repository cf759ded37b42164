import { capital, toText } from '../format.ts'
import { ruleText, type Rule } from './monitor-rules.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-rules.ts'
import * as terms from '../words/en/terms.ts'

type Value = number | boolean | null

/** What a rule has found on a page. */
export interface RuleResult {
  readonly rule: Rule
  readonly found: Value
  readonly before: Value
  readonly isMet: boolean
}

export function RuleResults({ results }: { results: readonly RuleResult[] }) {
  return (
    <ul class="rule-results" aria-label={words.resultsLabel}>
      {results.map(({ rule, found, before, isMet }, at) => (
        <li key={at}>
          <span class={`badge ${isMet ? 'good' : ''}`}>
            {isMet ? words.resultsMet : words.resultsNotMet}
          </span>
          <b>{capital(ruleText(rule))}</b>
          <span class="faint">
            {before === null
              ? fill(words.resultsFirst, { found: readValue(found) })
              : fill(words.resultsNow, { found: readValue(found), before: readValue(before) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function readValue(value: Value): string {
  if (value === null) return terms.factUnknown
  if (typeof value === 'boolean') return value ? words.watchedYes : words.watchedNo
  return toText(value)
}
