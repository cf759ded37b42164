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
  { title: words.columnsOperation, cell: ({ endpoint }) => <span class="badge">{endpoint}</span> },
  {
    title: words.columnsTarget,
    class: 'target',
    cell: ({ target }) => (target === null ? words.targetMissing : shortUrl(target)),
  },
  {
    title: words.columnsResult,
    cell: ({ succeeded }) => (
      <span class={`badge ${succeeded ? 'good' : 'bad'}`}>
        {succeeded ? 'completed' : 'failed'}
      </span>
    ),
  },
  {
    title: words.columnsTime,
    isRight: true,
    class: 'faint',
    hint: ({ createdAt }) => formatTime(new Date(createdAt)),
    cell: ({ createdAt }) => ago(createdAt),
  },
]
