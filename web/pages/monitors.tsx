import { useState } from 'preact/hooks'
import { ago, count } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { Dot, Empty, Failure, Loading, type DotState } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { MonitorView } from './monitor.tsx'
import { MonitorForm } from './monitor-form.tsx'
import { scheduleText } from './schedule-text.ts'

export interface Summary {
  readonly totalPages: number
  readonly changed: number
  readonly new: number
  readonly removed: number
  readonly error: number
}

export interface Monitor {
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'paused'
  readonly schedule: { readonly cron: string; readonly timezone: string }
  readonly nextRunAt: string | null
  readonly lastRunAt: string | null
  readonly currentCheckId: string | null
  readonly targets: readonly {
    readonly id: string
    readonly type: string
    readonly url?: string
    readonly urls?: readonly string[]
    readonly queries?: readonly string[]
  }[]
  readonly estimatedCreditsPerMonth: number | null
  readonly lastCheckSummary?: Summary
  readonly goal: string | null
}

const everyMs = 10_000

/** All monitors beside the chosen one. */
export function MonitorsPage({ id }: { id?: string }) {
  const { data, failure, reload } = useResource<{ data: readonly Monitor[] }>(
    '/v2/monitor?limit=100',
    everyMs,
  )
  const [isCreating, setCreating] = useState(false)
  if (failure !== undefined && !data) return <Failure>{failure}</Failure>
  if (!data) return <Loading />
  const monitor = data.data.find((one) => one.id === id) ?? data.data[0]
  return (
    <div class="monitors">
      <nav class="list" aria-label="Monitors">
        {may('member') && (
          <button type="button" class="button" onClick={() => setCreating(true)}>
            <Icon name="plus" size={14} />
            New monitor
          </button>
        )}
        {data.data.map((one) => (
          <ListEntry key={one.id} monitor={one} isChosen={one === monitor} />
        ))}
      </nav>
      {monitor ? (
        <MonitorView key={monitor.id} monitor={monitor} onChanged={reload} />
      ) : (
        <Empty icon="monitors" title="No monitors">
          <p>A monitor reads pages on a schedule and shows what has changed.</p>
        </Empty>
      )}
      {isCreating && (
        <MonitorForm
          onClose={() => setCreating(false)}
          onCreated={() => {
            setCreating(false)
            reload()
          }}
        />
      )}
    </div>
  )
}

function ListEntry({ monitor, isChosen }: { monitor: Monitor; isChosen: boolean }) {
  const { id, name, status, schedule, lastRunAt, lastCheckSummary: last } = monitor
  const changes = last ? last.changed + last.new + last.removed : 0
  const state: DotState = stateOf(status, last, changes)
  return (
    <a href={`/console/monitors/${id}`} aria-current={isChosen ? 'page' : undefined}>
      <Dot state={state} />
      <span>
        <b>{name}</b>
        <small>
          {scheduleText(schedule.cron)}
          {lastRunAt !== null && `, ${ago(lastRunAt)}`}
        </small>
      </span>
      {changes > 0 && (
        <span class="count" title={`${count(changes, 'change')} in the last check`}>
          {changes}
        </span>
      )}
    </a>
  )
}

function stateOf(status: Monitor['status'], last: Summary | undefined, changes: number): DotState {
  if (status === 'paused') return 'off'
  if (last && last.error > 0) return 'bad'
  return changes > 0 ? 'info' : 'good'
}
