/**
 * How long searches take among many pages, and beside those of another team, and what the pages cost in the index.
 *
 *     node benchmarks/search/speed/run.ts [PAGES] [--seed N] [--from FOLDER]... [--questions FILE]...
 *
 * The pages are mixed from the HTML pages of the folders, or made of generated words. Writes RESULTS.md beside this file. Times on the
 * clock grow with the load of the machine; the CPU time of the process and of PostgreSQL does so little. The control is the ranking of
 * PostgreSQL alone over the same rows.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readManuals } from '#benchmarks/search/manuals.ts'
import { plainRank, wordsOfQuery } from '#benchmarks/search/measure.ts'
import { newId } from '#kernel/ids.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import type { IndexablePage } from '#page-index/page-index.ts'
import { testDatabase } from '#test/database.ts'
import { openCpuTime } from './cpu-time.ts'
import { createRandom, generatedPages } from './generated-pages.ts'
import { mixPages } from './mixed-pages.ts'

const {
  values,
  positionals: [given = '100000'],
} = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    from: { type: 'string', multiple: true, default: [] },
    questions: { type: 'string', multiple: true, default: [] },
  },
})
const pageCount = Number(given)
const smallCount = 2_000
const queriesPerKind = 200
const controlCount = 30
const putAtOnce = 50
const seed = Number(values.seed)
const lines: string[] = []

interface Query {
  readonly words: string
  readonly url?: string
}
type Queries = Record<string, Query[]>

const manuals = readManuals(values.from)
const makePages = (count: number, teamId: string) =>
  manuals.length > 0
    ? mixPages(manuals, count, { teamId, seed })
    : generatedPages(count, { teamId, seed })

await using database = await testDatabase()
const clock = { now: () => new Date() }
const index = createPageIndex({ database, clock, budget: { daysMax: 30, pagesMax: 1_000_000 } })
const [large, small] = [newId(), newId()]

const usedByIndexing = await openCpuTime(database)
const begun = usedByIndexing()
const queries = { large: await fill(large, pageCount), small: await fill(small, smallCount) }
const all = pageCount + smallCount
const putMs = (usedByIndexing() - begun) / all
await database.query('vacuum analyze search_pages')
const used = await openCpuTime(database)
const [size] = await database.query<{ bytes: number; vectors: number; words: number }>(
  `select (pg_total_relation_size('search_pages') + pg_total_relation_size('search_words'))::float8 as bytes,
     (select avg(length(codes) + length(head_vector) + length(vectors)) from search_pages)::float8 as vectors,
     (select avg(words) from search_pages)::float8 as words`,
)
print(
  `${pageCount} pages ${manuals.length > 0 ? `mixed from ${manuals.length} pages of manuals` : 'of generated words'}, ${size?.words.toFixed(0)} words each: ${putMs.toFixed(1)} ms of CPU, ${((size?.bytes ?? 0) / 1_024 / all).toFixed(1)} KB and ${((size?.vectors ?? 0) / 1_024).toFixed(2)} KB of vectors a page.`,
)
print(
  '\n| team, queries | p50, p95, p99 | CPU: p50, p95, p99 | page among the ten |\n| --- | --- | --- | --- |',
)
for (const [name, team] of [
  ['large', large],
  ['small', small],
] as const) {
  for (const [kind, list] of Object.entries(queries[name])) {
    const search = async (words: string) =>
      (await index.find(team, wordsOfQuery(words))).pages.map(({ url }) => url)
    print(`| ${name}, ${kind} ${await measure(list, search)}`)
  }
}
const control = Object.values(queries.large).flatMap((list) => list.slice(0, controlCount))
print(
  `| control: \`ts_rank\` of any word ${await measure(control, (words) => plainRank(database, large, words))}`,
)
writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${lines.join('\n')}\n`)

/** Puts the pages of a team, and returns queries for some of them, and the questions. */
async function fill(teamId: string, count: number): Promise<Queries> {
  const random = createRandom(seed + 1)
  const chosen: Queries = {
    'words of titles': [],
    'five words in a row': [],
    'titles with two errors': [],
  }
  let some: IndexablePage[] = []
  let number = 0
  const step = Math.max(1, Math.floor(count / queriesPerKind))
  for (const page of makePages(count, teamId)) {
    if (number % step === 0)
      for (const [kind, words] of Object.entries(makeQueries(page, random)))
        chosen[kind]?.push({ url: page.url, words })
    some.push(page)
    number++
    if (some.length < putAtOnce && number < count) continue
    await index.put(some)
    some = []
  }
  const files = values.questions.map((file) => readFileSync(file, 'utf8'))
  const questions = files.flatMap((text) => JSON.parse(text) as { query: string }[])
  return {
    ...chosen,
    ...(questions.length > 0 && { questions: questions.map(({ query }) => ({ words: query })) }),
  }
}

function makeQueries({ title, text }: IndexablePage, random: () => number): Record<string, string> {
  const words = title.split(/\s+/)
  const running = text.split(/\s+/)
  const start = Math.floor(random() * Math.max(1, running.length - 5))
  const [first = '', ...rest] = words
  return {
    'words of titles': words.slice(0, 2 + Math.floor(random() * 3)).join(' '),
    'five words in a row': running.slice(start, start + 5).join(' '),
    'titles with two errors': [`${first.slice(0, 2)}x${first.slice(3)}q`, ...rest].join(' '),
  }
}

/** The rest of a row of the table. */
async function measure(
  list: readonly Query[],
  search: (words: string) => Promise<readonly string[]>,
): Promise<string> {
  const [times, cpu]: [number[], number[]] = [[], []]
  let found = 0
  for (const { words, url } of list) {
    const [start, before] = [performance.now(), used()]
    const urls = await search(words)
    times.push(performance.now() - start)
    cpu.push(used() - before)
    if (url !== undefined && urls.includes(url)) found++
  }
  const isKnown = list.some(({ url }) => url !== undefined)
  return `| ${percentiles(times)} | ${percentiles(cpu)} | ${isKnown ? `${found} of ${list.length}` : ''} |`
}

function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  return `${at(0.5)}, ${at(0.95)}, ${at(0.99)} ms`
}

function print(line: string): void {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}
