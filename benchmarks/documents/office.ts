import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { toDocument, toMarkdownBytes } from '@firecrawl/anydoc'
import { findTesseract } from '#documents/ocr/find-tesseract.ts'
import { createReadDocument } from '#reading/processes/create-read-document.ts'
import { readDocument } from '#documents/read-document.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { pictureOfText } from '#fixtures/picture-of-text.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import { officeFiles } from './office-files.ts'

/**
 * Milliseconds of processor time per office file: the bare converter's own Markdown, its document, and our reading on the same
 * thread (document, HTML, Markdown, metadata); and the time until the same is back from a document process. They take turns;
 * medians. First the small files of the tests, then files of ordinary size.
 *
 *   node benchmarks/documents/office.ts [folder with office files]
 */
const folder = process.argv[2] ?? join(import.meta.dirname, '../../packages/fixtures/documents')
const rounds = 20
const ocr = { program: findTesseract(), languages: 'eng' }
const names = globSync('*.{doc,docx,docm,odt,rtf,xls,xlsx,xlsm,xlsb,ods,ppt,pptx,pptm,odp,epub}', {
  cwd: folder,
})
const small = new Map(names.toSorted().map((name) => [name, readFileSync(join(folder, name))]))

await using inProcess = createReadDocument({ ocr, processesMax: 1 })
await compare('small files', small, 10)
await compare('files of ordinary size', officeFiles(), 1)

const picture = await pictureOfText('Weirs of the upper river')
for (const [name, program] of [
  ['tesseract of the system', ocr.program],
  ['tesseract among the packages', undefined],
] as const) {
  const request = contentRequest(picture, { contentType: undefined, readImages: true })
  const tools = { ocr: { program, languages: 'eng' }, onProgress: () => {} }
  const [ms = 0] = await medians([() => readDocument(request, tools)], {
    rounds: 5,
    clock: () => performance.now(),
  })
  console.log(`a picture of three lines, ${name}: ${Math.round(ms)} ms`)
}

async function compare(title: string, files: ReadonlyMap<string, Buffer>, repeats: number) {
  console.log('\n| file | KB | converter ms | its document | ours ms | ratio | in a process ms |')
  console.log('| --- | --: | --: | --: | --: | --: | --: |')
  const ratios: number[] = []
  for (const [name, bytes] of files) {
    const request = contentRequest(bytes, { contentType: undefined, fileName: basename(name) })
    const { body, ...rest } = request
    const [bare = 0, document = 0, own = 0] = await medians(
      [
        () => toMarkdownBytes(bytes),
        // The converter does not recognise all binary documents by itself.
        () => toDocument(bytes).catch(() => undefined),
        () => readDocument(request, { ocr, onProgress: () => {} }),
      ].map((way) => repeated(way, repeats)),
      { rounds, clock: processorMs },
    )
    const task = { request: rest, source: { kind: 'bytes', bytes: body } } as const
    const [apart = 0] = await medians(
      [() => inProcess(task, callerUntil(AbortSignal.timeout(30_000)))],
      { rounds, clock: () => performance.now() },
    )
    ratios.push(own / bare)
    const times = [bare / repeats, document / repeats, own / repeats].map((ms) => ms.toFixed(2))
    const ratio = (own / bare).toFixed(1)
    const cells = [name, Math.round(bytes.length / 1024), ...times, ratio, apart.toFixed(2)]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log(`\nmedian ratio of ${title} ${median(ratios).toFixed(1)}`)
}

function repeated(way: () => Promise<unknown>, count: number): () => Promise<void> {
  return async () => {
    for (let at = 0; at < count; at++) await way()
  }
}

/** Of all threads of this process. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function medians(
  ways: readonly (() => Promise<unknown>)[],
  { rounds: count, clock }: { readonly rounds: number; readonly clock: () => number },
): Promise<number[]> {
  const times = ways.map((): number[] => [])
  for (let round = -4; round < count; round++) {
    for (const [index, way] of ways.entries()) {
      const startMs = clock()
      await way()
      if (round >= 0) times[index]?.push(clock() - startMs)
    }
  }
  return times.map(median)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
