import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import type { ApiRequest } from '#net/api-client.ts'
import { providerQueries } from '#web-search/provider-queries.ts'
import { readTimeRange } from '#web-search/time-range.ts'
import { unsupportedOptions } from '#web-search/unsupported-options.ts'
import type { Wanted } from '#web-search/wanted.ts'
import { providerAccess } from '#test/fixtures/search/provider-access.ts'
import { makeWanted } from '#test/fixtures/search/wanted.ts'
import { createProviders } from './create-providers.ts'
import type { SearchProvider, Source } from './provider.ts'

const now = new Date('2026-11-22T12:00:00Z')
// Ranges without an end go up to the current day.
mock.timers.enable({ apis: ['Date'], now })
after(() => mock.timers.reset())
const readContent = async () => await Promise.reject(new Error('no page is read'))
const providers = createProviders(
  {
    ...providerAccess('k'),
    searxngUrl: 'https://searx.example',
    resultPageUrl: 'https://find.example/search?q={query}&l={language}&c={country}',
  },
  { names: [], pages: { obeysRobots: true, robotsAgent: 'Weir', userAgent: 'Weir', readContent } },
)

const options = {
  country: { country: 'DE' },
  language: { language: 'ja' },
  region: { language: 'pt-BR' },
  location: { location: 'Berlin,Germany' },
  safe: { safe: true },
  unsafe: { safe: false },
  week: { time: readTimeRange('qdr:w', now), tbs: 'qdr:w' },
  filter: { filter: '0' },
} as const satisfies Record<string, Partial<Wanted>>
type Option = keyof typeof options

/** Parameters that the option changes; `warned` when a warning reports that it was not applied; `unchanged` when neither. */
type Cell = Readonly<Record<string, unknown>> | 'warned' | 'unchanged'
type Row = Readonly<Record<Option, Cell>>

const google = {
  country: { gl: 'de' },
  language: { hl: 'ja' },
  region: { hl: 'pt-br' },
  location: { location: 'Berlin,Germany', gl: null },
  safe: { safe: 'active' },
  unsafe: { safe: 'off' },
  week: { tbs: 'qdr:w' },
} as const
const you: Row = {
  country: { country: 'DE' },
  language: { language: 'JA' },
  region: { language: 'PT-BR' },
  location: 'warned',
  safe: { safesearch: 'strict' },
  unsafe: { safesearch: 'off' },
  week: { freshness: '2026-11-15to2026-11-22' },
  filter: 'unchanged',
}
const nothing: Row = {
  country: 'warned',
  language: 'warned',
  region: 'warned',
  location: 'warned',
  safe: 'warned',
  unsafe: 'unchanged',
  week: 'warned',
  filter: 'unchanged',
}

/** What each provider documents, by name; searches of images take no time. */
const documented: Readonly<Record<string, Row>> = {
  searxng: {
    country: 'warned',
    language: { language: 'ja' },
    region: { language: 'pt-BR' },
    location: 'warned',
    safe: { safesearch: '2' },
    unsafe: { safesearch: '0' },
    week: { time_range: 'week' },
    filter: 'unchanged',
  },
  brave: {
    country: { country: 'DE' },
    language: { search_lang: 'jp' },
    region: { search_lang: 'pt-br' },
    location: 'warned',
    safe: { safesearch: 'strict' },
    unsafe: { safesearch: 'off' },
    week: { freshness: '2026-11-15to2026-11-22' },
    filter: 'unchanged',
  },
  serper: { ...google, filter: 'unchanged' },
  serpapi: { ...google, filter: { filter: '0' } },
  kagi: {
    country: { filters: { region: 'de' } },
    language: 'warned',
    region: 'warned',
    location: 'warned',
    safe: 'warned',
    unsafe: 'unchanged',
    week: { filters: { region: 'us', after: '2026-11-15' } },
    filter: 'unchanged',
  },
  'google-pse': {
    country: { gl: 'de' },
    language: { lr: 'lang_ja' },
    region: { lr: 'lang_pt' },
    location: 'warned',
    safe: { safe: 'active' },
    unsafe: { safe: 'off' },
    week: { dateRestrict: 'w1' },
    filter: { filter: '0' },
  },
  exa: {
    country: { userLocation: 'DE' },
    language: 'warned',
    region: 'warned',
    location: 'warned',
    safe: { moderation: true },
    unsafe: { moderation: false },
    week: { startPublishedDate: '2026-11-15T12:00:00.000Z' },
    filter: 'unchanged',
  },
  tavily: {
    ...nothing,
    country: { country: 'germany' },
    week: { start_date: '2026-11-15', end_date: '2026-11-22' },
  },
  'tavily news': { ...nothing, week: { start_date: '2026-11-15', end_date: '2026-11-22' } },
  you,
  'you-keyless': you,
  mojeek: {
    country: { rb: 'DE' },
    language: { lb: 'JA' },
    region: { lb: 'PT' },
    location: 'warned',
    safe: { safe: '1' },
    unsafe: { safe: '0' },
    week: { since: '20261115' },
    filter: 'unchanged',
  },
  marginalia: { ...nothing, safe: { nsfw: '1' }, unsafe: { nsfw: '0' } },
  'result-page': {
    ...nothing,
    country: { c: 'DE' },
    language: { l: 'ja' },
    region: { l: 'pt-BR' },
  },
  'exa-keyless': nothing,
  gdelt: {
    ...nothing,
    country: { query: 'rivers sourcecountry:germany sourcelang:english' },
    language: { query: 'rivers sourcelang:japanese' },
    region: { query: 'rivers sourcelang:portuguese' },
    week: { startdatetime: '20261115120000' },
  },
  openverse: { ...nothing, safe: 'unchanged', unsafe: { mature: 'true' } },
  wikipedia: {
    ...nothing,
    language: { host: 'ja.wikipedia.org' },
    region: { host: 'pt.wikipedia.org' },
  },
}

/** Everything that a request says, by name. */
function saidBy({ url, body }: ApiRequest): Record<string, unknown> {
  const { host, searchParams } = new URL(url)
  const sent: unknown = body === undefined ? {} : JSON.parse(body)
  return { host, ...Object.fromEntries(searchParams), ...(sent as object) }
}

function asked(provider: SearchProvider, source: Source, own: Partial<Wanted>) {
  const wanted = makeWanted('rivers', { source, ...own })
  const [query] = providerQueries(wanted, provider, now)
  assert.ok(query)
  return {
    said: saidBy(provider.request({ ...query, count: 10, page: 0 })),
    isWarned: unsupportedOptions(wanted, provider).length > 0,
  }
}

function makeCell(provider: SearchProvider, source: Source, option: Option): Cell {
  const without = asked(provider, source, {})
  const { said, isWarned } = asked(provider, source, options[option])
  const names = new Set([...Object.keys(said), ...Object.keys(without.said)])
  const changed = [...names].filter(
    (name) => JSON.stringify(said[name]) !== JSON.stringify(without.said[name]),
  )
  if (isWarned) return 'warned'
  if (changed.length === 0) return 'unchanged'
  return Object.fromEntries(changed.map((name) => [name, said[name] ?? null]))
}

for (const provider of providers) {
  for (const source of provider.sources) {
    test(`${provider.name} takes the options of a search for ${source} as documented`, () => {
      const expected = documented[`${provider.name} ${source}`] ?? documented[provider.name]
      assert.ok(expected)
      const cells: Record<string, Cell> = {}
      for (const option of Object.keys(options) as Option[]) {
        if (option === 'week' && source === 'images') continue
        cells[option] = makeCell(provider, source, option)
      }
      const { week, ...rest } = expected
      assert.deepEqual(cells, source === 'images' ? rest : { ...rest, week })
    })
  }
}

test('no provider reports an option that the caller did not set', () => {
  for (const provider of providers) {
    for (const source of provider.sources) {
      assert.equal(asked(provider, source, {}).isWarned, false, provider.name)
    }
  }
})

test('a language that is none reaches no provider in a form that it cannot take', () => {
  for (const provider of providers) {
    for (const language of ['', '!!', 'x'.repeat(100), '../', 'en US']) {
      for (const source of provider.sources) asked(provider, source, { language })
    }
  }
})
