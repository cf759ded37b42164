/** Points from the lower left corner of a page. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Bounding box of all boxes. */
export function around(boxes: readonly Box[]): Box {
  let [left, right, top, bottom] = [Infinity, -Infinity, -Infinity, Infinity]
  for (const box of boxes) {
    left = Math.min(left, box.left)
    right = Math.max(right, box.right)
    top = Math.max(top, box.top)
    bottom = Math.min(bottom, box.bottom)
  }
  return { left, right, top, bottom }
}

export const computeCentre = ({ left, right }: Box): number => (left + right) / 2
export const computeMiddle = ({ top, bottom }: Box): number => (top + bottom) / 2
