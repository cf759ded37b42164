/**
 * How much of known pages is read from scans of them: pictures of the pages that Chromium makes, turned by a degree,
 * blurred, grey and grainy. Words found, and what the layout makes of them. Takes minutes.
 * `SHOW=rows` prints what is missing and what is invented.
 *
 *     node benchmarks/documents/pdf/scans.ts
 */
import { findTesseract } from '#documents/ocr/find-tesseract.ts'
import { createReadPicture } from '#documents/ocr/read-picture.ts'
import { readPdf } from '#documents/pdf/read-pdf.ts'
import { contentRequest } from '#fixtures/content-request.ts'
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
import { printPdf, makeScan } from './make.ts'

const program = findTesseract()
const readPicture = createReadPicture({ program, languages: 'eng' })
const shown = process.env['SHOW']
const print = (line: string) => process.stdout.write(`${line}\n`)
const columns = ['words', ...kinds.filter((kind) => kind !== 'links')] as const

print(`read by ${program ?? 'the tesseract among the packages'}\n`)
print('| page | words found | invented | headings found | invented | table rows | list items |')
print('|---|--:|--:|--:|--:|--:|--:|')
const all: Count[][] = []
for (const page of knownPages('pages')) {
  const { name, html } = page
  const file = await makeScan(await printPdf(page, 'Chromium'))
  const reading = await readPdf(
    { ...contentRequest(''), body: file, contentType: 'application/pdf' },
    { readPicture, onProgress: () => {} },
  )
  const got = writeHtml(reading.markdown())
  const wanted = { ...readFacts(html), words: splitWords(html) }
  const found = { ...readFacts(got), words: splitWords(got) }
  for (const kind of columns.filter((one) => one === shown)) {
    for (const text of wanted[kind].filter((one) => !found[kind].includes(one)))
      print(`missing ${name}: ${text}`)
    for (const text of found[kind].filter((one) => !wanted[kind].includes(one)))
      print(`invented ${name}: ${text}`)
  }
  const counts = columns.map((kind) => compare(wanted[kind], found[kind]))
  all.push(counts)
  row(name, counts)
}
row(
  'all',
  columns.map((_, at) => sumCounts(all.flatMap((counts) => counts[at] ?? []))),
)

function row(name: string, counts: readonly Count[]): void {
  const cells = counts.flatMap(({ found, invented, wanted }, at) =>
    at < 2 ? [percent(found, wanted), percent(invented, wanted)] : [percent(found, wanted)],
  )
  print(`| ${name} | ${cells.join(' | ')} |`)
}
