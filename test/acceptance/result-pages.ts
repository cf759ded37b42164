// acceptance: quick
import { parsePage } from '#content/html/parse.ts'
import { readPage } from '#content/pipeline.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { measureCpuMs, measureLeastCpuMs } from '#test/fixtures/cpu-time.ts'
import { createRandom, damage } from '#test/fixtures/damage.ts'
import { hostileResultPages } from '#test/fixtures/search/hostile-result-pages.ts'
import {
  challengePages,
  enginePage,
  ofOneSite,
  resultPages,
  shownResults,
  type ShownResult,
} from '#fixtures/search/result-pages.ts'
import { createSelect } from '#content/html/selectors.ts'
import { readText } from '#content/html/walk.ts'

/**
 * Reads result pages of every shape exactly, finds no results on pages that ask for a proof of being human, and takes for hostile
 * and for damaged pages of up to 4 MB little more CPU time than for a long list of 2 MB. The control reads the shapes with one fixed selector, as scrapers do.
 */
const damagedCount = 200
/** Of the CPU time of a long list. */
const cpuTimesMax = 10
const listBytes = 2_000_000

const read = (html: string | Buffer, status = 200) =>
  readPage(contentRequest(html, { url: enginePage, status, formats: [], wantsResultPage: true }))
    .internal.resultPage

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** As a scraper reads the pages of one engine. */
function withSelector(html: string): ShownResult[] {
  const { document } = parsePage(html, 'html')
  const select = createSelect()
  return select(document, '.g a', ['control']).map((anchor) => ({
    url: new URL(anchor.attribs['href'] ?? '', enginePage).searchParams.get('q') ?? '',
    title: readText(anchor).trim(),
    text: '',
  }))
}

let [exact, controlFound, shown] = [0, 0, 0]
const lists = [shownResults, ofOneSite, shownResults.slice(0, 5)]
for (const [name, shape] of Object.entries(resultPages)) {
  for (const list of lists) {
    const html = shape(list)
    if (isSame(read(html)?.results, list)) exact++
    else process.stderr.write(`not exact: ${name}\n`)
    const found = new Set(withSelector(html).map(({ url }) => url))
    controlFound += list.filter(({ url }) => found.has(url)).length
    shown += list.length
  }
}
const pageCount = Object.keys(resultPages).length * lists.length

const challenges = Object.values(challengePages).map(({ html, status }) => read(html, status))
const resultsOnChallenges = challenges.flatMap((page) => page?.results ?? []).length
const blocked = challenges.filter((page) => page?.kind === 'blocked').length

const random = createRandom(17)
const shapes = Object.values(resultPages).map((shape) => Buffer.from(shape(shownResults)))
const damaged = Array.from({ length: damagedCount }, (_, index) => {
  const bytes = shapes[index % shapes.length] ?? Buffer.alloc(0)
  return damage(bytes, random)
})
const list = Object.values(resultPages)[0]?.(shownResults) ?? ''
const longList = list.repeat(Math.ceil(listBytes / list.length))
read(longList)
const listCpuMs = measureCpuMs(() => read(longList))
const slow = [...damaged, ...hostileResultPages()]
const cpuTimes = slow.map(
  (html) => measureLeastCpuMs(() => read(html), listCpuMs * cpuTimesMax) / listCpuMs,
)
const slowest = Math.max(...cpuTimes)

report(
  'result-pages',
  exact === pageCount &&
    resultsOnChallenges === 0 &&
    blocked === challenges.length &&
    slowest <= cpuTimesMax &&
    controlFound / shown < 0.75,
  `${exact} of ${pageCount} pages exact (a fixed selector finds ${Math.round((100 * controlFound) / shown)} % of the results), ` +
    `${resultsOnChallenges} results on ${challenges.length} challenges, ${blocked} of them recognised; ` +
    `${slow.length} damaged and hostile pages read in at most ${slowest.toFixed(1)} times the CPU time of a long list (${cpuTimesMax})`,
)
