import { useState } from 'preact/hooks'
import { ago, capital } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { requestColumns, type PastRequest } from './request-columns.tsx'
import * as words from '../words/en/activity.ts'

interface Activity {
  readonly data: readonly PastRequest[]
}
interface Events {
  readonly data: readonly {
    readonly id: string
    readonly actor: string
    readonly action: string
    readonly subject: string
    readonly address: string
    readonly createdAt: string
  }[]
}

const everyMs = 5_000

/** Operations of the last 24 hours, and what people did in the console. */
export function ActivityPage() {
  const [filter, setFilter] = useState('')
  const [isFailedOnly, setFailedOnly] = useState(false)
  const { data, failure } = useResource<Activity>('/console/api/activity?limit=200', everyMs)
  const rows = data?.data.filter(
    ({ endpoint, target, succeeded }) =>
      `${endpoint} ${target ?? ''}`.toLowerCase().includes(filter.toLowerCase()) &&
      !(isFailedOnly && succeeded),
  )
  return (
    <div class="page">
      <div class="toolbar">
        <input
          type="search"
          aria-label={words.findLabel}
          placeholder={words.findPlaceholder}
          value={filter}
          maxLength={200}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        <label class="toggle">
          <input
            type="checkbox"
            role="switch"
            class="switch"
            checked={isFailedOnly}
            onChange={(event) => setFailedOnly(event.currentTarget.checked)}
          />
          {words.filterFailed}
        </label>
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <Card title={words.requestsTitle}>
        {!rows && failure === undefined && <Loading />}
        {rows?.length === 0 && <Empty icon="activity" title={words.emptyTitle} />}
        {rows !== undefined && rows.length > 0 && (
          <Table
            label={words.requestsLabel}
            columns={columns}
            rows={rows}
            makeKey={({ id }) => id}
          />
        )}
      </Card>
      {may('admin') && <EventCard />}
    </div>
  )
}

/** With the id by which the log knows a request. */
const columns: readonly Column<PastRequest>[] = requestColumns.toSpliced(-1, 0, {
  title: words.columnsId,
  class: 'faint mono',
  cell: ({ id }) => id.slice(0, 13),
})

function EventCard() {
  const { data } = useResource<Events>('/console/api/events')
  return (
    <Card title={words.changesTitle}>
      {data?.data.length === 0 && <p class="faint">{words.changesEmpty}</p>}
      <ul class="event-list">
        {data?.data.map(({ id, actor, action, subject, address, createdAt }) => (
          <li key={id}>
            <span>
              <b>{actor}</b> {action}
              {subject !== '' && `: ${subject}`}
            </span>
            <small>{words.changesOrigin(capital(ago(createdAt)), address)}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
