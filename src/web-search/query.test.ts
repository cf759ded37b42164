import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerQueries } from './provider-queries.ts'
import { parseQuery } from './query.ts'
import { coveringUnit, dateOfHit, readTimeRange } from './time-range.ts'
import type { Wanted } from './wanted.ts'

const now = new Date('2026-11-22T12:00:00Z')

test('a query is parsed into words, phrases and operators', () => {
  const query = parseQuery(
    'fast "web crawler" -java -"a b" site:https://www.Example.com/x -site:b.example filetype:pdf intitle:guide foo:bar',
  )
  assert.deepEqual(query, {
    words: ['fast', 'foo:bar'],
    phrases: ['web crawler'],
    minus: ['java', 'a b'],
    sites: ['example.com'],
    notSites: ['b.example'],
    fileTypes: ['pdf'],
    inTitle: ['guide'],
    inUrl: [],
    related: [],
    imageSizes: [],
    text: 'fast "web crawler" foo:bar',
  })
  assert.deepEqual(parseQuery('allintitle: open source').inTitle, ['open', 'source'])
  assert.deepEqual(parseQuery('larger:800x600 cat').imageSizes, ['800x600'])
  assert.deepEqual(parseQuery('well-known "unfinished').phrases, ['unfinished'])
})

test('tbs is parsed, and unknown values are named', () => {
  assert.deepEqual(readTimeRange('qdr:d,sbd:1,x', now), {
    range: { from: new Date('2026-11-21T12:00:00Z'), to: undefined },
    sortsByDate: true,
    unknown: ['x'],
  })
  const { range } = readTimeRange('cdr:1,cd_min:01/31/2026,cd_max:02/28/2026', now)
  assert.deepEqual(range, {
    from: new Date('2026-01-31T00:00:00Z'),
    to: new Date('2026-02-28T23:59:59.999Z'),
  })
  assert.deepEqual(readTimeRange('cdr:1,cd_min:02/31/2026', now).unknown, ['cd_min:02/31/2026'])
  assert.equal(
    coveringUnit({ from: new Date('2026-11-20'), to: undefined }, ['day', 'week'], now),
    'week',
  )
})

function hours(text: string): number | undefined {
  const date = dateOfHit(text, now)
  return date && (now.getTime() - date.getTime()) / 3_600_000
}

test('dates of results are parsed in the formats of all providers', () => {
  assert.deepEqual(
    [
      '2 hours ago',
      'an hour ago',
      '30 min ago',
      '1 day ago',
      '2026-11-22T11:00:00Z',
      'soon',
      '7',
    ].map(hours),
    [2, 1, 0.5, 24, 1, undefined, undefined],
  )
})

const supports = {
  operators: 'all',
  siteLists: false,
  time: 'none',
  country: true,
  language: true,
  location: true,
  safe: true,
} as const

function writeQueries(
  query: string,
  options: Partial<Wanted>,
  {
    queryCharsMax = 400,
    ...own
  }: { queryCharsMax?: number; siteLists?: true; operators?: 'none' } = {},
) {
  const parsed = parseQuery(query)
  const wanted: Wanted = {
    source: 'web',
    query: parsed,
    sites: parsed.sites,
    notSites: parsed.notSites,
    fileTypes: parsed.fileTypes,
    anyOf: { sites: [], fileTypes: [] },
    time: readTimeRange(undefined, now),
    tbs: undefined,
    filter: undefined,
    language: 'en',
    country: undefined,
    location: undefined,
    safe: undefined,
    limit: 10,
    ...options,
  }
  const limits = { perPage: {}, pagesMax: 1, queryCharsMax }
  return providerQueries(wanted, { supports: { ...supports, ...own }, limits }, now)
}

test('a provider gets the options that it supports, and sites in groups within its limit', () => {
  const sites = ['a.example', 'b.example', 'c.example']
  assert.deepEqual(
    writeQueries('rust -go', { sites }, { queryCharsMax: 45 }).map(({ text }) => text),
    ['rust -go site:a.example OR site:b.example', 'rust -go site:c.example'],
  )
  const [listed] = writeQueries('rust', { sites, notSites: ['d.example'] }, { siteLists: true })
  assert.deepEqual(
    [listed?.text, listed?.includeSites, listed?.excludeSites],
    ['rust', sites, ['d.example']],
  )
  const [plain] = writeQueries('"open source" -java filetype:pdf', { sites }, { operators: 'none' })
  assert.equal(plain?.text, 'open source')
  const pdf = { sites: ['arxiv.org'], fileTypes: ['pdf'] }
  assert.equal(writeQueries('llm', { anyOf: pdf })[0]?.text, 'llm site:arxiv.org OR filetype:pdf')
})

test('the country is US unless a country or a place is given', () => {
  assert.equal(writeQueries('x', {})[0]?.country, 'US')
  assert.equal(writeQueries('x', { country: 'DE' })[0]?.country, 'DE')
  assert.equal(writeQueries('x', { location: 'Berlin' })[0]?.country, undefined)
})
