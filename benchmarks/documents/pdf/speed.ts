/**
 * Pace of reading PDF files beside the Markdown of the extractor below us, in processor time: both take turns on each file,
 * and the best of each counts. The goal is 0.7 of the extractor's pace. The control reads nothing but the positions of the
 * words, which is a part of our reading.
 *
 *     node benchmarks/documents/pdf/speed.ts FILE.pdf...
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { detectPdf, extractPagesMarkdown, extractTextWithPositions } from '@firecrawl/pdf-inspector'
import { readWeir } from './readers.ts'

const rounds = 8
const print = (line: string) => process.stdout.write(`${line}\n`)
print(
  '| file | pages | Weir, ms | pdf-inspector, ms | positions alone, ms | pace of Weir | of positions |',
)
print('|---|--:|--:|--:|--:|--:|--:|')
for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path)
  await measure(basename(path), path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
}

async function measure(name: string, file: Buffer): Promise<void> {
  const ways = [
    () => readWeir(file),
    () => extractPagesMarkdown(file),
    () => extractTextWithPositions(file, null, { frame: 'display' }),
  ]
  const best = ways.map(() => Infinity)
  for (let round = 0; round < rounds; round++) {
    for (const [index, way] of ways.entries()) {
      const start = process.cpuUsage()
      await way()
      const { user, system } = process.cpuUsage(start)
      best[index] = Math.min(best[index] ?? Infinity, (user + system) / 1_000)
    }
  }
  const [weir = 0, extractor = 0, positions = 0] = best
  const cells = [detectPdf(file).pageCount, ...best.map(Math.round)]
  const paces = [extractor / weir, extractor / positions].map((pace) => pace.toFixed(2))
  print(`| ${[name, ...cells, ...paces].join(' | ')} |`)
}
