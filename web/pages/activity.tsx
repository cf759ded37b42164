import { useEffect, useRef, useState } from 'preact/hooks'
import { ago, capital, formatDay, nameDay } from '../format.ts'
import { readData, useList } from '../list.tsx'
import { go, query } from '../router.ts'
import { may } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { saveText } from '../ui/save.ts'
import { Table } from '../ui/table.tsx'
import { requestColumns, type PastRequest } from './request-columns.tsx'
import { RequestDetail } from './request-detail.tsx'
import { Select, Toggle } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/activity.ts'
import * as detailWords from '../words/en/request-detail.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/contract.ts'
import type { Row } from '../reply.ts'

type ConsoleEvent = Row<typeof contract.Events>

interface Activity {
  readonly data: readonly PastRequest[]
  readonly next: string | null
}

const everyMs = 5_000
const limit = 200

const readHost = ({ target }: PastRequest) =>
  target !== null && URL.canParse(target) ? new URL(target).host : ''

/** Values of the filters, which the address of the page holds. */
const filters = ['find', 'state', 'endpoint', 'host', 'key', 'day'] as const
type Filter = (typeof filters)[number]

function setFilter(name: Filter, text: string): void {
  const next = new URLSearchParams(query.value)
  if (text === '') next.delete(name)
  else next.set(name, text)
  history.replaceState(null, '', next.size > 0 ? `?${next}` : location.pathname)
  query.value = location.search
}

/** What is asked of the service by the filters; a text when nothing was typed for a moment. */
function useFilters() {
  const given = new URLSearchParams(query.value)
  const value = (name: Filter) => given.get(name) ?? ''
  const find = useSettled(value('find'))
  const asked = new URLSearchParams({ limit: String(limit) })
  for (const name of ['state', 'endpoint', 'host', 'key'] as const)
    if (value(name) !== '') asked.set(name, value(name))
  if (find !== '') asked.set('find', find)
  const day = new Date(`${value('day')}T00:00`)
  if (!Number.isNaN(day.getTime())) {
    asked.set('from', day.toISOString())
    day.setDate(day.getDate() + 1)
    asked.set('to', day.toISOString())
  }
  return { value, isAny: filters.some((name) => value(name) !== ''), asked: asked.toString() }
}

const settledMs = 250

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const keptDays = 7

/** The days of which requests are kept, as `2026-11-28` with their names. */
function listDays(): readonly (readonly [string, string])[] {
  return Array.from({ length: keptDays + 1 }, (_, before) => {
    const day = new Date()
    day.setDate(day.getDate() - before)
    const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    const name = parts.map((part) => String(part).padStart(2, '0')).join('-')
    return [name, before < 2 ? nameDay(before) : formatDay(day)]
  })
}

/** Operations of the last days and what came of them, and what people did in the console. */
export function ActivityPage({ id }: { id?: string }) {
  const { value, isAny, asked } = useFilters()
  // The service searches some of the requests at once.
  const isSearch = value('find') !== '' || value('host') !== ''
  const { rows, failure, more, isWhole } = useList(
    `/console/api/activity?${asked}`,
    readActivity,
    everyMs,
  )
  const seen = useSeenRows(rows ?? [])
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
          label={terms.thingOperation}
          all={detailWords.filterOperations}
          values={seen.map(({ endpoint }) => endpoint)}
          value={value('endpoint')}
          onChange={(text) => setFilter('endpoint', text)}
        />
        <Choice
          label={detailWords.filterHost}
          all={detailWords.filterHosts}
          values={seen.map(readHost)}
          value={value('host')}
          onChange={(text) => setFilter('host', text)}
        />
        <Choice
          label={detailWords.filterKey}
          all={detailWords.filterKeys}
          values={seen.map(({ requester }) => requester ?? '')}
          value={value('key')}
          onChange={(text) => setFilter('key', text)}
        />
        <Select
          aria-label={terms.thingDay}
          class={value('day') === '' ? '' : 'is-set'}
          unset={words.filterDays}
          choices={Object.fromEntries(listDays())}
          value={value('day')}
          onChoose={(day) => setFilter('day', day)}
        />
        <Toggle
          label={words.filterFailed}
          checked={value('state') === 'failed'}
          onSwitch={(isOn) => setFilter('state', isOn ? 'failed' : '')}
        />
        <span class="grow" />
        <Button
          class="quiet"
          disabled={!rows?.length}
          onClick={() => saveText('activity.json', JSON.stringify(rows, null, 2))}
        >
          {terms.actionDownload}
        </Button>
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <div class="beside">
        <Card title={words.requestsLabel}>
          {!rows && failure === undefined && <Loading />}
          {rows?.length === 0 && isWhole && <NoRequests isFiltered={isAny} />}
          {rows && rows.length > 0 && (
            <Table
              label={words.requestsLabel}
              columns={requestColumns}
              rows={rows}
              makeKey={(row) => row.id}
              rowClass={(row) => (row.id === id ? 'is-chosen' : '')}
            />
          )}
          {rows && !isWhole && isSearch && (
            <p class="faint">{fill(words.foundSoFar, { number: rows.length })}</p>
          )}
          {more}
        </Card>
        {id !== undefined && <RequestDetail key={id} id={id} onClose={list} />}
      </div>
      {may('admin') && id === undefined && <EventCard />}
    </div>
  )
}

const readActivity = ({ data, next }: Activity) => ({ rows: data, next: next ?? undefined })

/** Also the rows that were there under other filters, of which the choices are made. */
function useSeenRows(rows: readonly PastRequest[]): readonly PastRequest[] {
  const seen = useRef(new Map<string, PastRequest>())
  for (const row of rows) seen.current.set(row.id, row)
  return [...seen.current.values()]
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
    <Select
      aria-label={label}
      class={value === '' ? '' : 'is-set'}
      unset={all}
      choices={Object.fromEntries(different.map((text) => [text, text.replaceAll('_', ' ')]))}
      value={value}
      onChoose={onChange}
    />
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
      <Button onClick={() => go('/console/activity')}>{detailWords.filteredClear}</Button>
    </Empty>
  )
}

const eventsAtOnce = 100

function EventCard() {
  const { rows, failure, more } = useList(
    '/console/api/events',
    readData(eventsAtOnce)<ConsoleEvent>,
  )
  return (
    <Card title={words.changesTitle}>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {rows?.length === 0 && <p class="faint">{words.changesEmpty}</p>}
      <ul class="event-list">
        {rows?.map(({ id, actor, action, subject, address, createdAt }) => (
          <li key={id}>
            <span>
              <b>{actor}</b> {action}
              {subject !== '' && `: ${subject}`}
            </span>
            <small>
              {fill(words.changesOrigin, { createdAt: capital(ago(createdAt)), address })}
            </small>
          </li>
        ))}
      </ul>
      {more}
    </Card>
  )
}
