/**
 * Rows, fields, lines and words of everyday layouts that are found again in the Markdown of their PDF files, and rows that are invented.
 * `make-layouts.py` makes the files. `SHOW=1` prints what is missing and invented. With a Python, also of other readers.
 *
 *     [PYTHON=/path/to/python] node benchmarks/documents/pdf/layouts.ts FOLDER
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPythonReaders } from './python-readers.ts'
import { readInspector, readWeir, type Reader } from './readers.ts'

interface Truth {
  readonly rows: readonly (readonly string[])[]
  readonly fields: readonly (readonly [string, string])[]
  readonly lines: readonly string[]
  readonly words: readonly string[]
  /** Heads of parts side by side, which may be the head of one table. */
  readonly heads?: readonly (readonly string[])[]
  /** Lines that are in no row with other text. */
  readonly alone?: readonly string[]
}

const [folder = ''] = process.argv.slice(2)
const isShown = process.env['SHOW'] !== undefined
const print = (line: string) => process.stdout.write(`${line}\n`)

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/<br>|\\\n/g, ' ')
    .replaceAll(/[^\p{L}\p{N}.,:()/+-]+/gu, ' ')
    .replaceAll(/(?<![^ ])[:.]+|[:.]+(?![^ ])/g, '')
    .trim()
    .replaceAll(/ {2,}/g, ' ')

const listCells = (line: string): string[] =>
  line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map(plain)
    .filter((cell) => cell !== '')

/** Whether the cells occur in this order. */
function areIn(cells: readonly string[], row: readonly string[]): boolean {
  let at = 0
  return cells.every((cell) => (at = row.indexOf(cell, at) + 1) > 0)
}

const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const python = process.env['PYTHON']
const readers: Readonly<Record<string, Reader>> = {
  Weir: readWeir,
  ...(python !== undefined && { 'pdf-inspector': readInspector, ...listPythonReaders(python) }),
}
for (const [reader, read] of Object.entries(readers)) await measure(reader, read)

/** Relations of a truth that a text lacks, and its rows that are in no truth. */
function compare(truth: Truth, markdown: string) {
  const lines = markdown.split('\n')
  const tableRows = lines
    .filter((line) => line.startsWith('|') && !/^[|\s:-]+$/.test(line))
    .map(listCells)
  const paragraphs = markdown
    .split(/\n\n/)
    .filter((part) => !part.startsWith('|'))
    .map(plain)
  const rows = truth.rows.map((row) => row.map(plain))
  const fields = truth.fields.map((field) => field.map(plain))
  // The head of a part of a table is alone in its row; a label may stand above its value in one cell.
  const cellsAlone = tableRows.flatMap((cells) => (cells.length === 1 ? cells : []))
  const texts = [
    ...lines.filter((line) => !line.startsWith('|')).map(plain),
    ...paragraphs,
    ...cellsAlone,
  ]
  const isField = (cell: string) => fields.some((field) => field.join(' ') === cell)
  const missing = [
    ...[...rows, ...fields].filter(
      (row) =>
        !tableRows.some((one) => areIn(row, one) || one.includes(row.join(' '))) &&
        !texts.some((text) => text.includes(row.join(' '))),
    ),
    ...truth.lines.map(plain).filter((line) => !texts.some((text) => text.includes(line))),
  ]
  const known = [...rows, ...fields]
  const rowsMeant = [...known, ...(truth.heads ?? []).map((row) => row.map(plain))]
  const alone = (truth.alone ?? []).map(plain)
  const invented = tableRows.filter(
    (cells) =>
      cells.length > 1 &&
      !cells.every(isField) &&
      (alone.some((line) => cells.some((cell) => cell.includes(line))) ||
        (!rowsMeant.some((row) => areIn(row, cells)) &&
          !rowsMeant.some((row) => areIn(cells, row)))),
  )
  return { missing, invented, relations: known.length + truth.lines.length }
}

async function measure(reader: string, read: Reader): Promise<void> {
  const total = { relations: 0, found: 0, invented: 0, words: 0, wordsFound: 0 }
  for (const name of names.toSorted()) {
    const truth: Truth = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const markdown = await read(readFileSync(join(folder, name.replace('.json', '.pdf'))))
    const { missing, invented, relations } = compare(truth, markdown)
    const got = Map.groupBy(plain(markdown).split(' '), (word) => word)
    const wanted = Map.groupBy(plain(truth.words.join(' ')).split(' '), (word) => word)
    const words = [...wanted.values()].reduce((sum, all) => sum + all.length, 0)
    const wordsFound = [...wanted].reduce(
      (sum, [word, all]) => sum + Math.min(all.length, got.get(word)?.length ?? 0),
      0,
    )
    total.relations += relations
    total.found += relations - missing.length
    total.invented += invented.length
    total.words += words
    total.wordsFound += wordsFound
    if (missing.length > 0 || invented.length > 0 || wordsFound < words)
      print(
        `${reader} ${name.replace('.json', '')}: ${relations - missing.length} of ${relations} relations, ${invented.length} invented, ${wordsFound} of ${words} words`,
      )
    if (isShown) {
      for (const one of missing) print(`  missing ${JSON.stringify(one)}`)
      for (const one of invented) print(`  invented ${JSON.stringify(one)}`)
    }
  }
  print(
    `${reader}, ${names.length} files: ${((100 * total.found) / total.relations).toFixed(1)} % of ${total.relations} relations, ${total.invented} rows invented, ${((100 * total.wordsFound) / total.words).toFixed(2)} % of words`,
  )
}
