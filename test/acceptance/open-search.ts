import { globSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { knownItems, type ManualPage } from '#benchmarks/search/known-items.ts'
import {
  measure,
  plainRank,
  putAll,
  toIndexable,
  wordsOfQuery,
  type Hits,
} from '#benchmarks/search/measure.ts'
import { newId } from '#kernel/ids.ts'
import { createApiClient } from '#net/api-client.ts'
import { createGuard } from '#net/guard.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { createOpenSearchIndex } from '#page-index/open-search/create-open-search-index.ts'
import {
  IndexUnavailableError,
  type IndexablePage,
  type IndexQuery,
  type PageIndex,
} from '#page-index/page-index.ts'
import { testDatabase } from '#test/database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { startOpenSearch } from '#test/fixtures/open-search/start-open-search.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { listSections } from '#test/fixtures/search/document-sections.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { firstKey, startService } from '#test/service.ts'

/**
 * The index in a real OpenSearch server: known items among the documents of this repository, operators, tenancy, deletion, limits, and
 * a service that uses it. The control is the ranking of PostgreSQL alone.
 */
const root = join(import.meta.dirname, '../..')
const perKind = 100
/** Pages are to be found after two seconds. */
const refreshedMs = 2_000
const least: Readonly<Record<string, Hits>> = {
  title: { at1: 90, at5: 98 },
  heading: { at1: 92, at5: 98 },
  paragraph: { at1: 54, at5: 84 },
  typo: { at1: 82, at5: 93 },
}
const faults: string[] = []
const expect = (name: string, holds: boolean) => {
  if (!holds) faults.push(name)
}

async function check(url: string): Promise<void> {
  await using client = createApiClient({
    guard: createGuard({ allowedHosts: [] }),
    configuredUrls: [url],
  })
  const clock = { passedMs: 0, now: () => new Date(Date.now() + clock.passedMs) }
  const indexAt = (address: string, pagesMax = 10_000) =>
    createOpenSearchIndex({
      url: address,
      callServer: client.callApi,
      clock,
      budget: { daysMax: 30, pagesMax },
    })
  const index = indexAt(url)
  const paths = globSync(['docs/**/*.md', 'src/**/*.md', '*.md'], { cwd: root }).toSorted()
  const pages = paths.flatMap((path) => listSections(root, path))
  const teamId = newId()
  const indexable = pages.map((page) => toIndexable(page, teamId))
  const measureSize = async () => (await index.find(teamId, wordsOfQuery('search'))).size

  expect('an index without pages is empty', (await measureSize()) === 0)
  await putAll(index, indexable)
  await putAll(index, indexable)
  await setTimeout(refreshedMs)
  expect('pages are put once', (await measureSize()) === pages.length)
  const figures = await checkKnownItems(index, { pages, teamId, indexable })
  const other = newId()
  const foreign = await checkTenancy(index, { pages, teamId, other })
  await checkOperators(index, other)

  await indexAt(url, pages.length - 10).sweep()
  expect('pages beyond the limit are removed', (await measureSize()) <= pages.length - 10)
  clock.passedMs = 31 * 86_400_000
  await index.sweep()
  expect('old pages are removed', (await measureSize()) === 0)

  const away = indexAt('http://127.0.0.1:1')
  const failure = await away.put(indexable.slice(0, 1)).catch((error: unknown) => error)
  expect('pages wait for a server that is away', failure instanceof IndexUnavailableError)
  const nothing = await away.find(teamId, wordsOfQuery('search'))
  expect('searches go on without it', nothing.isUnavailable === true)
  expect('a service with it', await isFoundByService(url))
  report(
    'open-search',
    faults.length === 0,
    `${pages.length} pages; hit@1/@5 in %: ${figures}; ${foreign} hits of foreign queries` +
      (faults.length === 0 ? '' : `; failed: ${faults.join(', ')}`),
  )
}

const listUrls = async (
  index: PageIndex,
  {
    teamId,
    query,
    ...own
  }: { readonly teamId: string; readonly query: string } & Partial<IndexQuery>,
) => (await index.find(teamId, { ...wordsOfQuery(query), ...own })).pages.map(({ url }) => url)

const show = (hits: Hits | undefined) => `${hits?.at1}/${hits?.at5}`

interface Material {
  readonly pages: readonly ManualPage[]
  readonly teamId: string
}

async function checkKnownItems(
  index: PageIndex,
  { pages, teamId, indexable }: Material & { readonly indexable: readonly IndexablePage[] },
): Promise<string> {
  const { link: _link, ...items } = knownItems(pages, { perKind })
  const kinds = { ...items, link: [] }
  const ours = await measure(kinds, (query) => listUrls(index, { teamId, query }))
  await using database = await testDatabase()
  const budget = { daysMax: 30, pagesMax: 10_000 }
  await putAll(createPageIndex({ database, clock: { now: () => new Date() }, budget }), indexable)
  const control = await measure(kinds, (query) => plainRank(database, teamId, query))
  for (const [kind, { at1, at5 }] of Object.entries(least)) {
    expect(kind, (ours[kind]?.at1 ?? 0) >= at1 && (ours[kind]?.at5 ?? 0) >= at5)
  }
  expect('control', (control['typo']?.at1 ?? 100) < (ours['typo']?.at1 ?? 0))
  return Object.keys(least)
    .map((kind) => `${kind} ${show(ours[kind])} (control ${show(control[kind])})`)
    .join(', ')
}

/** Returns the pages that another team finds. */
async function checkTenancy(
  index: PageIndex,
  { pages, teamId, other }: Material & { readonly other: string },
): Promise<number> {
  let foreign = 0
  for (const { title } of pages.slice(0, perKind)) {
    foreign += (await listUrls(index, { teamId: other, query: title })).length
  }
  const page = {
    url: 'https://other.example/',
    title: 'Other',
    markdown: 'zebrafish',
    language: 'en',
  }
  await index.put([toIndexable(page, other)])
  await setTimeout(refreshedMs)
  const own = await listUrls(index, { teamId: other, query: 'zebrafish' })
  const others = await listUrls(index, { teamId, query: 'zebrafish' })
  expect('a page is found in two seconds', own.length === 1)
  expect('teams find their own pages only', foreign + others.length === 0)
  const { corrections } = await index.find(teamId, wordsOfQuery('zebrafihs'))
  expect(
    'words of other teams are not suggested',
    corrections.every(({ to }) => to !== 'zebrafish'),
  )
  const misspelled = await index.find(other, wordsOfQuery('zebrafihs'))
  expect('own words are suggested', misspelled.corrections[0]?.to === 'zebrafish')
  return foreign
}

async function checkOperators(index: PageIndex, teamId: string): Promise<void> {
  const page = (path: string, markdown: string, title = path) =>
    toIndexable({ url: `https://${path}`, title, markdown, language: 'en' }, teamId)
  await index.put([
    page('a.example/1', 'The quick brown fox jumps over a lazy dog'),
    page('sub.a.example/2', 'A brown bear and a quick hare'),
    page('b.example/3', 'Nothing of the kind, but a fox', 'Quick guide'),
  ])
  await setTimeout(refreshedMs)
  const hosts = async (query: string, own: Partial<IndexQuery> = {}) => {
    const urls = await listUrls(index, { teamId, query, ...own })
    return urls
      .map((url) => new URL(url).host)
      .toSorted()
      .join(' ')
  }
  expect('phrase', (await hosts('', { phrases: ['quick brown'] })) === 'a.example')
  expect('minus', (await hosts('brown', { minus: ['fox'] })) === 'sub.a.example')
  expect('site', (await hosts('quick', { sites: ['a.example'] })) === 'a.example sub.a.example')
  expect('not site', (await hosts('quick', { notSites: ['a.example'] })) === 'b.example')
  expect('title', (await hosts('', { inTitle: ['guide'] })) === 'b.example')
  await index.deletePages(teamId, { kind: 'host', host: 'a.example' })
  expect('a host is deleted', (await hosts('quick')) === 'b.example')
  await index.put([page('c.example/4', 'A quick page that is deleted at once')])
  await index.deletePages(teamId, { kind: 'all' })
  expect('all are deleted', (await hosts('quick')) === '')
}

async function isFoundByService(url: string): Promise<boolean> {
  await using site = await startPages({
    '/heron': article('The heron', 'A heron stands in the reeds.'),
  })
  await using service = await startService({ env: { WEIR_OPENSEARCH_URL: url } })
  const headers = { authorization: `Bearer ${firstKey}` }
  await service.ask('POST', '/v2/scrape', { headers, body: { url: `${site.url}/heron` } })
  const urls = await eventually(
    async () => {
      const { body } = await service.ask('POST', '/v2/search', {
        headers,
        body: { query: 'heron reeds' },
      })
      const { data } = body as { data?: { web?: { url: string }[] } }
      return data?.web?.map((item) => item.url) ?? []
    },
    (list) => list.length > 0,
  )
  return urls.includes(`${site.url}/heron`)
}

await using server = await startOpenSearch()
if (server) await check(server.url)
else report('open-search', true, 'skipped: Java, Maven or its registry is not available')
