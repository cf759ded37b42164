import type { DailyCount } from '#credits/usage.ts'

const dayMs = 86_400_000
const seriesMax = 5

interface DailySeries {
  readonly days: number
  readonly measure: 'operations' | 'credits'
  /** What a group of charges is called. */
  readonly findName: (group: string) => string
}

/** Sums per day and group of the last `days` days, and the sum of the days before. The smallest groups become one. */
export function toDailySeries(
  rows: readonly DailyCount[],
  { days, measure, findName }: DailySeries,
) {
  const today = Math.floor(Date.now() / dayMs)
  const first = today - days + 1
  const countDays = ({ day }: DailyCount) => Math.floor(day.getTime() / dayMs)
  const byKind = Map.groupBy(
    rows.filter((row) => countDays(row) >= first),
    ({ group }) => (group === null ? null : findName(group)),
  )
  const all = [...byKind].map(([kind, counts]) => {
    const values = Array.from({ length: days }, () => 0)
    for (const row of counts)
      values[countDays(row) - first] = (values[countDays(row) - first] ?? 0) + row[measure]
    return { kind, values }
  })
  const sorted = all.toSorted((a, b) => sum(b.values) - sum(a.values))
  const rest = sorted.slice(seriesMax - 1)
  const others = Array.from({ length: days }, (_, day) =>
    sum(rest.map(({ values }) => values[day] ?? 0)),
  )
  const series =
    rest.length > 1
      ? [...sorted.slice(0, seriesMax - 1), { kind: 'other', values: others }]
      : sorted
  return {
    days: Array.from({ length: days }, (_, day) => new Date((first + day) * dayMs).toISOString()),
    series,
    before: sum(rows.filter((row) => countDays(row) < first).map((row) => row[measure])),
  }
}

function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
