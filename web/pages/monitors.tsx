import { useMemo, useState } from 'preact/hooks'
import { ago, capital } from '../format.ts'
import { getPages } from '../all-pages.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dot, Empty, Failure, Loading, type DotState } from '../ui/card.tsx'
import { MonitorView } from './monitor.tsx'
import { BulkActions } from './monitor-bulk.tsx'
import { MonitorFeeds } from './monitor-feeds.tsx'
import { isShown, MonitorFilter, noFilter } from './monitor-filter.tsx'
import type { ChannelSettings } from './monitor-channels.tsx'
import { MonitorTransfer } from './monitor-transfer.tsx'
import { MonitorForm } from './monitor-form.tsx'
import { takeScheduled } from './monitor-start.ts'
import type { Target } from './monitor-targets.ts'
import { scheduleText } from './schedule-text.ts'
import { useOpened } from '../ui/opened.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitors.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'

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
  readonly tags: readonly string[]
  readonly status: 'active' | 'paused'
  readonly pausedUntil?: string
  readonly schedule: { readonly cron: string; readonly timezone: string }
  readonly nextRunAt: string | null
  readonly lastRunAt: string | null
  readonly currentCheckId: string | null
  readonly targets: readonly Target[]
  readonly webhook?: { readonly url: string }
  readonly notification: {
    readonly email?: { readonly enabled: boolean; readonly recipients: readonly string[] }
    readonly channels?: ChannelSettings
  }
  readonly retentionDays: number
  readonly estimatedCreditsPerMonth: number | null
  readonly lastCheckSummary?: Summary
  readonly goal: string | null
}

const everyMs = 10_000

interface Unseen {
  readonly data: readonly { readonly monitorId: string; readonly checks: number }[]
}

/** All monitors beside the chosen one. */
export function MonitorsPage({ id }: { id?: string }) {
  const { data: monitors, failure, reload } = useResource('/v2/monitor', everyMs, getPages<Monitor>)
  const unseen = useResource<Unseen>('/console/api/monitors/unseen', everyMs)
  const [isCreating, setCreating] = useOpened()
  const start = useMemo(takeScheduled, [isCreating])
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [filter, setFilter] = useState(noFilter)
  if (failure !== undefined && !monitors) return <Failure>{failure}</Failure>
  if (!monitors) return <Loading />
  const monitor = monitors.find((one) => one.id === id) ?? monitors[0]
  const countUnseen = (one: Monitor) =>
    unseen.data?.data.find(({ monitorId }) => monitorId === one.id)?.checks ?? 0
  const shown = monitors.filter((one) => isShown(one, filter, countUnseen(one)))
  const choose = (one: Monitor, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(one.id)
    else next.delete(one.id)
    setChosen(next)
  }
  return (
    <div class="monitors">
      <nav class="list" aria-label={terms.pageMonitors}>
        {may('member') && (
          <div class="toolbar">
            <Button class="grow" icon="plus" onClick={() => setCreating(true)}>
              {terms.actionNewMonitor}
            </Button>
            {monitors.length > 1 && (
              <Button
                aria-pressed={chosen !== undefined}
                onClick={() => setChosen(chosen ? undefined : new Set())}
              >
                {words.listSelect}
              </Button>
            )}
          </div>
        )}
        {chosen && (
          <BulkActions monitors={shown} chosen={chosen} onChoose={setChosen} onChanged={reload} />
        )}
        {monitors.length > 1 && (
          <MonitorFilter monitors={monitors} filter={filter} onChange={setFilter} />
        )}
        {shown.length === 0 && monitors.length > 0 && <p class="faint">{words.filterEmpty}</p>}
        <ul>
          {shown.map((one) => (
            <ListEntry
              key={one.id}
              monitor={one}
              isCurrent={one === monitor}
              unseen={countUnseen(one)}
              isChosen={chosen?.has(one.id)}
              onChoose={(isChosen) => choose(one, isChosen)}
            />
          ))}
        </ul>
        {may('member') && (
          <>
            <MonitorFeeds monitors={monitors} chosen={monitor} />
            <MonitorTransfer monitors={monitors} onImported={reload} />
          </>
        )}
      </nav>
      {monitor ? (
        <MonitorView key={monitor.id} monitor={monitor} onChanged={reload} onSeen={unseen.reload} />
      ) : (
        <Empty icon="monitors" title={words.listEmptyTitle}>
          <p>{words.listEmptyText}</p>
        </Empty>
      )}
      {isCreating && may('member') && (
        <MonitorForm
          start={start}
          onClose={() => setCreating(false)}
          onSaved={() => {
            setCreating(false)
            void reload()
          }}
        />
      )}
    </div>
  )
}

function ListEntry(props: {
  monitor: Monitor
  isCurrent: boolean
  /** Checks with changes that the person has not seen. */
  unseen: number
  /** Undefined while monitors are not selected. */
  isChosen: boolean | undefined
  onChoose: (isChosen: boolean) => void
}) {
  const { monitor, isCurrent, unseen, isChosen, onChoose } = props
  const { id, name, status, schedule, lastRunAt, lastCheckSummary: last } = monitor
  return (
    <li>
      {isChosen !== undefined && (
        <input
          type="checkbox"
          aria-label={fill(words.listSelectOne, { name })}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <a href={`/console/monitors/${id}`} aria-current={isCurrent ? 'page' : undefined}>
        <Dot state={chooseState(status, last, unseen)} />
        <span>
          <b>{name}</b>
          <small>
            {capital(scheduleText(schedule.cron))}
            {lastRunAt !== null && `, ${ago(lastRunAt)}`}
          </small>
        </span>
        {unseen > 0 && (
          <span class="count" title={fill(words.listUnseen, { unseen: counts.checks(unseen) })}>
            {unseen}
          </span>
        )}
      </a>
    </li>
  )
}

function chooseState(
  status: Monitor['status'],
  last: Summary | undefined,
  unseen: number,
): DotState {
  if (status === 'paused') return 'off'
  if (last && last.error > 0) return 'bad'
  return unseen > 0 ? 'info' : 'good'
}
