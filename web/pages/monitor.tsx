import { useEffect, useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago, capital, formatNumber, formatTime, shortUrl } from '../format.ts'
import { getPages } from '../all-pages.ts'
import { useResource } from '../resource.ts'
import { go } from '../router.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { CheckView } from './check.tsx'
import { MonitorForm } from './monitor-form.tsx'
import { targetText } from './monitor-targets.ts'
import { PauseMenu } from './monitor-pause.tsx'
import { MonitorValues } from './monitor-values.tsx'
import type { Monitor, Summary } from './monitors.tsx'
import { scheduleText } from './schedule-text.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitors.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'

export interface Check {
  readonly id: string
  readonly monitorId: string
  readonly status: string
  readonly createdAt: string
  readonly error: string | null
  readonly summary: Summary
}

const everyMs = 5_000
const checksAtOnce = 60

/** One monitor: its schedule, the strip of its checks, and the pages of the chosen check. */
export function MonitorView(props: {
  monitor: Monitor
  onChanged: () => Promise<void>
  /** The person has seen a check, or wants to see it again. */
  onSeen: () => Promise<void>
}) {
  const { monitor, onChanged, onSeen } = props
  const { id } = monitor
  const [wanted, setWanted] = useState(checksAtOnce)
  // A page of its own for each number: a resource is loaded again when its address changes.
  const checks = useResource(`/v2/monitor/${id}/checks#${wanted}`, everyMs, () =>
    getPages<Check>(`/v2/monitor/${id}/checks`, { wanted }),
  )
  const [chosenId, setChosenId] = useState<string>()
  const rows = checks.data?.toReversed() ?? []
  const check = rows.find((one) => one.id === chosenId) ?? rows.at(-1)
  const { isSeen, mark } = useSeen(check, onSeen)
  return (
    <div class="one">
      <Header
        monitor={monitor}
        isChecking={rows.some(isOpenCheck)}
        onChanged={async () => {
          await Promise.all([onChanged(), checks.reload()])
        }}
      />
      {checks.failure !== undefined && <Failure>{checks.failure}</Failure>}
      {!checks.data && checks.failure === undefined && <Loading />}
      {checks.data && !check && (
        <Empty icon="clock" title={words.emptyTitle}>
          <p>{words.emptyText}</p>
        </Empty>
      )}
      {check && (
        <>
          <Strip checks={rows} chosen={check} onChoose={setChosenId} />
          {rows.length >= wanted && (
            <Button class="small" onClick={() => setWanted(wanted + checksAtOnce)}>
              {words.stripOlder}
            </Button>
          )}
          <MonitorValues key={rows.filter(isOpenCheck).length} monitorId={id} />
          <CheckView key={check.id} monitorId={id} check={check} isSeen={isSeen} onMark={mark} />
        </>
      )}
    </div>
  )
}

/** A check counts as seen once it is shown and has ended, until it is marked as unread. */
function useSeen(check: Check | undefined, onSeen: () => Promise<void>) {
  const [unread, setUnread] = useState<string>()
  const isEnded = check !== undefined && !isOpenCheck(check)
  const write = async ({ id, monitorId }: Check, isSeen: boolean) => {
    await send('POST', `/console/api/monitors/${monitorId}/checks/${id}/seen`, { isSeen })
    await onSeen()
  }
  useEffect(() => {
    // What was not recorded as seen stays unseen.
    if (isEnded) write(check, true).catch(() => undefined)
  }, [check?.id, isEnded])
  return {
    isSeen: check?.id !== unread,
    mark: async (isSeen: boolean) => {
      if (!check) return
      await write(check, isSeen)
      setUnread(isSeen ? undefined : check.id)
    },
  }
}

const isOpenCheck = ({ status }: Check) => status === 'queued' || status === 'running'

function Header(props: { monitor: Monitor; isChecking: boolean; onChanged: () => Promise<void> }) {
  const { monitor, isChecking, onChanged } = props
  const { id, name, tags, status, pausedUntil, schedule, nextRunAt } = monitor
  const { estimatedCreditsPerMonth, goal, targets } = monitor
  const { run, isBusy, notice } = useAction()
  const [isDeleting, setDeleting] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const change = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work()
      await onChanged()
    })
  const path = `/v2/monitor/${id}`
  const isPaused = status === 'paused'
  const remove = async () => {
    if (!isDeleting) return setDeleting(true)
    await send('DELETE', path)
    go('/console/monitors')
  }
  return (
    <header class="about">
      <div>
        <h2>{name}</h2>
        <p class="facts">
          <span>
            <Icon name="clock" size={14} />
            {capital(scheduleText(schedule.cron))} ({schedule.timezone})
          </span>
          <span>
            {isPaused &&
              (pausedUntil === undefined
                ? words.pauseForever
                : fill(words.pauseUntil, { time: formatTime(new Date(pausedUntil)) }))}
            {!isPaused &&
              nextRunAt !== null &&
              fill(words.headerNext, { nextRunAt: ago(nextRunAt) })}
          </span>
          {estimatedCreditsPerMonth !== null && (
            <span>
              {fill(words.headerCost, {
                estimatedCreditsPerMonth: counts.credits(estimatedCreditsPerMonth),
              })}
            </span>
          )}
        </p>
        <p class="facts faint">
          {targetText(targets, shortUrl)}
          {tags.map((tag) => (
            <span key={tag} class="chip">
              {tag}
            </span>
          ))}
        </p>
        {goal !== null && (
          <p class="goal">
            <Icon name="spark" size={14} />
            {goal}
          </p>
        )}
        {notice}
      </div>
      {may('member') && (
        <div class="does">
          <Button class="danger" disabled={isBusy} onClick={() => change(remove)}>
            {isDeleting ? words.deletionConfirm : words.deletionButton}
          </Button>
          <Button onClick={() => setEditing(true)}>{words.headerEdit}</Button>
          {isPaused ? (
            <Button
              icon="play"
              disabled={isBusy}
              onClick={() => change(() => send('PATCH', path, { status: 'active' }))}
            >
              {words.actionsResume}
            </Button>
          ) : (
            <PauseMenu
              onPause={(pausedUntil) =>
                change(() => send('PATCH', path, { status: 'paused', pausedUntil }))
              }
            />
          )}
          <Button
            class="primary"
            icon="play"
            disabled={isBusy || isChecking || isPaused}
            onClick={() => change(() => send('POST', `${path}/run`))}
          >
            {words.headerCheck}
          </Button>
        </div>
      )}
      {isEditing && (
        <MonitorForm
          monitor={monitor}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            void onChanged()
          }}
        />
      )}
    </header>
  )
}

const judgeResult = ({ status, summary }: Check) => {
  if (status === 'queued' || status === 'running') return 'running'
  if (status === 'failed' || summary.error > 0) return 'error'
  if (status.startsWith('skipped')) return 'skipped'
  return summary.changed + summary.new + summary.removed > 0 ? 'changed' : 'same'
}

/** The checks as marks; one slider chooses among them. */
function Strip(props: { checks: readonly Check[]; chosen: Check; onChoose: (id: string) => void }) {
  const { checks, chosen, onChoose } = props
  const index = checks.indexOf(chosen)
  const first = checks[0] ?? chosen
  const text = fill(words.stripCheck, {
    createdAt: formatTime(new Date(chosen.createdAt)),
    chosen: judgeResult(chosen),
    changed: formatNumber(chosen.summary.changed),
  })
  return (
    <section
      class="strip"
      aria-label={words.stripLabel}
      style={{ '--checks': String(checks.length) }}
    >
      <div class="marks">
        {checks.map((check) => (
          <i key={check.id} class={`${judgeResult(check)}${check === chosen ? ' chosen' : ''}`} />
        ))}
        {checks.length > 1 && (
          <input
            type="range"
            min={0}
            max={checks.length - 1}
            value={index}
            aria-label={words.stripSlider}
            aria-valuetext={text}
            onInput={({ currentTarget }) => {
              const check = checks[currentTarget.valueAsNumber]
              if (check) onChoose(check.id)
            }}
          />
        )}
      </div>
      <div class="ends">
        <span>{ago(first.createdAt)}</span>
        <span class="key">
          <i class="same" />
          {words.stripSame}
          <i class="changed" />
          {terms.stateChanged}
          <i class="error" />
          {terms.stateFailed}
        </span>
        <span>{words.stripLatest}</span>
      </div>
    </section>
  )
}
