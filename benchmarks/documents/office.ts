import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { toMarkdownBytes } from '@firecrawl/anydoc'
import { findTesseract } from '#documents/ocr/find-tesseract.ts'
import { createReadDocument } from '#documents/processes/create-read-document.ts'
import { readDocument } from '#documents/read-document.ts'
import { contentRequest } from '#test/fixtures/content-request.ts'
import { pictureOfText } from '#test/fixtures/picture-of-text.ts'
import { waiterUntil } from '#test/fixtures/waiter.ts'

/**
 * Milliseconds per office file: the bare converter's own Markdown, our reading on the same thread (document, HTML,
 * Markdown, metadata), and the same in a document process, there and back. The three take turns; medians.
 *
 *   node benchmarks/documents/office.ts [folder with office files]
 */
const folder = process.argv[2] ?? join(import.meta.dirname, '../../test/fixtures/documents')
const rounds = 60
const ocr = { program: findTesseract(), languages: 'eng' }
const files = globSync('*.{doc,docx,docm,odt,rtf,xls,xlsx,xlsm,xlsb,ods,ppt,pptx,pptm,odp,epub}', {
  cwd: folder,
})

await using inProcess = createReadDocument({ ocr, processesMax: 1 })
console.log('| file | KB | converter ms | ours ms | ratio | in a process ms |')
console.log('| --- | --: | --: | --: | --: | --: |')
const ratios: number[] = []
for (const name of files.toSorted()) {
  const bytes = readFileSync(join(folder, name))
  const request = contentRequest(bytes, { contentType: undefined, fileName: basename(name) })
  const { body, ...rest } = request
  const ways = [
    () => toMarkdownBytes(bytes),
    () => readDocument(request, { ocr, onProgress: () => {} }),
    () =>
      inProcess(
        { request: rest, source: { kind: 'bytes', bytes: body } },
        waiterUntil(AbortSignal.timeout(30_000)),
      ),
  ]
  const [bare = 0, own = 0, apart = 0] = await medians(ways, rounds)
  ratios.push(own / bare)
  const cells = [Math.round(bytes.length / 1024), bare.toFixed(2), own.toFixed(2)]
  console.log(
    `| ${name} | ${cells.join(' | ')} | ${(own / bare).toFixed(1)} | ${apart.toFixed(2)} |`,
  )
}
console.log(`\nmedian ratio ${median(ratios).toFixed(1)}`)

const picture = await pictureOfText('Weirs of the upper river')
for (const [name, program] of [
  ['tesseract of the system', ocr.program],
  ['tesseract among the packages', undefined],
] as const) {
  const request = contentRequest(picture, { contentType: undefined, readImages: true })
  const tools = { ocr: { program, languages: 'eng' }, onProgress: () => {} }
  const [ms = 0] = await medians([() => readDocument(request, tools)], 5)
  console.log(`a picture of three lines, ${name}: ${Math.round(ms)} ms`)
}

async function medians(
  ways: readonly (() => Promise<unknown>)[],
  count: number,
): Promise<number[]> {
  const times = ways.map((): number[] => [])
  for (let round = -2; round < count; round++) {
    for (const [index, way] of ways.entries()) {
      const startMs = performance.now()
      await way()
      if (round >= 0) times[index]?.push(performance.now() - startMs)
    }
  }
  return times.map(median)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
