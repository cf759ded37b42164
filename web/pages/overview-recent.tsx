import { Card } from '../ui/card.tsx'
import { Table } from '../ui/table.tsx'
import { requestColumns, type PastRequest } from './request-columns.tsx'
import * as words from '../words/en/overview.ts'

/** The last requests, and the totals of 24 hours. */
export interface Activity {
  readonly data: readonly PastRequest[]
  readonly success: { readonly all: number; readonly failed: number }
}

export function RecentCard({ activity }: { activity: Activity | undefined }) {
  const rows = activity?.data ?? []
  return (
    <Card title={words.recentTitle} class="all" more="/console/activity">
      {activity !== undefined && rows.length === 0 && <p class="faint">{words.recentEmpty}</p>}
      {rows.length > 0 && (
        <Table
          label={words.recentTitle}
          columns={requestColumns}
          rows={rows}
          makeKey={({ id }) => id}
        />
      )}
    </Card>
  )
}
