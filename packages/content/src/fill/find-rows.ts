import { foldName } from '#content/html/facts/meanings.ts'
import type { Line } from '#content/html/facts/page-facts.ts'
import type { Outline } from './outline.ts'

/** Lines of a page, both ends included. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/** The lines of things that their names stand in: the block of each, or up to the next name. */
const [rowBehindMax, rowBefore, chainMax] = [14, 1, 30]

export function findRows(
  names: readonly (number | undefined)[],
  lines: readonly Line[],
  containers: Outline['text']['containers'],
): readonly (LineRange | undefined)[] {
  const known = [...new Set(names.filter((line) => line !== undefined))].toSorted((a, b) => a - b)
  const chain = (line: number): readonly number[] => {
    const blocks: number[] = []
    let block = lines[line]?.container ?? -1
    for (; block > 0 && blocks.length < chainMax; block = containers[block]?.parent ?? -1)
      blocks.push(block)
    return blocks
  }
  const shared = new Map<number, number>()
  for (const line of known)
    for (const block of chain(line)) shared.set(block, (shared.get(block) ?? 0) + 1)
  // A cell that spans several rows names each of them: up to the next name.
  const spanning = new Set(names.filter((line, at) => line !== undefined && names[at - 1] === line))
  const gap = Math.max(0, ...known.map((line, at) => (known[at + 1] ?? line) - line))
  return names.map((line) => {
    if (line === undefined) return undefined
    if (known.length === 1) return { from: line - rowBefore, to: line + rowBehindMax }
    const own = chain(line).findLast((block) => shared.get(block) === 1)
    const isOwn = (at: number) => own !== undefined && at >= 0 && chain(at).includes(own)
    let [from, to] = [line, line]
    while (isOwn(from - 1)) from -= 1
    while (isOwn(to + 1)) to += 1
    const next = known.find((other) => other > line)
    if (from < to && spanning.has(line)) return { from, to: (next ?? to + rowBehindMax) - 1 }
    if (from < to) return { from, to }
    return { from: line, to: (next ?? line + Math.min(gap, rowBehindMax)) - 1 }
  })
}

/** Which texts are whole items of one list, or follow each other in a line: that with most of them, two at least. Undefined where they may stand elsewhere. */
export function shareList(
  lines: readonly Line[],
  containers: Outline['text']['containers'],
  texts: readonly unknown[],
): readonly (boolean | undefined)[] {
  const wanted = texts.map((text) => (typeof text === 'string' ? foldName(text) : ''))
  const found = new Map<number, Set<number>>()
  for (const { text, container } of lines) {
    const own = foldName(text)
    // `Hake, brown butter (+ £3)` is more than its name.
    const isItem = (text: string) => text !== '' && (own === text || own.startsWith(`${text} `))
    const at = own === '' ? -1 : wanted.findIndex(isItem)
    if (at < 0) continue
    const parent = containers[container]?.parent ?? -1
    found.set(parent, (found.get(parent) ?? new Set()).add(at))
  }
  for (const [at, { text }] of lines.entries()) {
    const group = findSeries(text, texts)
    if (group.size > 1) found.set(-1 - at, group)
  }
  const [best] = [...found.values()].toSorted((one, other) => other.size - one.size)
  if (!best || best.size < 2) return wanted.map(() => undefined)
  // Where most stand together, so do all.
  const isMost = best.size * 2 > wanted.length
  return wanted.map((_, at) => best.has(at) || (isMost ? false : undefined))
}

const joining =
  /^(?:[\s\d,;·|•/*†()&+-]|\([^()]{2,40}\)|and|und|et|y|e|i|en|och|og|a|oraz|with|con|avec|mit){1,12}$/iu
const seriesMax = 40

/** Which texts follow each other in a line with no more than a comma or `and` between them. */
function findSeries(line: string, texts: readonly unknown[]): Set<number> {
  let group = new Set<number>()
  let best = group
  let end = -1
  for (const [at, text] of texts.slice(0, seriesMax).entries()) {
    if (typeof text !== 'string' || text.length < 2) continue
    const found = line.toLowerCase().indexOf(text.toLowerCase(), Math.max(0, end))
    const isNext = found >= 0 && end >= 0 && joining.test(line.slice(end, found))
    if (!isNext) group = new Set()
    if (found >= 0) group.add(at)
    end = found < 0 ? -1 : found + text.length
    if (group.size > best.size) best = group
  }
  return best
}
