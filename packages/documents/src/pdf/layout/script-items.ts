import type { PageItem } from './segments-of.ts'

/** In font sizes of the text that a script belongs to. */
const [sizeMin, sizeMax] = [0.45, 0.88]
const [shiftMin, shiftMax] = [0.08, 0.6]
const gapMax = 0.3
/** Behind the mark of a note. */
const markGapMax = 0.5
const lettersMax = 30
/** Items searched before and behind a script. */
const nearMax = 4
/** Before the text that it belongs to: the mark of a note, or a mass number. */
const leading = /^[\d,*†‡§a-z]{1,5}$/

/** Marks items directly beside larger ones, above or below their line, as superscripts and subscripts, and puts them beside these. */
export function withScripts(items: readonly PageItem[]): readonly PageItem[] {
  const moved = new Map<number, Found>()
  const largest = Math.max(...items.map(({ fontSize }) => fontSize))
  for (const [at, item] of items.entries()) {
    const isSmall = item.fontSize <= sizeMax * largest
    const found = isSmall && isCandidate(item) ? findBase(items, at) : undefined
    if (found) moved.set(at, found)
  }
  if (moved.size === 0) return items
  const [before, after] = [new Map<number, PageItem[]>(), new Map<number, PageItem[]>()]
  for (const [at, { base, isBefore, shift }] of moved) {
    const item = items[at] as PageItem
    const side = isBefore ? before : after
    side.set(base, [...(side.get(base) ?? []), { ...item, baselineShift: shift }])
  }
  return items.flatMap((item, at) =>
    moved.has(at) ? [] : [...(before.get(at) ?? []), item, ...(after.get(at) ?? [])],
  )
}

interface Found {
  /** Index of the larger item. */
  readonly base: number
  readonly isBefore: boolean
  readonly shift: number
}

const isCandidate = ({ itemType, rotation, baselineShift, text, tex }: PageItem) =>
  itemType === 'Text' &&
  rotation === 0 &&
  baselineShift === 0 &&
  tex === undefined &&
  text.length <= lettersMax &&
  /\S/.test(text)

function findBase(items: readonly PageItem[], at: number): Found | undefined {
  for (let far = 1; far <= nearMax; far++) {
    const found = findScript(items, at, at - far) ?? findScript(items, at, at + far)
    if (found) return found
  }
  return undefined
}

/** How an item is a script of another. */
function findScript(items: readonly PageItem[], at: number, index: number): Found | undefined {
  const [item, base] = [items[at], items[index]]
  if (!item || !base) return undefined
  const { fontSize } = base
  if (item.fontSize > sizeMax * fontSize || item.fontSize < sizeMin * fontSize) return undefined
  if (base.itemType !== 'Text' || base.rotation !== 0 || base.tex !== undefined) return undefined
  const shift = item.y - base.y
  const isShifted = Math.abs(shift) >= shiftMin * fontSize && Math.abs(shift) <= shiftMax * fontSize
  if (!isShifted || base.baselineShift !== 0) return undefined
  if (Math.abs(item.x - base.x - base.width) <= gapMax * fontSize)
    return { base: index, isBefore: false, shift }
  const isLeading = shift > 0 && leading.test(item.text.trim())
  return isLeading && Math.abs(base.x - item.x - item.width) <= markGapMax * fontSize
    ? { base: index, isBefore: true, shift }
    : undefined
}
