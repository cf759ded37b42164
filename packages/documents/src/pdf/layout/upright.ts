import type { TextItem } from '@firecrawl/pdf-inspector'
import type { PageSize } from '#documents/pdf/pdfium.ts'

/** Items of a page in reading direction, and the size of the page turned like them. */
interface Upright {
  readonly items: readonly TextItem[]
  readonly size: PageSize
  /** The page was turned, so that its items are no longer at their places in the file. */
  readonly isTurned: boolean
  /** Turns the place of something else on the page alike. */
  readonly turned: (place: ItemPlace) => ItemPlace
}

type ItemPlace = Pick<TextItem, 'x' | 'y' | 'width' | 'height'>

const turnedShareMin = 0.8
/** In points. */
const outsideMax = 2

/** Turns a page whose text is set sideways or upside down, and drops text outside the visible page. */
export function upright(items: readonly TextItem[], size: PageSize): Upright {
  const visible = items.filter((item) => isVisible(item, size))
  const letters = new Map<number, number>()
  let all = 0
  for (const { text, rotation, itemType } of visible) {
    if ((itemType as string) !== 'Text') continue
    letters.set(rotation, (letters.get(rotation) ?? 0) + text.length)
    all += text.length
  }
  const turn = [90, 180, 270].find((one) => (letters.get(one) ?? 0) >= turnedShareMin * all)
  if (all === 0 || turn === undefined)
    return { items: visible, size, isTurned: false, turned: (place) => place }
  const { width, height } = turn === 180 ? size : { width: size.height, height: size.width }
  return {
    items: inLines(
      visible.map((item) => ({
        ...item,
        ...findPlace(item, turn, size),
        rotation: (item.rotation - turn + 360) % 360,
      })),
    ),
    size: { width, height },
    isTurned: true,
    turned: (place) => findPlace(place, turn, size),
  }
}

/** In points. */
const sameLineMax = 1

/** The parts of turned lines are in the order of their places on the page as it lies. */
function inLines(items: readonly TextItem[]): TextItem[] {
  const lines: TextItem[][] = []
  for (const item of items.toSorted((a, b) => b.y - a.y)) {
    const first = lines.at(-1)?.[0]
    if (first && first.y - item.y < sameLineMax) lines.at(-1)?.push(item)
    else lines.push([item])
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.x - b.x))
}

/** Whether the middle of an item is on the page; text may be hidden by the crop box. */
export function isVisible({ x, y, width, height }: ItemPlace, size: PageSize): boolean {
  const [across, up] = [x + width / 2, y + height / 2]
  return (
    across >= -outsideMax &&
    across <= size.width + outsideMax &&
    up >= -outsideMax &&
    up <= size.height + outsideMax
  )
}

/** Position after turning the page, so that text of this rotation runs from left to right. */
function findPlace({ x, y, width, height }: ItemPlace, turn: number, size: PageSize): ItemPlace {
  if (turn === 180) return { x: size.width - x - width, y: size.height - y - height, width, height }
  const turned = { width: height, height: width }
  return turn === 90
    ? { x: y, y: size.width - x - width, ...turned }
    : { x: size.height - y - height, y: x, ...turned }
}
