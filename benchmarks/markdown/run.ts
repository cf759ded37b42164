import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Document } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { toMarkdown } from '#content/html/markdown/to-markdown.ts'
import { loadPeers, type Converter } from './converters.ts'
import { survival } from './survival.ts'

const root = resolve(import.meta.dirname, '../../../shared')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, 'data/wcxb-dev') },
    baseline: { type: 'string', default: resolve(root, 'prototypes/markdown.mjs') },
    /** Every n-th page is read. */
    step: { type: 'string', default: '10' },
  },
})

const baseUrl = 'https://site.test/docs/'
const ours: Converter = {
  name: 'weir',
  convert: (document) => toMarkdown(document.children, { baseUrl, removeBase64Images: true }),
}
const converters = [ours, ...(await loadPeers(values.baseline, baseUrl))]
const pages = globSync(`${values.data}/html/*.html.gz`)
  .toSorted()
  .filter((_, index) => index % Number(values.step) === 0)
  .map((path) => gunzipSync(readFileSync(path)).toString())

timeOnPages()
growth('table', '<tr><td>one</td><td><b>two</b> a_b</td><td>3</td></tr>', ['<table>', '</table>'])
growth('list', '<li>one <a href="/a">two</a><ul><li>in</li></ul></li>', ['<ul>', '</ul>'])
survivalOnPages()

/** Interleaved, so that other load affects all converters equally. */
function timeOnPages(): void {
  const documents = pages.map((html) => parseDocument(html))
  const totals = converters.map(() => 0)
  const rounds = 3
  for (let round = 0; round < rounds; round += 1) {
    for (const document of documents) {
      for (const [index, converter] of converters.entries()) {
        const ms = timed(converter, document)
        if (round > 0) totals[index] = (totals[index] ?? 0) + ms
      }
    }
  }
  const baseline = totals[1] ?? 1
  print(
    `\n### Time on ${pages.length} real pages, parsed already\n\n| converter | ratio | ms per page |\n|---|--:|--:|`,
  )
  for (const [index, { name }] of converters.entries()) {
    const total = totals[index] ?? 0
    const msPerPage = total / (rounds - 1) / pages.length
    print(`| ${name} | ${(total / baseline).toFixed(2)} | ${msPerPage.toFixed(2)} |`)
  }
}

function growth(name: string, row: string, [before, after]: readonly [string, string]): void {
  print(`\n### Growth of a ${name}, ms\n\n| converter | 1x | 2x | 4x | 8x |\n|---|--:|--:|--:|--:|`)
  for (const converter of converters) {
    const cells = [1, 2, 4, 8].map((factor) => {
      const document = parseDocument(before + row.repeat(4000 * factor) + after)
      return Math.min(timed(converter, document), timed(converter, document)).toFixed(0)
    })
    print(`| ${converter.name} | ${cells.join(' | ')} |`)
  }
}

function survivalOnPages(): void {
  print(
    '\n### What renders back from real pages, share\n\n| converter | headings | links | code |\n|---|--:|--:|--:|',
  )
  for (const converter of converters) {
    const shares = survival(pages, (document) => converter.convert(document), baseUrl)
    print(`| ${converter.name} | ${shares.map((share) => share.toFixed(4)).join(' | ')} |`)
  }
}

function timed({ convert }: Converter, document: Document): number {
  const start = performance.now()
  convert(document)
  return performance.now() - start
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
