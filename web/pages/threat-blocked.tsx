import { formatNumber } from '../format.ts'
import { useResource } from '../resource.ts'
import { Card, Failure, Loading } from '../ui/card.tsx'
import * as words from '../words/en/threat.ts'

interface Blocked {
  readonly data: readonly { readonly rule: string; readonly count: number }[]
}

const everyMs = 30_000
const rules: Readonly<Record<string, string>> = {
  blacklist: words.deniedLabel,
  'blocked-tld': words.tldsLabel,
  'risk-score': words.scoreLabel,
  'provider-failure': words.outageLabel,
}

/** How many URLs were refused in the last 24 hours, by rule. */
export function BlockedCard() {
  const { data, failure } = useResource<Blocked>('/console/api/threat/blocked', everyMs)
  return (
    <Card title={words.blockedTitle}>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!data && failure === undefined && <Loading />}
      {data?.data.length === 0 && <p class="faint">{words.blockedEmpty}</p>}
      {data !== undefined && data.data.length > 0 && (
        <dl class="facts-list words">
          {data.data.map(({ rule, count }) => (
            <div key={rule}>
              <dt>{rules[rule] ?? rule}</dt>
              <dd>{formatNumber(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
