/**
 * Questions in other words than those of the pages. node benchmarks/search/questions/run.ts QUESTIONS FOLDER [--in LANGUAGE] [--show].
 * QUESTIONS is a JSON file: `[{"query", "pages"}]`, the pages that answer it as paths in the FOLDER of HTML pages; any of them counts.
 * `query` is a text, or one for each language.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readManuals } from '#benchmarks/search/manuals.ts'
import { putAll, toIndexable, wordsOfQuery } from '#benchmarks/search/measure.ts'
import { newId } from '#kernel/ids.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { testDatabase } from '#test/database.ts'

interface Question {
  readonly query: string | Readonly<Record<string, string>>
  readonly pages: readonly string[]
}

const {
  values: { in: language = 'en', show },
  positionals: [questionsFile, folder],
} = parseArgs({
  allowPositionals: true,
  options: { in: { type: 'string' }, show: { type: 'boolean' } },
})
if (!questionsFile || !folder) throw new Error('Name the file of questions and the folder.')
const questions = JSON.parse(readFileSync(questionsFile, 'utf8')) as readonly Question[]
const pages = readManuals([folder])
const origin = new URL(pages[0]?.url ?? '').origin

await using database = await testDatabase()
const clock = { now: () => new Date() }
const index = createPageIndex({ database, clock, budget: { daysMax: 30, pagesMax: 1_000_000 } })
const teamId = newId()
await putAll(
  index,
  pages.map((page) => toIndexable(page, teamId)),
)
await database.query('vacuum analyze search_pages')

const places: number[] = []
for (const { query: asked, pages: wanted } of questions) {
  const query = typeof asked === 'string' ? asked : (asked[language] ?? '')
  const found = await index.find(teamId, wordsOfQuery(query))
  const paths = found.pages.map(({ url }) => decodeURI(url.slice(origin.length + 1)))
  const place = paths.findIndex((path) => wanted.includes(path)) + 1
  places.push(place)
  if (show) console.log(`${place} ${query}: ${paths.slice(0, 3).join(' ')}`)
}
const share = (count: number) => (count / questions.length).toFixed(3)
const within = (most: number) => share(places.filter((place) => place > 0 && place <= most).length)
const mrr = share(places.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0))
console.log(
  `${pages.length} pages, ${questions.length} questions: hit@1 ${within(1)} hit@5 ${within(5)} hit@10 ${within(10)} MRR ${mrr}`,
)
