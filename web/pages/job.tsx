import { useEffect, useState } from 'preact/hooks'
import { send } from '../api.ts'
import { duration, formatNumber, formatTime, shortUrl } from '../format.ts'
import { useProgress, type Progress } from '../live.ts'
import { useResource } from '../resource.ts'
import { go } from '../router.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Failure, Loading } from '../ui/card.tsx'
import { TextForm } from '../ui/form.tsx'
import { Tabs, type Tab } from '../ui/tabs.tsx'
import { JobErrors, type ErrorsOfJob } from './job-errors.tsx'
import { ExportMenu } from './job-export.tsx'
import { JobRequest } from './job-request.tsx'
import { JobPages } from './job-pages.tsx'
import { JobTimeline } from './job-timeline.tsx'
import { measureRate, stateClass, stateText, type JobSummary } from './job-progress.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/job.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'

/** How often the job is asked for when the WebSocket has failed. */
const lostEveryMs = 1_000

type View = 'pages' | 'timeline' | 'errors' | 'blocked'

/** A job: its progress while it runs, its pages, and what failed. */
export function JobPage({ id }: { id: string }) {
  const [everyMs, setEveryMs] = useState<number>()
  const summary = useResource<{ data: JobSummary }>(`/console/api/jobs/${id}`, everyMs)
  const stored = summary.data?.data
  const path = stored && `${stored.path}/${id}`
  const isRunning = stored?.state === 'scraping'
  const { progress, isLost } = useProgress(isRunning ? path : undefined)
  const pollMs = isRunning && isLost ? lostEveryMs : undefined
  if (everyMs !== pollMs) setEveryMs(pollMs)
  const hasEnded = isRunning && progress !== undefined && progress.status !== 'scraping'
  useEffect(() => {
    if (hasEnded) void summary.reload()
  }, [hasEnded])
  const job = stored && (isRunning && !isLost ? { ...stored, ...makeCounts(progress) } : stored)
  const errorsUrl =
    path && job && job.failed + job.completed > 0 ? `${path}/errors?seen=${job.failed}` : undefined
  const errors = useResource<ErrorsOfJob>(errorsUrl).data
  const [view, setView] = useState<View>('pages')
  if (summary.failure !== undefined && !job) return <Failure>{summary.failure}</Failure>
  if (!job || path === undefined) return <Loading />
  const tabs: Tab<View>[] = [
    { name: 'pages', label: terms.thingPages, count: job.completed },
    { name: 'timeline', label: words.tabsTimeline },
    { name: 'errors', label: terms.endFailed, count: job.failed },
    ...(errors && errors.robotsBlocked.length > 0
      ? [
          {
            name: 'blocked' as const,
            label: words.tabsRobots,
            count: errors.robotsBlocked.length,
          },
        ]
      : []),
  ]
  return (
    <div class="page">
      <JobRequest id={id} />
      <JobHeader job={job} path={path} onChanged={summary.reload} />
      <div class="sheet">
        <Tabs label={words.tabsLabel} tabs={tabs} current={view} onChange={setView}>
          {view === 'pages' && (
            <JobPages
              jobId={id}
              path={path}
              completed={job.completed}
              isRunning={job.state === 'scraping'}
            />
          )}
          {view === 'timeline' && <JobTimeline id={id} isRunning={job.state === 'scraping'} />}
          {view === 'errors' && <JobErrors errors={errors} />}
          {view === 'blocked' && (
            <ul class="links">
              {errors?.robotsBlocked.map((url) => (
                <li key={url}>{url}</li>
              ))}
            </ul>
          )}
        </Tabs>
      </div>
    </div>
  )
}

function makeCounts(progress: Progress | undefined) {
  if (!progress) return {}
  const { completed, total, failed, creditsUsed } = progress
  return { completed, total, failed, creditsUsed }
}

function JobHeader(props: { job: JobSummary; path: string; onChanged: () => Promise<void> }) {
  const { job, path, onChanged } = props
  const { run, isBusy, notice } = useAction()
  const cancel = () =>
    run(async () => {
      await send('DELETE', path)
      await onChanged()
    })
  const retry = () =>
    run(async () => {
      const { id } = await send<{ id: string }>('POST', `/console/api/jobs/${job.id}/retry`)
      go(`/console/jobs/${id}`)
    })
  return (
    <section class="card">
      <div class="toolbar">
        <span class="badge">{job.label}</span>
        <h2 class="job-title">{shortUrl(job.url) || job.id}</h2>
        <span class={`badge ${stateClass[job.state]}`}>{stateText[job.state]}</span>
        <span class="grow" />
        {job.completed + job.failed > 0 && !job.zeroDataRetention && (
          <ExportMenu job={job} path={path} />
        )}
        {may('member') && job.failed > 0 && job.state !== 'scraping' && (
          <Button icon="reset" disabled={isBusy} onClick={() => void retry()}>
            {words.headerRetry}
            {counts.failedPages(job.failed)}
          </Button>
        )}
        {may('member') && job.state === 'scraping' && (
          <Button class="danger" disabled={isBusy} onClick={() => void cancel()}>
            {terms.actionCancel}
          </Button>
        )}
      </div>
      <Progress job={job} />
      {may('member') && !job.zeroDataRetention && (
        <KeepChoice
          isBusy={isBusy}
          onChoose={(how) =>
            void run(async () => {
              await send('PATCH', `/console/api/jobs/${job.id}`, how)
              await onChanged()
            })
          }
        />
      )}
      {notice}
      {job.failure !== null && <Failure>{job.failure}</Failure>}
      {job.warning !== null && <p class="notice warn">{job.warning}</p>}
    </section>
  )
}

const keptDays = [7, 30, 90, 365]

type Keeping = { readonly resultDays: number } | { readonly keptAs: string }

function KeepChoice(props: { isBusy: boolean; onChoose: (how: Keeping) => void }) {
  return (
    <div class="toolbar">
      <DayChoice {...props} />
      <TextForm
        label={words.setName}
        submit={words.setSubmit}
        look="small"
        isBusy={props.isBusy}
        onText={(keptAs) => props.onChoose({ keptAs })}
      />
    </div>
  )
}

function DayChoice(props: { isBusy: boolean; onChoose: (how: Keeping) => void }) {
  return (
    <label class="inline">
      {words.keepLabel}
      <select
        class="narrow"
        value=""
        disabled={props.isBusy}
        onChange={({ currentTarget }) => {
          const days = Number(currentTarget.value)
          currentTarget.value = ''
          if (days > 0) props.onChoose({ resultDays: days })
        }}
      >
        <option value="">{words.keepChoose}</option>
        {keptDays.map((days) => (
          <option key={days} value={days}>
            {fill(words.keepDays, { days })}
          </option>
        ))}
      </select>
    </label>
  )
}

function Progress({ job }: { job: JobSummary }) {
  const { total, completed, failed, creditsUsed, state, createdAt, finishedAt, expiresAt, keptAs } =
    job
  const { rate, secondsLeft } = measureRate(job)
  const seconds =
    ((finishedAt ? Date.parse(finishedAt) : Date.now()) - Date.parse(createdAt)) / 1_000
  return (
    <>
      <progress
        value={completed + failed}
        max={Math.max(1, total)}
        aria-label={words.progressLabel}
      />
      <p class="facts" role="status">
        <span>
          {fill(words.progressPages, {
            completed: formatNumber(completed),
            total: formatNumber(total),
          })}
        </span>
        {failed > 0 && (
          <span class="bad-text">{fill(terms.factFailed, { failed: formatNumber(failed) })}</span>
        )}
        <span>{counts.credits(creditsUsed)}</span>
        <span>{duration(seconds)}</span>
        <span>{fill(terms.factRate, { rate: rate.toFixed(1) })}</span>
        {state === 'scraping' && secondsLeft !== undefined && (
          <span>{fill(words.progressLeft, { secondsLeft: duration(secondsLeft) })}</span>
        )}
        <span class="faint">
          {keptAs === null
            ? fill(terms.factKeptUntil, { expiresAt: formatTime(new Date(expiresAt)) })
            : fill(words.setKept, { name: keptAs })}
        </span>
      </p>
    </>
  )
}
