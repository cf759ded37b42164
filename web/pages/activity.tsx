import { useState } from 'preact/hooks'
import { ago, capital, formatTime, shortUrl } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'

interface Activity {
  readonly data: readonly {
    readonly id: string
    readonly endpoint: string
    readonly target: string | null
    readonly succeeded: boolean
    readonly createdAt: string
  }[]
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
          aria-label="Find a request"
          placeholder="Find by operation or target"
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
          Only failed
        </label>
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <Card title="Requests of the last 24 hours">
        {!rows && <Loading />}
        {rows?.length === 0 && <Empty icon="activity" title="No request" />}
        {rows !== undefined && rows.length > 0 && <RequestTable rows={rows} />}
      </Card>
      {may('admin') && <EventCard />}
    </div>
  )
}

function RequestTable({ rows }: { rows: Activity['data'] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Requests">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Target</th>
            <th scope="col">Result</th>
            <th scope="col">Id</th>
            <th scope="col" class="right">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, endpoint, target, succeeded, createdAt }) => (
            <tr key={id}>
              <td>
                <span class="badge">{endpoint}</span>
              </td>
              <td class="target">{target === null ? 'not recorded' : shortUrl(target)}</td>
              <td>
                <span class={`badge ${succeeded ? 'good' : 'bad'}`}>
                  {succeeded ? 'completed' : 'failed'}
                </span>
              </td>
              <td class="faint mono">{id.slice(0, 13)}</td>
              <td class="right faint" title={formatTime(new Date(createdAt))}>
                {ago(createdAt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function EventCard() {
  const { data } = useResource<Events>('/console/api/events')
  return (
    <Card title="Changes in the console">
      {data?.data.length === 0 && <p class="faint">Nobody has changed anything yet.</p>}
      <ul class="event-list">
        {data?.data.map(({ id, actor, action, subject, address, createdAt }) => (
          <li key={id}>
            <span>
              <b>{actor}</b> {action}
              {subject !== '' && `: ${subject}`}
            </span>
            <small>
              {capital(ago(createdAt))} from {address}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
