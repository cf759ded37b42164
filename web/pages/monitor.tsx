import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago, capital, count, formatNumber, formatTime, shortUrl } from '../format.ts'
import { useResource } from '../resource.ts'
import { go } from '../router.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { CheckView } from './check.tsx'
import type { Monitor, Summary } from './monitors.tsx'
import { scheduleText } from './schedule-text.ts'

export interface Check {
  readonly id: string
  readonly status: string
  readonly createdAt: string
  readonly error: string | null
  readonly summary: Summary
}

const everyMs = 5_000
const shownChecks = 60

/** One monitor: its schedule, the strip of its checks, and the pages of the chosen check. */
export function MonitorView({ monitor, onChanged }: { monitor: Monitor; onChanged: () => void }) {
  const { id } = monitor
  const checks = useResource<{ data: readonly Check[] }>(
    `/v2/monitor/${id}/checks?limit=${shownChecks}`,
    everyMs,
  )
  const [chosenId, setChosenId] = useState<string>()
  const rows = checks.data?.data.toReversed() ?? []
  const check = rows.find((one) => one.id === chosenId) ?? rows.at(-1)
  return (
    <div class="one">
      <Header
        monitor={monitor}
        onChanged={() => {
          onChanged()
          checks.reload()
        }}
      />
      {checks.failure !== undefined && <Failure>{checks.failure}</Failure>}
      {!checks.data && <Loading />}
      {checks.data && !check && (
        <Empty icon="clock" title="No check yet">
          <p>The first check reads the pages. Later checks compare with it.</p>
        </Empty>
      )}
      {check && (
        <>
          <Strip checks={rows} chosen={check} onChoose={setChosenId} />
          <CheckView key={check.id} monitorId={id} check={check} />
        </>
      )}
    </div>
  )
}

function Header({ monitor, onChanged }: { monitor: Monitor; onChanged: () => void }) {
  const { id, name, status, schedule, nextRunAt, estimatedCreditsPerMonth, goal, targets } = monitor
  const { run, isBusy, notice } = useAction()
  const [isDeleting, setDeleting] = useState(false)
  const change = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work()
      onChanged()
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
            {isPaused && 'paused'}
            {!isPaused && nextRunAt !== null && `next ${ago(nextRunAt)}`}
          </span>
          {estimatedCreditsPerMonth !== null && (
            <span>about {count(estimatedCreditsPerMonth, 'credit')} a month</span>
          )}
        </p>
        <p class="facts faint">{targetText(targets)}</p>
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
          <button
            type="button"
            class="button danger"
            disabled={isBusy}
            onClick={() => change(remove)}
          >
            {isDeleting ? 'Delete now' : 'Delete'}
          </button>
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() =>
              change(() => send('PATCH', path, { status: isPaused ? 'active' : 'paused' }))
            }
          >
            <Icon name={isPaused ? 'play' : 'pause'} size={14} />
            {isPaused ? 'Resume' : 'Pause'}
          </button>
          <button
            type="button"
            class="button primary"
            disabled={isBusy}
            onClick={() => change(() => send('POST', `${path}/run`))}
          >
            <Icon name="play" size={13} />
            Check now
          </button>
        </div>
      )}
    </header>
  )
}

function targetText(targets: Monitor['targets']): string {
  const names = targets.flatMap(({ url, urls, queries }) => urls ?? queries ?? [url ?? ''])
  const shown = names.slice(0, 3).map(shortUrl).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}

const resultOf = ({ status, summary }: Check) => {
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
  const text = `${formatTime(new Date(chosen.createdAt))}: ${resultOf(chosen)}, ${formatNumber(chosen.summary.changed)} changed`
  return (
    <section class="strip" aria-label="Checks">
      <div class="marks">
        {checks.map((check) => (
          <i key={check.id} class={`${resultOf(check)}${check === chosen ? ' chosen' : ''}`} />
        ))}
        {checks.length > 1 && (
          <input
            type="range"
            min={0}
            max={checks.length - 1}
            value={index}
            aria-label="Check"
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
          same
          <i class="changed" />
          changed
          <i class="error" />
          failed
        </span>
        <span>latest</span>
      </div>
    </section>
  )
}
