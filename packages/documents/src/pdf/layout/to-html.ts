import { escapeAttribute, escapeText } from '#base/html-text.ts'
import { areApart, measureWideLeading } from './code-lines.ts'
import type { Hyphens } from './hyphens.ts'
import { equationNumber, type Piece } from './pieces.ts'
import type { Row } from './rows.ts'
import { isOrdinal, scriptHtml } from './scripts-html.ts'
import type { Run, Segment } from './segment.ts'

type Item = Extract<Piece, { kind: 'item' }>

/** Renders a piece as HTML. */
export function toHtml(piece: Exclude<Piece, Item>, hyphens: Hyphens): string {
  if (piece.kind === 'table') return tableHtml(piece, hyphens)
  if (piece.kind === 'formula') return formulaHtml(piece.rows, hyphens)
  if (piece.kind === 'code') return `<pre><code>${escapeText(writeCode(piece.rows))}</code></pre>`
  if (piece.kind === 'text')
    return `<p>${listLines(piece)
      .map((rows) => inline(findRuns(rows, hyphens)))
      .join('<br>')}</p>`
  return `<h${piece.level}>${inline(findRuns(piece.rows, hyphens).map(withoutBold))}</h${piece.level}>`
}

/** Rows between forced line ends. */
function listLines({ rows, lineStarts }: Extract<Piece, { kind: 'text' }>): Row[][] {
  const lines: Row[][] = [[]]
  for (const row of rows) {
    if (lineStarts?.has(row)) lines.push([row])
    else lines.at(-1)?.push(row)
  }
  return lines
}

const texHtml = (tex: string, display = '') =>
  `<math${display}><semantics><mtext>${escapeText(tex)}</mtext><annotation encoding="application/x-tex">${escapeText(tex)}</annotation></semantics></math>`

/** Displayed formulas, with their number behind them. */
function formulaHtml(rows: readonly Row[], hyphens: Hyphens): string {
  const runs = findRuns(rows, hyphens)
  const formulas = runs.flatMap(({ tex }) =>
    tex === undefined ? [] : [texHtml(tex, ' display="block"')],
  )
  const text = runs.map((run) => run.text).join('')
  const [number] = equationNumber.exec(text.trim()) ?? []
  return formulas.join('') + (number === undefined ? '' : `<p>${escapeText(number)}</p>`)
}

interface Open {
  readonly left: number
  readonly tag: string
  /** Of its last item. */
  number: number | undefined
}

/** Whether an item belongs to a list, which counts on by itself. Numbers of more digits begin further to the left. */
function goesOn(list: Open, { left, tag, number }: Open): boolean {
  if (list.tag !== tag) return false
  if (number === undefined || list.number === undefined) return left >= list.left - levelMin
  return number === list.number + 1
}

const levelMin = 4

/** Renders consecutive items as a list; deeper indented items are nested. */
export function listHtml(items: readonly Item[], hyphens: Hyphens): string {
  let html = ''
  const open: Open[] = []
  const closeLast = () => (html += `</li></${open.pop()?.tag}>`)
  for (const item of items) {
    const left = item.rows[0]?.left ?? 0
    const { tag, number } = chooseTag(item)
    while (open.length > 1 && left < (open.at(-1)?.left ?? 0) - levelMin) closeLast()
    const before = open.at(-1)
    if (before && left <= before.left + levelMin && !goesOn(before, { left, tag, number }))
      closeLast()
    const last = open.at(-1)
    if (!last || left > last.left + levelMin) {
      const start = number === undefined || number === 1 ? '' : ` start="${number}"`
      html += `<${tag}${start}>`
      open.push({ left, tag, number })
    } else {
      html += '</li>'
      last.number = number ?? (last.number === undefined ? undefined : last.number + 1)
    }
    html += `<li>${inline(withoutMark(findRuns(item.rows, hyphens), item.mark))}`
  }
  while (open.length > 0) closeLast()
  return html
}

function chooseTag({ mark }: Item): Pick<Open, 'tag' | 'number'> {
  const number = /^\(?(\d{1,9})/.exec(mark ?? '')?.[1]
  const isCounted = mark !== undefined && /[.)]$|^\d+$/.test(mark)
  if (!isCounted) return { tag: 'ul', number: undefined }
  return { tag: 'ol', number: number === undefined ? undefined : Number(number) }
}

function withoutMark(runs: readonly Run[], mark: string | undefined): Run[] {
  if (mark === undefined) return [...runs]
  const [first, ...rest] = runs
  if (!first) return []
  const at = first.text.indexOf(mark) + mark.length
  return [{ ...first, text: first.text.slice(at).trimStart() }, ...rest]
}

const withoutBold = (run: Run): Run => ({ ...run, isBold: false })

function tableHtml(
  { cells, hasHead }: Extract<Piece, { kind: 'table' }>,
  hyphens: Hyphens,
): string {
  const [head = [], ...rest] = cells
  // Markdown tables need a header.
  const body = rest.map((parts) => rowHtml(parts, 'td', hyphens)).join('')
  return `<table><thead>${rowHtml(head, hasHead ? 'th' : 'td', hyphens)}</thead><tbody>${body}</tbody></table>`
}

function rowHtml(
  parts: readonly (readonly Segment[])[],
  tag: 'th' | 'td',
  hyphens: Hyphens,
): string {
  const cells = parts.map((cell) => {
    const runs = joined(
      cell.map(({ runs: own }) => own),
      hyphens,
    )
    return `<${tag}>${inline(tag === 'th' ? runs.map(withoutBold) : runs)}</${tag}>`
  })
  return `<tr>${cells.join('')}</tr>`
}

const findRuns = (rows: readonly Row[], hyphens: Hyphens): Run[] =>
  joined(
    rows.map(({ segments }) =>
      joined(
        segments.map(({ runs }) => runs),
        hyphens,
      ),
    ),
    hyphens,
  )

const square = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u

const blank: Run = { text: ' ', isBold: false, isItalic: false, isCode: false, link: undefined }

/** Lines of scripts without spaces are joined without a space. */
const isSquare = (end: string, start: string) =>
  square.test(end.at(-1) ?? '') && square.test(start[0] ?? '')

/** A dash that is set without spaces. */
const dashAtEnd = /[^\s—–][—–]$/

const isUnspaced = (end: string, start: string) =>
  /\s$/.test(end) || isSquare(end, start) || (dashAtEnd.test(end) && /^[\p{L}\p{N}]/u.test(start))

/** Joins lines; rejoins words divided at a line end. */
function joined(lines: readonly (readonly Run[])[], hyphens: Hyphens): Run[] {
  const runs: Run[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    const next = line[0]
    if (last && next) {
      const join = hyphens(last.text, next.text)
      // Words of code are not divided.
      if (join === 'divided' && !last.isCode)
        runs[runs.length - 1] = { ...last, text: last.text.trimEnd().slice(0, -1) }
      else if (join === 'divided' || join === 'compound')
        runs[runs.length - 1] = { ...last, text: last.text.trimEnd() }
      else if (last.tex !== undefined) runs.push(blank)
      else if (!isUnspaced(last.text, next.text))
        runs[runs.length - 1] = { ...last, text: `${last.text} ` }
    }
    runs.push(...line)
  }
  return runs
}

const leader = /(?<!\s)\s*[.…·](?:\s*[.…·]){3,}\s*/g

function inline(runs: readonly Run[]): string {
  const merged: Run[] = []
  for (const given of runs) {
    const last = merged.at(-1)
    // Punctuation and spaces take the style of the preceding text.
    const isWordless = given.tex === undefined && !/[\p{L}\p{N}]/u.test(given.text)
    const isEnding = given.shift === 'sup' && !!last && isOrdinal(last.text, given.text)
    const run = (isWordless || isEnding) && last ? { ...toPlain(last), text: given.text } : given
    if (last && looksSame(last, run))
      merged[merged.length - 1] = { ...last, text: last.text + run.text }
    else merged.push(run)
  }
  return merged.map(runHtml).join('').trim()
}

/** The style of a run without its formula and shift. */
const toPlain = ({ text, isBold, isItalic, isCode, link }: Run): Run => ({
  text,
  isBold,
  isItalic,
  isCode,
  link,
})

const looksSame = (a: Run, b: Run) =>
  a.tex === undefined &&
  b.tex === undefined &&
  a.shift === b.shift &&
  a.isBold === b.isBold &&
  a.isItalic === b.isItalic &&
  a.isCode === b.isCode &&
  a.link === b.link

function runHtml({ text, isBold, isItalic, isCode, link, tex, shift }: Run): string {
  if (tex !== undefined) return texHtml(tex)
  let html = escapeText(text.replaceAll(leader, ' '))
  if (!/[\p{L}\p{N}]/u.test(text)) return html
  if (shift) html = scriptHtml(html, shift)
  if (isCode) html = `<code>${html}</code>`
  if (isItalic) html = `<em>${html}</em>`
  if (isBold) html = `<strong>${html}</strong>`
  return link === undefined ? html : `<a href="${escapeAttribute(link)}">${html}</a>`
}

/** Keeps the indentation of code, from spaces or from positions. */
function writeCode(rows: readonly Row[]): string {
  const left = Math.min(...rows.map((row) => row.left))
  const widths = rows.flatMap(({ segments }) =>
    segments.map((segment) => (segment.right - segment.left) / Math.max(1, segment.text.length)),
  )
  const letter = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
  const leading = measureWideLeading(rows)
  let last: Row | undefined
  return rows
    .map((row) => {
      const indent = ' '.repeat(Math.max(0, Math.round((row.left - left) / letter)))
      const isApart = last !== undefined && areApart(last, row, leading)
      last = row
      return `${isApart ? '\n' : ''}${indent}${row.segments.map(({ text }) => text).join('  ')}`
    })
    .join('\n')
}
