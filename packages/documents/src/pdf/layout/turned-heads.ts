import type { PageItem } from './segments-of.ts'

/** In points. */
const levelMax = 2
/** In font sizes. */
const [besideMin, belowMax, alignedMax] = [1, 4, 2]
const headsMin = 2

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
  return items.map((item) =>
    heads.has(item) ? { ...item, rotation: 0, height: item.fontSize } : item,
  )
}
