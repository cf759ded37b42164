/**
 * Running heads and feet of a page by itself: those that a manual shows to be running by repeating them on its pages, and
 * how many of them are still part of the text when each page is read alone. And the control: lines of text that are left
 * out only when the page is alone.
 *
 *     node benchmarks/documents/pdf/edges.ts FILE.pdf...
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { detectPdf } from '@firecrawl/pdf-inspector'
import { ownText } from '#documents/pdf/layout/own-text.ts'
import { findRunning } from '#documents/pdf/layout/running-lines.ts'
import { openPdf } from '#documents/pdf/pdfium.ts'

const pagesMax = 80
const print = (line: string) => process.stdout.write(`${line}\n`)
print('| file | pages | heads and feet | left in the text | lines | wrongly left out |')
print('|---|--:|--:|--:|--:|--:|')
for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path)
  await measure(basename(path), path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
}

async function measure(name: string, file: Buffer): Promise<void> {
  await using document = await openPdf(file)
  const count = Math.min(pagesMax, detectPdf(file).pageCount)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const sizes = numbers.map((page) => document.readSize(page - 1))
  const pages = ownText(file, document, { numbers, sizes }).map(({ segments }, index) => ({
    segments,
    height: sizes[index]?.height ?? 0,
  }))
  const known = findRunning(pages)
  const tally = { running: 0, left: 0, lines: 0, lost: 0 }
  for (const page of pages) {
    const alone = findRunning([page])
    for (const segment of page.segments) {
      const isRunning = known.has(segment)
      tally[isRunning ? 'running' : 'lines'] += 1
      if (isRunning && !alone.has(segment)) tally.left += 1
      if (!isRunning && alone.has(segment)) tally.lost += 1
    }
  }
  print(
    `| ${name} | ${count} | ${tally.running} | ${tally.left} | ${tally.lines} | ${tally.lost} |`,
  )
}
