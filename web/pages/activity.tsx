import { useState } from 'preact/hooks'
import { get, readMessage } from '../api.ts'
import { ago, capital } from '../format.ts'
import { useAction } from '../ui/action.tsx'
import { useResource } from '../resource.ts'
import { go, query } from '../router.ts'
import { may } from '../session.ts'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { saveText } from '../ui/save.ts'
import { Table } from '../ui/table.tsx'
import { requestColumns, type PastRequest } from './request-columns.tsx'
import { RequestDetail } from './request-detail.tsx'
import * as words from '../words/en/activity.ts'
import * as detailWords from '../words/en/request-detail.ts'

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
const limit = 200

const readHost = ({ target }: PastRequest) =>
  target !== null && URL.canParse(target) ? new URL(target).host : ''

/** Values of the filters, which the address of the page holds. */
const filters = ['find', 'state', 'endpoint', 'host', 'key'] as const
type Filter = (typeof filters)[number]

function setFilter(name: Filter, text: string): void {
  const next = new URLSearchParams(query.value)
  if (text === '') next.delete(name)
  else next.set(name, text)
  history.replaceState(null, '', next.size > 0 ? `?${next}` : location.pathname)
  query.value = location.search
}

function useFilters() {
  const given = new URLSearchParams(query.value)
  const value = (name: Filter) => given.get(name) ?? ''
  const isAny = filters.some((name) => value(name) !== '')
  const fits = (row: PastRequest) =>
    (value('state') === '' || !row.succeeded) &&
    ['endpoint', 'host', 'key'].every((name) => {
      const wanted = value(name as Filter)
      return wanted === '' || wanted === readColumn[name as keyof typeof readColumn](row)
    }) &&
    `${row.endpoint} ${row.target} ${row.message} ${row.code} ${row.id}`
      .toLowerCase()
      .includes(value('find').toLowerCase())
  return { value, isAny, fits }
}

/** Operations of the last 24 hours and what came of them, and what people did in the console. */
export function ActivityPage({ id }: { id?: string }) {
  const { value, isAny, fits } = useFilters()
  const [older, setOlder] = useState<readonly PastRequest[]>([])
  const [olderFailure, setOlderFailure] = useState<string>()
  const isFailedOnly = value('state') === 'failed'
  const url = `/console/api/activity?limit=${limit}${isFailedOnly ? '&state=failed' : ''}`
  const newest = useResource<Activity>(url, everyMs)
  const failure = newest.failure ?? olderFailure
  const first = newest.data?.data ?? []
  const known = new Set(first.map((row) => row.id))
  const all = [...first, ...older.filter((row) => !known.has(row.id))]
  const rows = all.filter(fits)
  const last = all.at(-1)
  const loadOlder = () =>
    last &&
    get<Activity>(`${url}&before=${encodeURIComponent(last.createdAt)}&beforeId=${last.id}`).then(
      ({ data }) => setOlder([...older, ...data]),
      (thrown: unknown) => setOlderFailure(readMessage(thrown)),
    )
  const list = `/console/activity${query.value}`
  return (
    <div class={`page${id === undefined ? '' : ' with-detail'}`}>
      <div class="toolbar">
        <input
          type="search"
          aria-label={words.findLabel}
          placeholder={words.findPlaceholder}
          value={value('find')}
          maxLength={200}
          onInput={(event) => setFilter('find', event.currentTarget.value)}
        />
        <Choice
          label={detailWords.columnOperation}
          all={detailWords.filterOperations}
          values={all.map(({ endpoint }) => endpoint)}
          value={value('endpoint')}
          onChange={(text) => setFilter('endpoint', text)}
        />
        <Choice
          label={detailWords.filterHost}
          all={detailWords.filterHosts}
          values={all.map(readHost)}
          value={value('host')}
          onChange={(text) => setFilter('host', text)}
        />
        <Choice
          label={detailWords.filterKey}
          all={detailWords.filterKeys}
          values={all.map(({ requester }) => requester ?? '')}
          value={value('key')}
          onChange={(text) => setFilter('key', text)}
        />
        <label class="toggle">
          <input
            type="checkbox"
            role="switch"
            class="switch"
            checked={isFailedOnly}
            onChange={(event) => {
              setOlder([])
              setFilter('state', event.currentTarget.checked ? 'failed' : '')
            }}
          />
          {words.filterFailed}
        </label>
        <span class="grow" />
        <button
          type="button"
          class="button quiet"
          disabled={rows.length === 0}
          onClick={() => saveText('activity.json', JSON.stringify(rows, null, 2))}
        >
          {detailWords.actionDownload}
        </button>
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <div class="beside">
        <Card title={words.requestsTitle}>
          {!newest.data && failure === undefined && <Loading />}
          {newest.data && rows.length === 0 && <NoRequests isFiltered={isAny} />}
          {rows.length > 0 && (
            <Table
              label={words.requestsLabel}
              columns={requestColumns}
              rows={rows}
              makeKey={(row) => row.id}
              rowClass={(row) => (row.id === id ? 'is-chosen' : '')}
            />
          )}
          {first.length >= limit && (
            <button type="button" class="button" onClick={() => void loadOlder()}>
              {detailWords.actionOlder}
            </button>
          )}
        </Card>
        {id !== undefined && <RequestDetail key={id} id={id} onClose={list} />}
      </div>
      {may('admin') && id === undefined && <EventCard />}
    </div>
  )
}

const readColumn = {
  endpoint: ({ endpoint }: PastRequest) => endpoint,
  host: readHost,
  key: ({ requester }: PastRequest) => requester ?? '',
}

function Choice(props: {
  label: string
  all: string
  values: readonly string[]
  value: string
  onChange: (value: string) => void
}) {
  const { label, all, values, value, onChange } = props
  const different = [...new Set([...values, value])].filter((text) => text !== '').toSorted()
  return (
    <select
      aria-label={label}
      value={value}
      class={value === '' ? '' : 'is-set'}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {different.map((text) => (
        <option key={text} value={text}>
          {text.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  )
}

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <Empty icon="activity" title={words.emptyTitle}>
        <p>{detailWords.emptyText}</p>
        <a class="button" href="/console/playground">
          {detailWords.emptyPlayground}
        </a>
      </Empty>
    )
  return (
    <Empty icon="search" title={detailWords.filteredEmpty}>
      <button type="button" class="button" onClick={() => go('/console/activity')}>
        {detailWords.filteredClear}
      </button>
    </Empty>
  )
}

const eventsPath = '/console/api/events'
const eventsAtOnce = 100

function EventCard() {
  const { data } = useResource<Events>(eventsPath)
  const [older, setOlder] = useState<Events['data']>([])
  const [isWhole, setWhole] = useState(false)
  const { run, isBusy, notice } = useAction()
  const rows = [...(data?.data ?? []), ...older]
  const loadOlder = () =>
    void run(async () => {
      const next = await get<Events>(`${eventsPath}?before=${rows.at(-1)?.id}`)
      setOlder([...older, ...next.data])
      setWhole(next.data.length === 0)
    })
  return (
    <Card title={words.changesTitle}>
      {data?.data.length === 0 && <p class="faint">{words.changesEmpty}</p>}
      <ul class="event-list">
        {rows.map(({ id, actor, action, subject, address, createdAt }) => (
          <li key={id}>
            <span>
              <b>{actor}</b> {action}
              {subject !== '' && `: ${subject}`}
            </span>
            <small>{words.changesOrigin(capital(ago(createdAt)), address)}</small>
          </li>
        ))}
      </ul>
      {notice}
      {rows.length >= eventsAtOnce && !isWhole && (
        <button type="button" class="button" disabled={isBusy} onClick={loadOlder}>
          {detailWords.actionOlder}
        </button>
      )}
    </Card>
  )
}
