import { ago, formatTime, shortUrl } from '../format.ts'
import type { Column } from '../ui/table.tsx'

/** An operation of the last 24 hours. */
export interface PastRequest {
  readonly id: string
  readonly endpoint: string
  readonly target: string | null
  readonly succeeded: boolean
  readonly createdAt: string
}

export const requestColumns: readonly Column<PastRequest>[] = [
  { title: 'Operation', cell: ({ endpoint }) => <span class="badge">{endpoint}</span> },
  {
    title: 'Target',
    class: 'target',
    cell: ({ target }) => (target === null ? 'not recorded' : shortUrl(target)),
  },
  {
    title: 'Result',
    cell: ({ succeeded }) => (
      <span class={`badge ${succeeded ? 'good' : 'bad'}`}>
        {succeeded ? 'completed' : 'failed'}
      </span>
    ),
  },
  {
    title: 'When',
    isRight: true,
    class: 'faint',
    hint: ({ createdAt }) => formatTime(new Date(createdAt)),
    cell: ({ createdAt }) => ago(createdAt),
  },
]
