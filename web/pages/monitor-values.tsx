import { capital, shortUrl } from '../format.ts'
import { useResource } from '../resource.ts'
import { ValueChart, type Point } from '../ui/value-chart.tsx'
import * as words from '../words/en/monitor-values.ts'

interface Values {
  readonly data: readonly {
    readonly url: string
    readonly name: string
    readonly points: readonly Point[]
  }[]
}

const everyMs = 15_000

/** The numbers that the rules of a monitor watch, over time. */
export function MonitorValues({ monitorId }: { monitorId: string }) {
  const path = `/console/api/monitors/${monitorId}/values`
  const { data } = useResource<Values>(path, everyMs)
  const shown = data?.data.filter(({ points }) => points.length > 1) ?? []
  if (shown.length === 0) return null
  const isOne = new Set(shown.map(({ url }) => url)).size === 1
  return (
    <section class="value-charts" aria-label={words.sectionLabel}>
      {shown.map(({ url, name, points }) => (
        <ValueChart
          key={`${url} ${name}`}
          label={capital(isOne ? name : `${name}, ${shortUrl(url)}`)}
          points={points}
        />
      ))}
    </section>
  )
}
