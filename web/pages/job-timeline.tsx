import { duration, language } from '../format.ts'
import { useResource } from '../resource.ts'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { StackedBars } from '../ui/chart.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/job.ts'
import type * as contract from '../../src/features/console/work-contract.ts'
import type { z } from 'zod'

type Timeline = z.output<typeof contract.TimelineReply>

const everyMs = 5_000
/** From this length of a bar on, the day belongs to its name. */
const longSeconds = 900
const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
const dayAndClock = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' })

/** How many pages a job has read over time, and how many failed. */
export function JobTimeline({ id, isRunning }: { id: string; isRunning: boolean }) {
  const { data, failure } = useResource<Timeline>(
    `/console/api/jobs/${id}/timeline`,
    isRunning ? everyMs : undefined,
  )
  if (failure !== undefined) return <Failure>{failure}</Failure>
  if (!data) return <Loading />
  const { seconds, slots, isPartial } = data.data
  const [first] = slots
  const last = slots.at(-1)
  if (!first || !last) return <Empty icon="clock" title={words.pagesEmpty} />
  const [from, to] = [first, last].map(({ at }) => Date.parse(at) / 1_000)
  const times = Array.from(
    { length: Math.round(((to ?? 0) - (from ?? 0)) / seconds) + 1 },
    (_, slot) => ((from ?? 0) + slot * seconds) * 1_000,
  )
  const bySlot = new Map(slots.map((slot) => [Math.round(Date.parse(slot.at)), slot]))
  const read = (name: 'pages' | 'errors') =>
    times.map((at) => bySlot.get(Math.round(at))?.[name] ?? 0)
  const format = seconds < longSeconds ? clock : dayAndClock
  return (
    <div class="over-time">
      <p class="faint">
        {fill(words.timelineHint, { length: duration(seconds) })}{' '}
        {isPartial && words.timelinePartial}
      </p>
      <StackedBars
        label={words.timelineLabel}
        unit={words.timelineUnit}
        names={times.map((at) => format.format(at))}
        series={[
          { label: words.timelineRead, values: read('pages') },
          { label: words.timelineFailed, values: read('errors') },
        ]}
      />
    </div>
  )
}
