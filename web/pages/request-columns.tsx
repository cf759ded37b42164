import { ago, formatTime, shortUrl } from '../format.ts'
import type { Column } from '../ui/table.tsx'
import * as words from '../words/en/requests.ts'

/** An operation of the last 24 hours. */
export interface PastRequest {
  readonly id: string
  readonly endpoint: string
  readonly target: string | null
  readonly succeeded: boolean
  readonly createdAt: string
}

export const requestColumns: readonly Column<PastRequest>[] = [
  { title: words.operation, cell: ({ endpoint }) => <span class="badge">{endpoint}</span> },
  {
    title: words.target,
    class: 'target',
    cell: ({ target }) => (target === null ? words.notRecorded : shortUrl(target)),
  },
  {
    title: words.result,
    cell: ({ succeeded }) => (
      <span class={`badge ${succeeded ? 'good' : 'bad'}`}>
        {succeeded ? 'completed' : 'failed'}
      </span>
    ),
  },
  {
    title: words.when,
    isRight: true,
    class: 'faint',
    hint: ({ createdAt }) => formatTime(new Date(createdAt)),
    cell: ({ createdAt }) => ago(createdAt),
  },
]
