import { useState } from 'preact/hooks'
import { ago, duration, formatNumber, formatTime, shortUrl } from '../format.ts'
import { readData, useList } from '../list.tsx'
import { may } from '../session.ts'
import { type Column } from '../ui/table.tsx'
import { measureRate, stateClass, stateText, type JobSummary } from './job-progress.tsx'
import { ListCard } from '../ui/list-card.tsx'
import { Select } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/jobs.ts'
import * as terms from '../words/en/terms.ts'

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
  const [kinds, setKinds] = useState<Jobs['kinds']>([])
  const filter = new URLSearchParams({
    limit: String(limit),
    ...(state && { state }),
    ...(kind && { kind }),
    ...(isKept && { kept: 'true' }),
  })
  const url = `/console/api/jobs?${filter.toString()}`
  const read = (body: Jobs) => {
    setKinds(body.kinds)
    return readData(limit)(body)
  }
  const list = useList(url, read, everyMs)
  return (
    <div class="page">
      <div class="toolbar">
        <Select
          aria-label={terms.columnState}
          unset={words.stateAll}
          choices={states}
          value={state}
          onChoose={setState}
        />
        <Select
          aria-label={words.columnsKind}
          unset={words.kindAll}
          choices={Object.fromEntries(kinds.map(({ name, label }) => [name, label]))}
          value={kind}
          onChoose={setKind}
        />
        <label class="inline">
          <input
            type="checkbox"
            checked={isKept}
            onChange={({ currentTarget }) => setKept(currentTarget.checked)}
          />
          {words.filterKept}
        </label>
        <span class="grow" />
        {may('member') && (
          <a class="button primary" href="/console/playground?run=post+%2Fv2%2Fcrawl">
            {terms.actionNewCrawl}
          </a>
        )}
      </div>
      <ListCard title={terms.pageJobs} columns={columns} empty={empty} {...list} />
    </div>
  )
}

const empty = { icon: 'jobs', title: words.emptyTitle, text: words.emptyText } as const
const states = {
  scraping: terms.endNotYet,
  completed: terms.endCompleted,
  failed: terms.endFailed,
  cancelled: terms.endCancelled,
}

const columns: readonly Column<JobSummary>[] = [
  { title: words.columnsKind, cell: ({ label }) => <span class="badge">{label}</span> },
  {
    title: terms.columnTarget,
    class: 'target',
    cell: ({ id, url, keptAs }) => (
      <>
        <a href={`/console/jobs/${id}`}>{keptAs ?? (shortUrl(url) || id)}</a>
        {keptAs !== null && <small> {shortUrl(url)}</small>}
      </>
    ),
  },
  {
    title: terms.columnState,
    cell: ({ state }) => <span class={`badge ${stateClass[state]}`}>{stateText[state]}</span>,
  },
  {
    title: terms.thingPages,
    isRight: true,
    cell: ({ completed, total }) => `${formatNumber(completed)} / ${formatNumber(total)}`,
  },
  {
    title: terms.endFailed,
    isRight: true,
    class: ({ failed }) => (failed > 0 ? 'bad-text' : 'faint'),
    cell: ({ failed }) => formatNumber(failed),
  },
  {
    title: terms.columnCredits,
    isRight: true,
    cell: ({ creditsUsed }) => formatNumber(creditsUsed),
  },
  {
    title: terms.columnStarted,
    isRight: true,
    class: 'faint',
    hint: (job) => `${formatTime(new Date(job.createdAt))}, ${describeLength(job)}`,
    cell: ({ createdAt }) => ago(createdAt),
  },
]

/** How long a job took, or its rate. */
function describeLength(job: JobSummary): string {
  if (!job.finishedAt) return fill(terms.factRate, { rate: measureRate(job).rate.toFixed(1) })
  return fill(words.hintDuration, {
    createdAt: duration((Date.parse(job.finishedAt) - Date.parse(job.createdAt)) / 1_000),
  })
}
