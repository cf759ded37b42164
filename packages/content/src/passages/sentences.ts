import { plainText } from './plain-text.ts'

/** A sentence, heading, list item or table row: the unit that is ranked and quoted. */
export interface Passage {
  /** As written on the page, without Markdown. */
  readonly text: string
  readonly kind: 'sentence' | 'heading' | 'item' | 'row' | 'code'
  /** Number of the block (paragraph, list, table) that it belongs to. */
  readonly block: number
  /** Header row of its table. */
  readonly header?: string
}

/** Longer ones are split at spaces. */
const lengthMax = 1_200
const passagesMax = 20_000

/** The passages of a Markdown text in order; at most 20,000. */
export function listPassages(markdown: string): Passage[] {
  const passages: Passage[] = []
  let block = 0
  for (const { kind, lines } of splitBlocks(markdown)) {
    if (passages.length >= passagesMax) break
    block += 1
    for (const passage of readers[kind](lines))
      for (const text of split(passage.text)) passages.push({ ...passage, text, block })
  }
  return passages.slice(0, passagesMax)
}

type BlockKind = 'heading' | 'table' | 'code' | 'text'

interface Block {
  readonly kind: BlockKind
  readonly lines: readonly string[]
}

function* splitBlocks(markdown: string): Generator<Block> {
  let lines: string[] = []
  let kind: BlockKind = 'text'
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    const trimmed = line.trim()
    if (fence !== undefined) {
      if (trimmed === fence) {
        yield { kind: 'code', lines }
        ;[lines, kind, fence] = [[], 'text', undefined]
      } else lines.push(line)
      continue
    }
    const next = detectKind(trimmed)
    if (lines.length > 0 && (trimmed === '' || next !== kind)) {
      yield { kind, lines }
      lines = []
    }
    if (next === 'code') fence = readFence(trimmed)
    else if (next === 'heading') yield { kind: next, lines: [trimmed] }
    else if (trimmed !== '') lines.push(trimmed)
    kind = next === 'heading' || next === 'code' ? 'text' : next
  }
  if (lines.length > 0) yield { kind: fence === undefined ? kind : 'code', lines }
}

function detectKind(line: string): BlockKind {
  if (line.startsWith('```') || line.startsWith('~~~')) return 'code'
  if (/^#{1,6} /.test(line)) return 'heading'
  return line.startsWith('|') ? 'table' : 'text'
}

function readFence(line: string): string {
  let end = 0
  while (line[end] === line[0]) end += 1
  return line.slice(0, end)
}

type Read = (lines: readonly string[]) => Iterable<Omit<Passage, 'block'>>

const readers: Readonly<Record<BlockKind, Read>> = {
  heading: ([line = '']) => [{ kind: 'heading', text: plainText(line.replace(/^#+ /, '')) }],
  code: (lines) => [{ kind: 'code', text: lines.join('\n') }],
  table: readTable,
  text: readText,
}

function readTable(lines: readonly string[]): Omit<Passage, 'block'>[] {
  const rows = lines.map((line) => listCells(line))
  const [first, second] = rows
  const hasHeader = second?.every((cell) => /^:?-+:?$/.test(cell)) === true
  const header = hasHeader && first ? first.filter(Boolean).join(' | ') : ''
  return (hasHeader ? rows.slice(2) : rows).map((cells) => ({
    kind: 'row',
    text: cells.join(' | '),
    ...(header !== '' && { header }),
  }))
}

/** The cells of a table row; `\|` is a character of a cell. */
function listCells(line: string): string[] {
  const cells = line.replaceAll('\\|', '\u0000').split('|').slice(1)
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => plainText(cell.replaceAll('\u0000', '|').trim()))
}

function* readText(lines: readonly string[]): Generator<Omit<Passage, 'block'>> {
  let paragraph: string[] = []
  let kind: 'sentence' | 'item' = 'sentence'
  for (const line of lines) {
    const item = findItem(line)
    if (item !== undefined) {
      yield* sentences(paragraph, kind)
      paragraph = []
      kind = 'item'
    }
    paragraph.push(item ?? line)
  }
  yield* sentences(paragraph, kind)
}

const marksMax = 8

/** The text of a list item or quote, without the marks before it; undefined for other lines. */
function findItem(line: string): string | undefined {
  let text = line
  for (let count = 0; count < marksMax; count += 1) {
    const [mark] = /^(?:[-*+>] |\d{1,9}[.)] )/.exec(text) ?? []
    if (mark === undefined) return count === 0 ? undefined : text
    text = text.slice(mark.length)
  }
  return text
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Abbreviations that do not end a sentence. */
const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|No|Nr|vs|Inc|Ltd|Jr|Sr|Prof|Gen|Lt|Col|approx|ca|Jan|Feb|Aug|Sept?|Oct|Nov|Dec|pp|Vol|vol|e\.g|i\.e|Fig|bzw|z\. ?B|d\. ?h|p\. ?ej)\.\s*$/u

/** The segmenter takes a number and a small letter for the same sentence. Words of five letters are hardly abbreviations. */
const beforeNumber = /(?<=\p{Ll}{5}[.!?]["'”’)]?\s{1,3})(?=\d)/u

function* sentences(
  lines: readonly string[],
  kind: 'sentence' | 'item',
): Generator<Omit<Passage, 'block'>> {
  const text = plainText(lines.join(' '))
  let open = ''
  for (const { segment } of segmenter.segment(text)) {
    for (const part of segment.split(beforeNumber)) {
      open += part
      if (open.length < lengthMax && abbreviation.test(open.slice(-tailLength))) continue
      if (open.trim() !== '') yield { kind, text: open.trim() }
      open = ''
    }
  }
  if (open.trim() !== '') yield { kind, text: open.trim() }
}

/** As long as the longest abbreviation needs. */
const tailLength = 10

function* split(text: string): Generator<string> {
  let rest = text
  while (rest.length > lengthMax) {
    const space = rest.lastIndexOf(' ', lengthMax)
    const end = space > lengthMax / 2 ? space : lengthMax
    yield rest.slice(0, end).trim()
    rest = rest.slice(end)
  }
  if (rest.trim() !== '') yield rest.trim()
}
