import type { ComponentChildren } from 'preact'
import { formatNumber } from '../format.ts'
import { useResource } from '../resource.ts'
import { Sparkline } from '../ui/chart.tsx'
import type { Activity } from './overview-recent.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/overview.ts'
import type * as contract from '../../src/features/console/work-contract.ts'
import type { z } from 'zod'
import type * as team from '../../src/features/team/contract.ts'

type Credits = z.output<typeof team.CreditUsage>
type Queue = z.output<typeof team.QueueStatus>

export type Usage = z.output<typeof contract.UsageReply>

const everyMs = 5_000
/** Plans with as many credits have no limit in practice, as the plan of one's own machine. */
const unlimitedMin = 1_000_000_000

const sumValues = (values: readonly number[]) => {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
/** Number of operations in all days. */
export const computeTotal = ({ series }: Usage['data']) =>
  sumValues(series.map(({ values }) => sumValues(values)))

/** The four numbers at the top. */
export function Figures({
  usage,
  activity,
}: {
  usage: Usage['data'] | undefined
  activity: Activity | undefined
}) {
  const credits = useResource<Credits>('/v2/team/credit-usage', everyMs).data?.data
  const isUnlimited = credits !== undefined && credits.planCredits >= unlimitedMin
  const queue = useResource<Queue>('/v2/team/queue-status', everyMs).data
  const daily = usage?.days.map((_, day) =>
    sumValues(usage.series.map(({ values }) => values[day] ?? 0)),
  )
  const total = daily && sumValues(daily)
  const { all = 0, failed = 0 } = activity?.success ?? {}
  return (
    <div class="figures">
      <Figure
        title={words.operationsTitle}
        value={total === undefined ? '–' : formatNumber(total)}
        note={usage && total !== undefined ? trend(total, usage.before) : 'in 30 days'}
        aside={daily && <Sparkline values={daily} />}
      />
      {isUnlimited ? (
        <Figure
          title={words.creditsUsed}
          value={formatNumber(credits.planCredits - credits.remainingCredits)}
          note={words.creditsUnlimited}
          aside={null}
        />
      ) : (
        <Figure
          title={words.creditsTitle}
          value={credits ? formatNumber(credits.remainingCredits) : '–'}
          note={
            credits
              ? fill(words.creditsPlan, { planCredits: formatNumber(credits.planCredits) })
              : ''
          }
          aside={
            credits && <Ring share={credits.remainingCredits / Math.max(1, credits.planCredits)} />
          }
        />
      )}
      <Figure
        title={words.queueTitle}
        value={queue ? `${queue.activeJobsInQueue} / ${queue.maxConcurrency}` : '–'}
        note={
          queue
            ? fill(words.queueWaiting, {
                waitingJobsInQueue: formatNumber(queue.waitingJobsInQueue),
              })
            : ''
        }
        aside={queue && <Slots busy={queue.activeJobsInQueue} all={queue.maxConcurrency} />}
      />
      <Figure
        title={words.successTitle}
        value={all === 0 ? '–' : `${Number(((100 * (all - failed)) / all).toFixed(1))} %`}
        note={
          all === 0
            ? words.successEmpty
            : fill(words.successFailed, { failed: formatNumber(failed) })
        }
        aside={all > 0 && <Ring share={(all - failed) / all} />}
      />
    </div>
  )
}

function trend(total: number, before: number): string {
  if (before === 0) return words.operationsPeriod
  const change = Math.round((100 * (total - before)) / before)
  return fill(words.operationsTrend, { change: change > 0 ? '+' : '', change2: change })
}

function Figure(props: { title: string; value: string; note: string; aside: ComponentChildren }) {
  return (
    <section class="card figure">
      <h2>{props.title}</h2>
      <div class="value">
        {props.value}
        {props.aside}
      </div>
      <p>{props.note}</p>
    </section>
  )
}

const ringLength = 2 * Math.PI * 14

function Ring({ share }: { share: number }) {
  const part = Math.min(1, Math.max(0, share)) * ringLength
  return (
    <svg width="36" height="36" viewBox="0 0 36 36" class="ring" aria-hidden="true">
      <circle cx="18" cy="18" r="14" />
      {part > 0 && (
        <circle
          cx="18"
          cy="18"
          r="14"
          class="part"
          stroke-dasharray={`${part} ${ringLength}`}
          transform="rotate(-90 18 18)"
        />
      )}
    </svg>
  )
}

const slotsShownMax = 50

function Slots({ busy, all }: { busy: number; all: number }) {
  const shown = Math.min(all, slotsShownMax)
  const filled = Math.ceil((busy / Math.max(1, all)) * shown)
  return (
    <span class="places" aria-hidden="true">
      {Array.from({ length: shown }, (_, index) => (
        <i key={index} class={index < filled ? 'busy' : ''} />
      ))}
    </span>
  )
}
