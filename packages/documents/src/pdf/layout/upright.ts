import type { TextItem } from '@firecrawl/pdf-inspector'
import type { Turn } from '#documents/pdf/page-words.ts'
import { turnSize, type PageSize } from '#documents/pdf/pdfium.ts'
import type { Place } from './segment.ts'

/** Items of a page that is turned so that most of its text is upright. */
interface Upright {
  readonly items: readonly TextItem[]
  readonly size: PageSize
  readonly turn: Turn
}

type ItemPlace = Pick<TextItem, 'x' | 'y' | 'width' | 'height'>

const turnedShareMin = 0.8
/** In points. */
const outsideMax = 2

/**
 * Turns a page whose text is set sideways or upside down, and drops items outside the visible page. The direction of a text that is
 * invisible is given.
 */
export function upright(
  items: readonly TextItem[],
  size: PageSize,
  findInvisible: () => Turn,
): Upright {
  const visible = items.filter((item) => isVisible(item, size))
  const texts = visible.filter(({ itemType }) => (itemType as string) === 'Text')
  const turn = texts.length === 0 ? findInvisible() : findTurn(texts)
  return { items: turnItems(visible, turn, size), size: turnSize(size, turn), turn }
}

/** Other directions in which text is set. */
export const sideways = [90, 180, 270] as const satisfies readonly Turn[]

/** Upright text beside that which is set sideways, such as a running head, is not turned. */
function findTurn(texts: readonly TextItem[]): Turn {
  const letters = countLetters(texts)
  return (
    sideways.find((turn) => {
      const own = texts.filter(({ rotation }) => rotation === turn)
      if (own.length === 0 || countLetters(own) < turnedShareMin * letters) return false
      const box = surroundItems(own)
      return texts.every((item) => item.rotation !== 0 || isInside(item, box))
    }) ?? 0
  )
}

const countLetters = (texts: readonly TextItem[]) =>
  texts.reduce((sum, { text }) => sum + text.length, 0)

function surroundItems(items: readonly ItemPlace[]): ItemPlace {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of items) {
    left = Math.min(left, x)
    bottom = Math.min(bottom, y)
    right = Math.max(right, x + width)
    top = Math.max(top, y + height)
  }
  return { x: left, y: bottom, width: right - left, height: top - bottom }
}

/** In points. */
const sameLineMax = 1

/** In reading order: the parts of turned lines may be in the order of their places on the page as it lies. */
export function inLines<Item extends ItemPlace>(items: readonly Item[]): Item[] {
  const lines: Item[][] = []
  for (const item of items.toSorted((a, b) => b.y - a.y)) {
    const first = lines.at(-1)?.[0]
    if (first && first.y - item.y < sameLineMax) lines.at(-1)?.push(item)
    else lines.push([item])
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.x - b.x))
}

/** Whether the middle of an item is in a box. */
function isInside({ x, y, width, height }: ItemPlace, box: ItemPlace): boolean {
  const [across, up] = [x + width / 2, y + height / 2]
  return across >= box.x && across <= box.x + box.width && up >= box.y && up <= box.y + box.height
}

/** Whether an item is on the page; text may be hidden by the crop box. */
export const isVisible = (item: ItemPlace, { width, height }: PageSize): boolean =>
  isInside(item, {
    x: -outsideMax,
    y: -outsideMax,
    width: width + 2 * outsideMax,
    height: height + 2 * outsideMax,
  })

/** Items at their places on a page that is turned, so that text which runs in this direction is upright. */
export const turnItems = <Item extends ItemPlace & { readonly rotation: number }>(
  items: readonly Item[],
  turn: Turn,
  size: PageSize,
): readonly Item[] =>
  turn === 0
    ? items
    : items.map((item) => ({
        ...item,
        ...turnPlace(item, turn, size),
        rotation: (item.rotation - turn + 360) % 360,
      }))

function turnPlace({ x, y, width, height }: ItemPlace, turn: Turn, size: PageSize): ItemPlace {
  if (turn === 180) return { x: size.width - x - width, y: size.height - y - height, width, height }
  const turned = { width: height, height: width }
  return turn === 90
    ? { x: y, y: size.width - x - width, ...turned }
    : { x: size.height - y - height, y: x, ...turned }
}

/** The place on a page of something on the page turned. */
export function turnBack({ left, top, right, bottom }: Place, turn: Turn, size: PageSize): Place {
  const { width, height } = size
  if (turn === 90) return { left: top, top: height - right, right: bottom, bottom: height - left }
  if (turn === 270) return { left: width - bottom, top: left, right: width - top, bottom: right }
  if (turn === 180)
    return { left: width - right, top: height - bottom, right: width - left, bottom: height - top }
  return { left, top, right, bottom }
}
