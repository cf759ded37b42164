import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { getElementsByTagName } from 'domutils'
import { isLineNumbers } from './code-text.ts'
import { isSpacer } from './images.ts'

/** A parsed table: captions and the cells of each row, which may have none because cells above span it. */
export interface Table {
  readonly captions: readonly Element[]
  readonly rows: readonly (readonly Element[])[]
}

export type TableKind =
  | { readonly name: 'data' | 'layout' }
  | { readonly name: 'code'; readonly cells: readonly Element[] }

export function readTable(table: Element): Table {
  const captions: Element[] = []
  const rows: Element[][] = []
  const stack: ChildNode[] = table.children.toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node)) continue
    if (node.name === 'caption') captions.push(node)
    else if (node.name === 'tr') rows.push(listCells(node))
    else if (sections.has(node.name)) {
      for (let child = node.children.length - 1; child >= 0; child -= 1) {
        const next = node.children[child]
        if (next) stack.push(next)
      }
    }
  }
  return { captions, rows }
}

const sections = new Set(['thead', 'tbody', 'tfoot', 'form'])

const listCells = (row: Element): Element[] =>
  row.children.filter(
    (child): child is Element => isTag(child) && (child.name === 'td' || child.name === 'th'),
  )

/** Distinguishes data tables, code listings with line numbers, and layout tables. */
export function kindOfTable(table: Element, { captions, rows: all }: Table): TableKind {
  const role = table.attribs['role']
  if (role === 'presentation' || role === 'none') return { name: 'layout' }
  const rows = all.filter((cells) => cells.length > 0)
  const code = codeCells(rows)
  if (code.length > 0)
    return { name: 'code', cells: code.length > 1 ? [table] : code.map(listingIn) }
  const [only] = rows
  const columns =
    rows.length === 1 && only
      ? only.filter((cell) => !isRoom(cell)).length
      : rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  if (columns === 0) return { name: 'layout' }
  const hasHeads = rows.some((cells) => cells.some(({ name }) => name === 'th'))
  if (columns === 1 && !(hasHeads && rows.length > 1)) return { name: 'layout' }
  if (hasHeads || captions.length > 0) return { name: 'data' }
  const tags = rows.length === 1 ? rowLayoutTags : layoutTags
  const isLayout = rows.some((cells) => cells.some((cell) => arrangesBlocks(cell, tags)))
  return { name: isLayout ? 'layout' : 'data' }
}

/** Whether a cell only makes room. */
const isRoom = ({ children }: Element): boolean =>
  children.every((child) =>
    isTag(child)
      ? child.name === 'img' && isSpacer(child.attribs)
      : !isText(child) || child.data.trim() === '',
  )

const listingIn = (cell: Element): Element => getElementsByTagName('pre', cell, true, 1)[0] ?? cell

function codeCells(rows: readonly (readonly Element[])[]): Element[] {
  const found: Element[] = []
  for (const cells of rows) {
    const [numbers, code, more] = cells
    if (!numbers || !code || more || !isLineNumbers(numbers) || isLineNumbers(code)) return []
    found.push(code)
  }
  return found
}

const layoutTags = new Set(
  'table h1 h2 h3 h4 h5 h6 pre hr blockquote form section article'.split(' '),
)

/** The cells of a single row are columns if they hold lists. */
const rowLayoutTags = new Set([...layoutTags, 'ul', 'ol', 'dl'])

/** Nodes visited per cell. */
const inspectedMax = 200

/** Whether a cell has headings, code, tables or several paragraphs, as in layout tables. */
function arrangesBlocks(cell: Element, tags: ReadonlySet<string>): boolean {
  const stack: ChildNode[] = cell.children.slice(0, inspectedMax).toReversed()
  let paragraphs = 0
  for (let count = 0; count < inspectedMax; count += 1) {
    const node = stack.pop()
    if (!node) return false
    if (!isTag(node)) continue
    if (tags.has(node.name)) return true
    if (node.name === 'p') paragraphs += 1
    if (paragraphs > 2) return true
    for (let child = Math.min(node.children.length, inspectedMax) - 1; child >= 0; child -= 1) {
      const next = node.children[child]
      if (next) stack.push(next)
    }
  }
  return false
}
