import { isTag, isText, type Element } from 'domhandler'
import { oneLine } from '#content/html/walk.ts'
import type { FactList } from './page-facts.ts'

const blocksMin = 3
const listsMax = 15
const rowsMax = 1_000
const columnsMax = 24
const nodesPerBlockMax = 400
const nodesMax = 200_000
const valueLengthMax = 1_000

/**
 * Blocks of a page that are built alike: siblings with the same tag and class, at least three, each with two or more parts.
 * A column is named after the class, the `itemprop` or the tag of the part.
 */
export function repeatedBlocks(elements: readonly Element[]): FactList[] {
  const lists: FactList[] = []
  const inside = new Set<Element>()
  const budget = { nodes: nodesMax }
  for (const parent of elements) {
    if (lists.length >= listsMax || budget.nodes <= 0) break
    if (inside.has(parent)) continue
    for (const blocks of alikeChildren(parent)) {
      const list = readList(blocks, budget)
      if (!list) continue
      lists.push(list)
      for (const block of blocks) inside.add(block)
    }
  }
  return lists
}

const passedOver = new Set([
  'head',
  'nav',
  'footer',
  'select',
  'svg',
  'table',
  'tbody',
  'thead',
  'tr',
])

function alikeChildren(parent: Element): Element[][] {
  if (passedOver.has(parent.name) || parent.children.length < blocksMin) return []
  const groups = new Map<string, Element[]>()
  for (const child of parent.children) {
    if (!isTag(child) || child.name === 'script' || child.name === 'br') continue
    const key = `${child.name} ${firstClass(child)}`
    const group = groups.get(key)
    if (group) group.push(child)
    else groups.set(key, [child])
  }
  return [...groups.values()].filter((group) => group.length >= blocksMin)
}

const firstClass = ({ attribs }: Element) => attribs['class']?.trim().split(/\s/, 1)[0] ?? ''

function readList(blocks: readonly Element[], budget: { nodes: number }): FactList | undefined {
  const read = blocks.slice(0, rowsMax).map((block) => readParts(block, budget))
  const counts = new Map<string, number>()
  for (const parts of read) {
    for (const name of parts.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const least = Math.max(2, read.length / 5)
  const columns = [...counts]
    .filter(([, count]) => count >= least)
    .map(([name]) => name)
    .slice(0, columnsMax)
  if (columns.length < 2) return undefined
  const rows = read
    .map((parts) => columns.map((column) => parts.get(column) ?? ''))
    .filter((row) => row.some((cell) => cell !== ''))
  return rows.length >= blocksMin ? { source: 'blocks', name: '', columns, rows } : undefined
}

/** The texts of a block by the name of their element; links and pictures also give their address. */
function readParts(block: Element, budget: { nodes: number }): Map<string, string> {
  const parts = new Map<string, string>()
  const put = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '' && !parts.has(name))
      parts.set(name, value.slice(0, valueLengthMax))
  }
  const stack: Element[] = [block]
  for (let visited = 0; visited < nodesPerBlockMax && budget.nodes > 0; visited += 1) {
    const element = stack.pop()
    if (!element) break
    budget.nodes -= 1
    if (element.name === 'script' || element.name === 'style') continue
    put(readName(element), ownText(element))
    if (element.name === 'a') put('url', element.attribs['href'])
    if (element.name === 'img') put('image', element.attribs['src'])
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at]
      if (child && isTag(child)) stack.push(child)
    }
  }
  return parts
}

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Headings and links without a class hold the name of a thing. */
function readName(element: Element): string {
  const { name, attribs } = element
  const named = attribs['itemprop'] ?? (headings.has(name) ? 'title' : undefined)
  return named ?? (firstClass(element) || name)
}

function ownText({ children }: Element): string {
  let text = ''
  for (const child of children) if (isText(child)) text += child.data
  return oneLine(text)
}
