import type { Dot } from '#documents/pdf/page-paths.ts'
import type { PageItem } from './segments-of.ts'

/** In font sizes: the size of a bullet, where its middle is above the baseline, and how far the text is behind it. */
const [sizeMax, middle, gap] = [0.6, { least: 0.1, most: 0.65 }, { least: 0.15, most: 3 }]
/** In font sizes: a shape closer to the text before it parts two texts. */
const apartMin = 1.5
/** In points. */
const samePlaceMax = 1
/** In font sizes: a bullet is as close to its text as a word. */
const blankWidth = 0.3
const bandHeight = 12

const isText = ({ itemType, rotation }: PageItem) => itemType === 'Text' && rotation === 0

interface Found<Item> {
  readonly dot: Dot
  readonly item: Item
}

/** Adds a bullet before each text that has a small shape drawn before it, as at least one other text of the page has at the same place. */
export function withDrawnBullets<Item extends PageItem>(
  items: readonly Item[],
  dots: readonly Dot[],
): readonly Item[] {
  if (dots.length < 2) return items
  const bands = Map.groupBy(items.filter(isText), ({ y }) => Math.floor(y / bandHeight))
  const found = dots.flatMap((dot): Found<Item>[] => {
    const band = Math.floor((dot.top + dot.bottom) / 2 / bandHeight)
    const near = [band - 1, band].flatMap((at) => bands.get(at) ?? [])
    const level = near.filter((item) => isLevel(dot, item)).toSorted((a, b) => a.x - b.x)
    const item = level.find(({ x, width }) => x + width > dot.right)
    const before = level[level.indexOf(item as Item) - 1]
    return item && isBefore(dot, item, before) ? [{ dot, item }] : []
  })
  const byPlace = Map.groupBy(found, ({ dot: { left } }) => Math.round(left / samePlaceMax))
  const bullets = new Map(
    found
      .filter((one) => {
        const place = Math.round(one.dot.left / samePlaceMax)
        return [place - 1, place, place + 1]
          .flatMap((at) => byPlace.get(at) ?? [])
          .some((other) => areOfOneList(one, other))
      })
      .map(({ dot, item }) => [item, dot]),
  )
  return items.flatMap((item) => {
    const left = bullets.get(item)?.left
    if (left === undefined) return [item]
    const look = { isBold: false, isItalic: false, fixedPitch: false, baselineShift: 0 }
    const width = item.x - left - blankWidth * item.fontSize
    return [{ ...item, ...look, text: '•', font: 'Bullet', x: left, width }, item]
  })
}

function isLevel({ top, bottom }: Dot, { y, fontSize }: PageItem): boolean {
  const height = (top + bottom) / 2 - y
  return height >= middle.least * fontSize && height <= middle.most * fontSize
}

/** Whether a shape stands before a text of words, apart from the text before it. */
function isBefore(dot: Dot, item: PageItem, before: PageItem | undefined): boolean {
  const { x, fontSize } = item
  const distance = x - dot.right
  return (
    Math.max(dot.right - dot.left, dot.top - dot.bottom) <= sizeMax * fontSize &&
    distance >= gap.least * fontSize &&
    distance <= gap.most * fontSize &&
    (!before || dot.left - before.x - before.width >= apartMin * fontSize) &&
    /^[^•◦▪■□●○‣–-]*\p{L}/u.test(item.text)
  )
}

const areOfOneList = <Item extends PageItem>(one: Found<Item>, other: Found<Item>): boolean =>
  Math.abs(one.dot.left - other.dot.left) <= samePlaceMax &&
  Math.abs(one.item.x - other.item.x) <= samePlaceMax &&
  Math.abs(one.item.y - other.item.y) > one.item.fontSize / 2
