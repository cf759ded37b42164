/**
 * Known-item search over manuals, compared with the ranking of PostgreSQL; then the cost of indexing a page. node
 * benchmarks/search/run.ts FOLDER... Each folder contains the HTML pages of a manual, for example
 * `/usr/share/doc/postgresql-doc-15/html`.
 */
import { newId } from '#kernel/ids.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { testDatabase } from '#test/database.ts'
import { knownItems } from './known-items.ts'
import { readManuals } from './manuals.ts'
import { measure, plainRank, putAll, toIndexable, wordsOfQuery } from './measure.ts'

const perKind = 400
const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('Name the folders of the manuals.')

const pages = readManuals(folders)
await using database = await testDatabase()
const clock = { now: () => new Date() }
const index = createPageIndex({ database, clock, budget: { daysMax: 30, pagesMax: 1_000_000 } })
const teamId = newId()
// The link texts that are searched are withheld from the index, so that others must lead to the page.
const items = knownItems(pages, { perKind })
const withheld = new Set(items.link.map(({ query }) => query))
const indexable = pages.map((page) => toIndexable(page, teamId, withheld))

const cpuBefore = process.cpuUsage()
const begun = performance.now()
await putAll(index, indexable)
const perPage = (performance.now() - begun) / pages.length
const { user, system } = process.cpuUsage(cpuBefore)
await database.query('vacuum analyze search_pages')
const [size] = await database.query<{ bytes: number }>(
  `select (pg_total_relation_size('search_pages') + pg_total_relation_size('search_links') + pg_total_relation_size('search_words'))::float8 as bytes`,
)
print(
  `${pages.length} pages; ${perPage.toFixed(1)} ms a page, ${((user + system) / 1_000 / pages.length).toFixed(1)} ms of it in Node; ${((size?.bytes ?? 0) / 1_024 / pages.length).toFixed(1)} KB a page`,
)

const times: number[] = []
const ours = await measure(items, async (query) => {
  const start = performance.now()
  const { pages: found } = await index.find(teamId, wordsOfQuery(query))
  times.push(performance.now() - start)
  return found.map(({ url }) => url)
})
const control = await measure(items, (query) => plainRank(database, teamId, query))
for (const [kind, { at1, at5 }] of Object.entries(ours)) {
  const other = control[kind]
  const count = items[kind as keyof typeof items].length
  print(`${kind} (${count}): ${at1}/${at5}; ts_rank any word ${other?.at1}/${other?.at5}`)
}
const sorted = times.toSorted((a, b) => a - b)
const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
print(`a search: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
