// acceptance: quick
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { knownItems } from '#benchmarks/search/known-items.ts'
import {
  measure,
  plainRank,
  putAll,
  toIndexable,
  wordsOfQuery,
  type Hits,
} from '#benchmarks/search/measure.ts'
import { newId } from '#kernel/ids.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { testDatabase } from '#test/database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { listSections } from '#test/fixtures/search/document-sections.ts'

/**
 * Searches for sections of the documentation of this repository by title, heading, words, and title with a typing error. The
 * control is the ranking of PostgreSQL alone for titles with an error. `benchmarks/search` does the same with large manuals.
 */
const root = join(import.meta.dirname, '../..')
/** More than there are of any kind: a sample would change with each edit of the documentation. */
const perKind = 10_000

const least: Readonly<Record<string, Hits>> = {
  title: { at1: 90, at5: 98 },
  heading: { at1: 92, at5: 98 },
  paragraph: { at1: 54, at5: 84 },
  typo: { at1: 82, at5: 93 },
}

const paths = globSync(['docs/**/*.md', 'src/**/*.md', '*.md'], { cwd: root }).toSorted()
const pages = paths.flatMap((path) => listSections(root, path))
await using database = await testDatabase()
const clock = { now: () => new Date() }
const index = createPageIndex({ database, clock, budget: { daysMax: 30, pagesMax: 10_000 } })
const teamId = newId()
await putAll(
  index,
  pages.map((page) => toIndexable(page, teamId)),
)
// As PostgreSQL does by itself after a while; without figures about the tables it takes plans that take twice the time.
await database.query('analyze', [])
const { link: _link, ...items } = knownItems(pages, { perKind })
const none = { title: [], heading: [], paragraph: [], link: [] }
const ours = await measure({ ...items, link: [] }, async (query) =>
  (await index.find(teamId, wordsOfQuery(query))).pages.map(({ url }) => url),
)
const { typo: control } = await measure({ ...none, typo: items.typo }, (query) =>
  plainRank(database, teamId, query),
)

const show = (hits: Hits | undefined) => `${hits?.at1}/${hits?.at5}`
const figures = Object.keys(least).map((kind) => `${kind} ${show(ours[kind])}`)
const isReached = Object.entries(least).every(
  ([kind, { at1, at5 }]) => (ours[kind]?.at1 ?? 0) >= at1 && (ours[kind]?.at5 ?? 0) >= at5,
)
const isControlWorse = (control?.at1 ?? 100) < (ours['typo']?.at1 ?? 0)
report(
  'search-known-items',
  isReached && isControlWorse,
  `${pages.length} pages; hit@1/@5 in %: ${figures.join(', ')} (control ${show(control)})`,
)
