import type { FactContainer, FactList, Line, LineKind, PageFacts } from './html/facts/page-facts.ts'

const linesMax = 6_000
const lineLengthMax = 2_000
const cellsMax = 60

/** What a document without elements states: the lines and tables of its Markdown. */
export function statedInMarkdown(markdown: string): Pick<PageFacts, 'lists' | 'text'> {
  const lines: Line[] = []
  const containers: FactContainer[] = [{ parent: -1, step: '' }]
  const lists: FactList[] = []
  let table: string[][] = []
  const closeTable = () => {
    const [columns, ...rows] = table
    const whole = rows.filter((row) => row.length === columns?.length)
    if (columns && columns.length > 1 && whole.length > 0)
      lists.push({ source: 'table', name: '', columns, rows: whole })
    table = []
  }
  for (const raw of linesIn(markdown)) {
    if (lines.length >= linesMax) break
    if (raw.startsWith('|')) {
      const cells = splitCells(raw)
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue
      table.push(cells)
      const filled = cells.filter((cell) => cell !== '')
      if (filled.length === 0) continue
      const row = containers.push({ parent: 0, step: 'tr' }) - 1
      for (const cell of filled) {
        const container = containers.push({ parent: row, step: 'td' }) - 1
        lines.push({ ...writeLine(cell, container), kind: 'cell' })
      }
      continue
    }
    closeTable()
    if (raw.trim() === '') containers.push({ parent: 0, step: '' })
    else lines.push(writeLine(raw, containers.length - 1))
  }
  closeTable()
  return { lists, text: { lines, containers } }
}

function* linesIn(markdown: string): Generator<string> {
  for (let from = 0; from < markdown.length;) {
    const end = markdown.indexOf('\n', from)
    const to = end < 0 ? markdown.length : end
    yield markdown.slice(from, Math.min(to, from + lineLengthMax))
    from = to + 1
  }
}

const splitCells = (row: string): string[] =>
  row
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .slice(0, cellsMax)
    .map((cell) => plain(cell))

function writeLine(raw: string, container: number): Line {
  const [mark = ''] = /^\s{0,20}(?:#{1,6} |[-*+] |\d{1,3}[.)] |> )/.exec(raw) ?? []
  const level = mark.includes('#') ? mark.trim().length : 0
  const isItem = /[-*+]|\d/.test(mark)
  const kind: LineKind = level > 0 ? 'heading' : isItem ? 'item' : 'text'
  const rest = raw.slice(mark.length)
  const isStrong = /^\*\*[^*]{1,80}\*\*\s*$/.test(rest)
  const text = plain(rest)
  return {
    text,
    parts: [{ text, ...(isStrong && { isStrong }) }],
    kind,
    level,
    container,
    isAside: false,
  }
}

/** The text of a line without its marks and the addresses of its links. */
const plain = (text: string): string =>
  text
    .replaceAll(/!?\[([^[\]]{0,500})\]\([^()\s]{0,1000}\)/g, '$1')
    .replaceAll(/\*{1,3}|~~|`|\\(?=[\p{P}\p{S}])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
