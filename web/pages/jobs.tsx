import { useState } from 'preact/hooks'
import { get, messageOf } from '../api.ts'
import { ago, duration, formatNumber, formatTime, shortUrl } from '../format.ts'
import { useResource } from '../resource.ts'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { rateOf, stateClass, stateText, type JobSummary } from './job-progress.tsx'

const limit = 50
const everyMs = 5_000

interface Jobs {
  readonly data: readonly JobSummary[]
}

/** Crawls and batches of the team, newest first. */
export function JobsPage() {
  const [state, setState] = useState('')
  const [kind, setKind] = useState('')
  const [older, setOlder] = useState<readonly JobSummary[]>([])
  const [failure, setFailure] = useState<string>()
  const filter = new URLSearchParams({
    limit: String(limit),
    ...(state && { state }),
    ...(kind && { kind }),
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
      setFailure(messageOf(thrown))
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
        <select aria-label="State" value={state} onChange={choose(setState)}>
          <option value="">All states</option>
          <option value="scraping">Running</option>
          <option value="completed">Completed</option>
          <option value="failed">Failed</option>
          <option value="cancelled">Cancelled</option>
        </select>
        <select aria-label="Kind" value={kind} onChange={choose(setKind)}>
          <option value="">Crawls and batches</option>
          <option value="crawl">Crawls</option>
          <option value="batch-scrape">Batches</option>
        </select>
        <span class="grow" />
        <a class="button primary" href="/console/playground?run=post+%2Fv2%2Fcrawl">
          New crawl
        </a>
      </div>
      {(failure ?? newest.failure) !== undefined && <Failure>{failure ?? newest.failure}</Failure>}
      <Card title="Jobs">
        {!newest.data && <Loading />}
        {newest.data && rows.length === 0 && (
          <Empty icon="jobs" title="No jobs">
            <p>A crawl reads a site, a batch reads a list of URLs. Both run in the background.</p>
          </Empty>
        )}
        {rows.length > 0 && <JobTable rows={rows} />}
        {rows.length >= limit && (
          <button type="button" class="button" onClick={() => void loadOlder()}>
            Show older jobs
          </button>
        )}
      </Card>
    </div>
  )
}

function JobTable({ rows }: { rows: readonly JobSummary[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Jobs">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Target</th>
            <th scope="col">State</th>
            <th scope="col" class="right">
              Pages
            </th>
            <th scope="col" class="right">
              Failed
            </th>
            <th scope="col" class="right">
              Credits
            </th>
            <th scope="col" class="right">
              Started
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((job) => (
            <tr key={job.id}>
              <td>
                <span class="badge">{job.label}</span>
              </td>
              <td class="target">
                <a href={`/console/jobs/${job.id}`}>{shortUrl(job.url) || job.id}</a>
              </td>
              <td>
                <span class={`badge ${stateClass[job.state]}`}>{stateText[job.state]}</span>
              </td>
              <td class="right">
                {formatNumber(job.completed)} / {formatNumber(job.total)}
              </td>
              <td class={`right ${job.failed > 0 ? 'bad-text' : 'faint'}`}>
                {formatNumber(job.failed)}
              </td>
              <td class="right">{formatNumber(job.creditsUsed)}</td>
              <td
                class="right faint"
                title={`${formatTime(new Date(job.createdAt))}, ${lengthOf(job)}`}
              >
                {ago(job.createdAt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How long a job took, or its rate. */
function lengthOf(job: JobSummary): string {
  if (!job.finishedAt) return `${rateOf(job).rate.toFixed(1)} pages/s`
  return `took ${duration((Date.parse(job.finishedAt) - Date.parse(job.createdAt)) / 1_000)}`
}
