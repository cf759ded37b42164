/**
 * Crawls real documentation with Weir, fastCRW where it is installed, @crawlee/cheerio and `wget -r`, in turns, and says what each found and took.
 *
 *     node benchmarks/crawl/run.ts FOLDER/index.html ...     whole sites, each with every crawler
 *     node benchmarks/crawl/run.ts --workers FOLDER/index.html   Weir alone, with 1, 2 and 4 workers on one PostgreSQL
 *
 * The folders are those of Debian's documentation packages, unpacked; the path behind the last `html/` is where the crawl
 * starts. The site runs in a process of its own on the same machine.
 */
import { readdir, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  crawlWithCrawlee,
  crawlWithFastCrw,
  crawlWithWarmWeir,
  crawlWithWeir,
  crawlWithWget,
  type Crawl,
} from './contenders.ts'
import { normalisePage, reachablePages } from './reachable.ts'
import { startSite } from './site.ts'
import { crawlWithWorkers } from './workers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workers: { type: 'boolean', default: false } },
})
const contenders = {
  weir: crawlWithWeir,
  'weir, warm': crawlWithWarmWeir,
  ...(crawlWithFastCrw && { fastCRW: crawlWithFastCrw }),
  crawlee: crawlWithCrawlee,
  wget: crawlWithWget,
}
const scaling = {
  '1 worker': (start: string) => crawlWithWorkers(start, 1),
  '2 workers': (start: string) => crawlWithWorkers(start, 2),
  '4 workers': (start: string) => crawlWithWorkers(start, 4),
}

for (const place of positionals) {
  const [folder, start] = split(place)
  const reachable = await reachablePages(folder, start)
  using site = await startSite(folder)
  process.stdout.write(
    `\n${start} of ${await describe(folder)}: ${reachable.size} pages to reach\n`,
  )
  row('crawler', 'pages', 'recall', 'seconds', 'pages/s', 'peak memory, MB', 'database, bytes/page')
  row('---', '---:', '---:', '---:', '---:', '---:', '---:')
  for (const [name, crawl] of Object.entries(values.workers ? scaling : contenders)) {
    row(name, ...listCells(await crawl(`${site.origin}/${start}`), reachable))
  }
}

function listCells(crawl: Crawl, reachable: ReadonlySet<string>): (string | number)[] {
  const paths = new Set(crawl.urls.map((url) => normalisePage(new URL(url))))
  const found = [...reachable].filter((path) => paths.has(path)).length
  const { seconds, memoryMb, databaseBytes } = crawl
  return [
    found,
    (found / reachable.size).toFixed(3),
    seconds.toFixed(1),
    Math.round(found / seconds),
    memoryMb,
    databaseBytes === undefined ? '' : Math.round(databaseBytes / found),
  ]
}

/** `a/html/b/index.html` is the site `a/html`, crawled from `b/index.html`. */
function split(place: string): [string, string] {
  const end = place.lastIndexOf('/html/') + '/html'.length
  return [place.slice(0, end), place.slice(end + 1)]
}

async function describe(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const pages = names.filter((name) => name.endsWith('.html'))
  const sizes = await Promise.all(pages.map(async (name) => (await stat(`${folder}/${name}`)).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return `${folder.split('/').slice(-3).join('/')} (${Math.round(bytes / 1e3 / pages.length)} KB a page)`
}

function row(...cells: (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
