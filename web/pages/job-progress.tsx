import { ago, capital, duration, formatNumber, shortUrl } from '../format.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/progress.ts'
import * as terms from '../words/en/terms.ts'

export interface JobSummary {
  readonly id: string
  readonly kind: string
  /** `Crawl`, `Batch`. */
  readonly label: string
  /** Path of its endpoints, without the id: `/v2/crawl`. */
  readonly path: string
  readonly url: string
  readonly state: 'scraping' | 'completed' | 'failed' | 'cancelled'
  readonly failure: string | null
  readonly warning: string | null
  readonly total: number
  readonly completed: number
  readonly failed: number
  readonly creditsUsed: number
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly expiresAt: string
  /** Name of a set that is stored for ever. */
  readonly keptAs: string | null
  readonly zeroDataRetention: boolean
}

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
