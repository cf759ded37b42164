import { ago, capital, duration, formatNumber, shortUrl } from '../format.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/progress.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/work-contract.ts'
import type { Data } from '../reply.ts'

export type JobSummary = Data<typeof contract.JobReply>

/** Pages per second since the start, and the time that is left at this rate. */
export function measureRate({ completed, failed, total, createdAt, finishedAt }: JobSummary) {
  const seconds =
    ((finishedAt ? Date.parse(finishedAt) : Date.now()) - Date.parse(createdAt)) / 1_000
  const rate = seconds > 0 ? (completed + failed) / seconds : 0
  const left = total - completed - failed
  return { rate, secondsLeft: rate > 0 ? left / rate : undefined }
}

export const stateClass = {
  scraping: 'info',
  completed: 'good',
  failed: 'bad',
  cancelled: '',
} as const
export const stateText = {
  scraping: terms.stateRunning,
  completed: terms.stateCompleted,
  failed: terms.stateFailed,
  cancelled: words.stateCancelled,
} as const

/** Name, progress and rate of a job in three lines. */
export function JobProgress({ job }: { job: JobSummary }) {
  const { id, label, url, state, total, completed, failed, createdAt } = job
  const { rate, secondsLeft } = measureRate(job)
  return (
    <>
      <div class="row">
        <span class="badge">{label}</span>
        <a href={`/console/jobs/${id}`}>{shortUrl(url) || id}</a>
        <span class="rate">
          {state === 'scraping'
            ? fill(terms.factRate, { rate: rate.toFixed(1) }) +
              (secondsLeft === undefined
                ? ''
                : fill(words.rowLeft, { secondsLeft: duration(secondsLeft) }))
            : `${capital(stateText[state])} ${ago(createdAt)}`}
        </span>
      </div>
      <progress
        value={completed + failed}
        max={Math.max(1, total)}
        aria-label={`${label} ${url}`}
      />
      <div class="row faint">
        <span>
          {fill(words.rowPages, {
            finished: formatNumber(completed + failed),
            total: formatNumber(total),
          })}
        </span>
        {failed > 0 && (
          <span class="bad-text">{fill(terms.factFailed, { failed: formatNumber(failed) })}</span>
        )}
      </div>
    </>
  )
}
