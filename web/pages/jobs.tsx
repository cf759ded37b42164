import { useState } from 'preact/hooks'
import { get, readMessage } from '../api.ts'
import { ago, duration, formatNumber, formatTime, shortUrl } from '../format.ts'
import { useResource } from '../resource.ts'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { measureRate, stateClass, stateText, type JobSummary } from './job-progress.tsx'
import * as words from '../words/en/jobs.ts'

const limit = 50
const everyMs = 5_000

interface Jobs {
  readonly data: readonly JobSummary[]
  readonly kinds: readonly { readonly name: string; readonly label: string }[]
}

/** Jobs of the team, newest first. */
export function JobsPage() {
  const [state, setState] = useState('')
  const [kind, setKind] = useState('')
  const [isKept, setKept] = useState(false)
  const [older, setOlder] = useState<readonly JobSummary[]>([])
  const [failure, setFailure] = useState<string>()
  const filter = new URLSearchParams({
    limit: String(limit),
    ...(state && { state }),
    ...(kind && { kind }),
    ...(isKept && { kept: 'true' }),
  })
  const url = `/console/api/jobs?${filter.toString()}`
  const newest = useResource<Jobs>(url, everyMs)
  const rows = [...(newest.data?.data ?? []), ...older]
  const last = rows.at(-1)
  const loadOlder = async () => {
    if (!last) return
    try {
      const { data } = await get<Jobs>(`${url}&before=${encodeURIComponent(last.createdAt)}`)
      setOlder([...older, ...data])
    } catch (thrown) {
      setFailure(readMessage(thrown))
    }
  }
  const choose =
    (set: (value: string) => void) => (event: { currentTarget: HTMLSelectElement }) => {
      setOlder([])
      set(event.currentTarget.value)
    }
  return (
    <div class="page">
      <div class="toolbar">
        <select aria-label={words.columnsState} value={state} onChange={choose(setState)}>
          <option value="">{words.stateAll}</option>
          <option value="scraping">{words.stateRunning}</option>
          <option value="completed">{words.stateCompleted}</option>
          <option value="failed">{words.stateFailed}</option>
          <option value="cancelled">{words.stateCancelled}</option>
        </select>
        <select aria-label={words.columnsKind} value={kind} onChange={choose(setKind)}>
          <option value="">{words.kindAll}</option>
          {newest.data?.kinds.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <label class="inline">
          <input
            type="checkbox"
            checked={isKept}
            onChange={({ currentTarget }) => {
              setOlder([])
              setKept(currentTarget.checked)
            }}
          />
          {words.filterKept}
        </label>
        <span class="grow" />
        <a class="button primary" href="/console/playground?run=post+%2Fv2%2Fcrawl">
          {words.toolbarCrawl}
        </a>
      </div>
      {(failure ?? newest.failure) !== undefined && <Failure>{failure ?? newest.failure}</Failure>}
      <Card title={words.listTitle}>
        {!newest.data && newest.failure === undefined && <Loading />}
        {newest.data && rows.length === 0 && (
          <Empty icon="jobs" title={words.emptyTitle}>
            <p>{words.emptyText}</p>
          </Empty>
        )}
        {rows.length > 0 && (
          <Table label={words.listTitle} columns={columns} rows={rows} makeKey={({ id }) => id} />
        )}
        {rows.length >= limit && (
          <button type="button" class="button" onClick={() => void loadOlder()}>
            {words.listOlder}
          </button>
        )}
      </Card>
    </div>
  )
}

const columns: readonly Column<JobSummary>[] = [
  { title: words.columnsKind, cell: ({ label }) => <span class="badge">{label}</span> },
  {
    title: words.columnsTarget,
    class: 'target',
    cell: ({ id, url, keptAs }) => (
      <>
        <a href={`/console/jobs/${id}`}>{keptAs ?? (shortUrl(url) || id)}</a>
        {keptAs !== null && <small> {shortUrl(url)}</small>}
      </>
    ),
  },
  {
    title: words.columnsState,
    cell: ({ state }) => <span class={`badge ${stateClass[state]}`}>{stateText[state]}</span>,
  },
  {
    title: words.columnsPages,
    isRight: true,
    cell: ({ completed, total }) => `${formatNumber(completed)} / ${formatNumber(total)}`,
  },
  {
    title: words.stateFailed,
    isRight: true,
    class: ({ failed }) => (failed > 0 ? 'bad-text' : 'faint'),
    cell: ({ failed }) => formatNumber(failed),
  },
  {
    title: words.columnsCredits,
    isRight: true,
    cell: ({ creditsUsed }) => formatNumber(creditsUsed),
  },
  {
    title: words.columnsStarted,
    isRight: true,
    class: 'faint',
    hint: (job) => `${formatTime(new Date(job.createdAt))}, ${describeLength(job)}`,
    cell: ({ createdAt }) => ago(createdAt),
  },
]

/** How long a job took, or its rate. */
function describeLength(job: JobSummary): string {
  if (!job.finishedAt) return words.hintRate(measureRate(job).rate.toFixed(1))
  return words.hintDuration(
    duration((Date.parse(job.finishedAt) - Date.parse(job.createdAt)) / 1_000),
  )
}
