import { turnSize, type PageSize } from '#documents/pdf/pdfium.ts'
import type { PageItem } from './segments-of.ts'
import { inLines, sideways, turnItems } from './upright.ts'

/** In points. */
const levelMax = 2
/** In font sizes. */
const [besideMin, belowMax, alignedMax] = [1, 4, 2]
const headsMin = 2
/** Between the head of the first column and the others. */
const rowMax = 1.3

/** In font sizes, of a gap between letters and between words. */
const [letterGapMax, wordGapMax] = [0.18, 0.7]

const isOther = ({ itemType, rotation }: PageItem) =>
  itemType === 'Text' && sideways.some((turn) => turn === rotation)

/** Joins the letters of words that do not run along the page: some programs place each of them. */
export function joinTurned(items: readonly PageItem[], size: PageSize): readonly PageItem[] {
  if (!items.some(isOther)) return items
  const joined = sideways.flatMap((turn) => {
    const own = items.filter((item) => item.itemType === 'Text' && item.rotation === turn)
    const lines: PageItem[] = []
    for (const item of inLines(turnItems(own, turn, size))) {
      const last = lines.at(-1)
      const gap = last ? (item.x - last.x - last.width) / item.fontSize : Infinity
      const isNext =
        last?.font === item.font &&
        Math.abs(last.y - item.y) < 1 &&
        Math.abs(gap) < wordGapMax &&
        last.fontSize === item.fontSize
      if (last && isNext) {
        const blank = gap > letterGapMax && !/\s$/.test(last.text) ? ' ' : ''
        const text = last.text + blank + item.text
        lines[lines.length - 1] = { ...last, text, width: item.x + item.width - last.x }
      } else lines.push(item)
    }
    const back = turn === 180 ? 180 : turn === 90 ? 270 : 90
    return turnItems(lines, back, turnSize(size, turn))
  })
  return [...items.filter((item) => !isOther(item)), ...joined]
}

/** Sets the heads of columns that run upwards upright, at the place of their last letter's line. */
export function withTurnedHeads(items: readonly PageItem[]): readonly PageItem[] {
  const turned = items.filter(
    (item) => item.itemType === 'Text' && (item.rotation === 90 || item.rotation === 270),
  )
  if (turned.length < headsMin) return items
  const upright = items.filter((item) => item.itemType === 'Text' && item.rotation === 0)
  const level = Map.groupBy(turned, ({ y }) => Math.floor(y / levelMax))
  const heads = new Set(
    turned.filter((item) => {
      const size = item.fontSize
      const at = Math.floor(item.y / levelMax)
      const beside = [at - 1, at, at + 1].some((one) =>
        level
          .get(one)
          ?.some(
            (other) =>
              other !== item &&
              Math.abs(other.y - item.y) <= levelMax &&
              Math.abs(other.x - item.x) >= besideMin * size,
          ),
      )
      return (
        beside &&
        upright.some(
          ({ x, y, width }) =>
            y < item.y &&
            y >= item.y - belowMax * size &&
            Math.abs(x + width / 2 - item.x - item.width / 2) <= alignedMax * size,
        )
      )
    }),
  )
  if (heads.size < headsMin) return items
  // The head of the first column may be a little lower than where the others begin.
  const [first] = [...heads].toSorted((a, b) => a.y - b.y)
  const firstHead =
    first &&
    upright.find(({ x, y, fontSize }) => x < first.x && Math.abs(first.y - y) <= rowMax * fontSize)
  return items.map((item) =>
    heads.has(item)
      ? { ...item, rotation: 0, height: item.fontSize, y: firstHead?.y ?? item.y }
      : item,
  )
}
