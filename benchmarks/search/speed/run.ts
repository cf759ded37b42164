/**
 * How long searches take among many pages, and beside those of another team.
 *
 *     node benchmarks/search/speed/run.ts [PAGES] [--seed N]
 *
 * The pages are generated. Times on the clock grow with the load of the machine; the CPU time of the process and of PostgreSQL does
 * so little. The control is the ranking of PostgreSQL alone over the same rows.
 */
import { parseArgs } from 'node:util'
import { newId } from '#kernel/ids.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import type { IndexablePage } from '#page-index/page-index.ts'
import { testDatabase } from '#test/database.ts'
import { openCpuTime } from './cpu-time.ts'
import { createRandom, generatedPages } from './generated-pages.ts'
import { plainRank, wordsOfQuery } from '#benchmarks/search/measure.ts'

const {
  values,
  positionals: [given = '100000'],
} = parseArgs({ allowPositionals: true, options: { seed: { type: 'string', default: '7' } } })
const pageCount = Number(given)
const smallCount = 2_000
const queryCount = 300
const controlCount = 30
const putAtOnce = 50
const seed = Number(values.seed)

interface Query {
  readonly words: string
  readonly url: string
}

await using database = await testDatabase()
const clock = { now: () => new Date() }
const index = createPageIndex({ database, clock, budget: { daysMax: 30, pagesMax: 1_000_000 } })
const [large, small] = [newId(), newId()]

const begun = performance.now()
const queries = {
  large: await fill(large, pageCount),
  small: await fill(small, smallCount),
}
const perPage = (performance.now() - begun) / (pageCount + smallCount)
await database.query('vacuum analyze search_pages')
const cpuTime = await openCpuTime(database)
const [size] = await database.query<{ bytes: number }>(
  `select (pg_total_relation_size('search_pages') + pg_total_relation_size('search_words'))::float8 as bytes`,
)
const kilobytes = (size?.bytes ?? 0) / 1_024 / (pageCount + smallCount)
print(`${pageCount} pages; ${perPage.toFixed(1)} ms and ${kilobytes.toFixed(1)} KB a page`)

for (const [name, team] of [
  ['large', large],
  ['small', small],
] as const) {
  const { times, cpu, found } = await timed(queries[name], async (words) =>
    (await index.find(team, wordsOfQuery(words))).pages.map(({ url }) => url),
  )
  print(
    `${name} team: ${percentiles(times)}; CPU ${percentiles(cpu)}; ${found} of ${times.length} pages among the ten`,
  )
}
const control = await timed(queries.large.slice(0, controlCount), (words) =>
  plainRank(database, large, words),
)
print(
  `control, ts_rank of any word: ${percentiles(control.times)}; CPU ${percentiles(control.cpu)}`,
)

/** Puts the pages of a team, and returns queries for some of them: titles, words of texts, and titles with two errors. */
async function fill(teamId: string, count: number): Promise<Query[]> {
  const random = createRandom(seed + 1)
  const chosen: Query[] = []
  let some: IndexablePage[] = []
  let number = 0
  for (const page of generatedPages(count, { teamId, seed })) {
    if (number % Math.ceil(count / queryCount) === 0) chosen.push(queryFor(page, random))
    some.push(page)
    number++
    if (some.length < putAtOnce && number < count) continue
    await index.put(some)
    some = []
  }
  return chosen
}

function queryFor({ url, title, text }: IndexablePage, random: () => number): Query {
  const words = title.split(' ')
  const kind = Math.floor(random() * 3)
  if (kind === 0) return { url, words: words.slice(0, 2 + Math.floor(random() * 3)).join(' ') }
  if (kind === 1) {
    const all = text.split(' ')
    const start = Math.floor(random() * (all.length - 5))
    return { url, words: all.slice(start, start + 5).join(' ') }
  }
  const [first = '', ...rest] = words
  return { url, words: [`${first.slice(0, 2)}x${first.slice(3)}q`, ...rest].join(' ') }
}

async function timed(
  list: readonly Query[],
  search: (words: string) => Promise<readonly string[]>,
): Promise<{ readonly times: number[]; readonly cpu: number[]; readonly found: number }> {
  const [times, cpu]: [number[], number[]] = [[], []]
  let found = 0
  for (const { words, url } of list) {
    const [start, before] = [performance.now(), cpuTime()]
    const urls = await search(words)
    times.push(performance.now() - start)
    cpu.push(cpuTime() - before)
    if (urls.includes(url)) found++
  }
  return { times, cpu, found }
}

function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
