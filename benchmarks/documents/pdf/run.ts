/**
 * How much of known pages is found again in the PDF files that Chromium and LibreOffice make of them: headings, rows of
 * tables, list items, links, and what leaks of running heads and feet. Beside the Markdown of the extractor below us.
 * `SHOW=rows` prints what is missing and what is invented.
 *
 *     [PYTHON=/path/to/python] node benchmarks/documents/pdf/run.ts [held-out]
 */
import {
  compare,
  readFacts,
  writeHtml,
  kinds,
  percent,
  sumCounts,
  splitWords,
  type Count,
} from './facts.ts'
import { knownPages } from './known-pages.ts'
import { makers, printPdf, type Maker } from './make.ts'
import { inOrder } from './order.ts'
import { listPythonReaders } from './python-readers.ts'
import { readInspector, readWeir, type Reader } from './readers.ts'

const readers: Readonly<Record<string, Reader>> = {
  Weir: readWeir,
  'pdf-inspector': readInspector,
  ...listPythonReaders(process.env['PYTHON']),
}
const shown = process.env['SHOW']
const [folder = 'pages'] = process.argv.slice(2)
const pages = knownPages(folder)

const print = (line: string) => process.stdout.write(`${line}\n`)
print(
  '| PDF by | read by | words | in order | headings found | invented | table rows | list items | links | leaks of heads and feet |',
)
print('|---|---|--:|--:|--:|--:|--:|--:|--:|--:|')
for (const maker of makers) {
  for (const [reader, read] of Object.entries(readers)) await measure(maker, reader, read)
}

async function measure(...[maker, reader, read]: [Maker, string, Reader]): Promise<void> {
  let leaks = 0
  const counts: Count[][] = []
  const orders: { found: number; ordered: number }[] = []
  for (const page of pages) {
    const truth = readFacts(page.html)
    const markdown = await read(await printPdf(page, maker))
    const html = writeHtml(markdown)
    const got = readFacts(html)
    orders.push(inOrder(splitWords(page.html), splitWords(html)))
    leaks += (
      markdown.match(
        /Running head of|Page \d+ of|Proceedings of the Society|Annual report, page/g,
      ) ?? []
    ).length
    counts.push(kinds.map((kind) => compare(truth[kind], got[kind])))
    for (const kind of kinds.filter((one) => one === shown && reader === 'Weir')) {
      const name = `${maker} ${page.name}`
      for (const text of truth[kind].filter((one) => !got[kind].includes(one)))
        print(`missing ${name}: ${text}`)
      for (const text of got[kind].filter((one) => !truth[kind].includes(one)))
        print(`invented ${name}: ${text}`)
    }
  }
  const sums = kinds.map((_, at) => sumCounts(counts.flatMap((count) => count[at] ?? [])))
  const [headings, ...others] = sums.map(({ found, wanted }) => percent(found, wanted))
  const invented = percent(sums[0]?.invented ?? 0, sums[0]?.wanted ?? 0)
  const words = mean(orders.map(({ found }) => found))
  const order = mean(orders.map(({ ordered }) => ordered))
  const cells = [words, order, headings, invented, ...others, leaks]
  print(`| ${maker} | ${reader} | ${cells.join(' | ')} |`)
}

function mean(shares: readonly number[]): string {
  return percent(
    shares.reduce((sum, share) => sum + share, 0),
    shares.length,
  )
}
