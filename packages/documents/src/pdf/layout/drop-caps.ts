import type { PageItem } from './segments-of.ts'

const initial = /^["“‘«„]?\p{Lu}$/u
/** In font sizes of the lines beside it. */
const [capSizeMin, overlapMax, besideMax] = [1.7, 0.3, 2]
/** It is as high as two lines at least. */
const linesMin = 2

const isText = ({ itemType, rotation }: PageItem) => itemType === 'Text' && rotation === 0

/** Of a page; others stay as they are. */
const capsMax = 50

/** Sets a large first letter of a paragraph before its first line, in the size of that line. */
export function withDropCaps(items: readonly PageItem[]): readonly PageItem[] {
  const caps = items.filter((item) => isText(item) && initial.test(item.text.trim()))
  const moved = new Set<PageItem>()
  const before = new Map<PageItem, PageItem>()
  for (const cap of caps.slice(0, capsMax)) {
    const beside = items.filter((item) => isText(item) && isBeside(item, cap))
    const [first] = beside.toSorted((a, b) => b.y - a.y)
    const levels = new Set(beside.map(({ y }) => Math.round(y)))
    if (!first || levels.size < linesMin || !/^\s*\p{L}/u.test(first.text)) continue
    const { y, height, fontSize, font } = first
    const width = (cap.width * fontSize) / cap.fontSize
    moved.add(cap)
    before.set(first, { ...cap, x: first.x - width, y, width, height, fontSize, font })
  }
  if (moved.size === 0) return items
  return items.flatMap((item) => {
    const cap = before.get(item)
    return moved.has(item) ? [] : cap ? [cap, item] : [item]
  })
}

/** Whether a line begins directly to the right of a letter that is much larger, between its top and its foot. */
function isBeside(line: PageItem, cap: PageItem): boolean {
  const size = line.fontSize
  const gap = line.x - cap.x - cap.width
  return (
    cap.fontSize >= capSizeMin * size &&
    gap >= -overlapMax * size &&
    gap <= besideMax * size &&
    line.y >= cap.y - overlapMax * size &&
    line.y <= cap.y + cap.fontSize - overlapMax * size
  )
}
