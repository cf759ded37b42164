import type { FieldText } from '#documents/pdf/form-fields.ts'
import type { PageItem } from './segments-of.ts'

/** In points. */
const usualSize = 10
const [sizeMin, sizeMax] = [4, 14]
/** In font sizes. */
const [leading, letterWidth, blankWidth, middleShare] = [1.2, 0.5, 0.3, 0.35]
const [besideMax, tallMin, labelGapMax] = [1.5, 2.5, 2.5]

/** Adds what is written in the fields of a form to the items of a page, each beside the text of its line. */
export function withFields(
  items: readonly PageItem[],
  fields: readonly FieldText[],
  page: number,
): readonly PageItem[] {
  if (fields.length === 0) return items
  const own = items.filter((item) => item.itemType === 'Text' && item.rotation === 0)
  const placed = fields.flatMap((field) => getItems(field, own, page))
  const behind = Map.groupBy(placed, ({ before }) => before)
  const before = Map.groupBy(placed, ({ after }) => after)
  return [
    ...items.flatMap((item) => [
      ...(before.get(item) ?? []).map((one) => one.item),
      item,
      ...(behind.get(item) ?? []).map((one) => one.item),
    ]),
    ...placed.flatMap((one) => (one.before || one.after ? [] : [one.item])),
  ]
}

interface Placed {
  readonly item: PageItem
  /** The last text before it in its line. */
  readonly before?: PageItem | undefined
  /** The label behind a box. */
  readonly after?: PageItem | undefined
}

/** One item for each line of a field, on the baseline of the text beside it. */
function getItems(field: FieldText, own: readonly PageItem[], page: number): Placed[] {
  const { x, y: bottom, width, height } = field
  const lines = field.text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const size = Math.min(sizeMax, Math.max(sizeMin, field.size || Math.min(usualSize, 0.8 * height)))
  const isShown = own.some(
    (item) => isOver(item, field) && lines.some((line) => item.text.includes(line.trim())),
  )
  if (isShown) return []
  const isTall = lines.length > 1 || height > tallMin * size
  const first = isTall ? bottom + height - size : bottom + height / 2 - middleShare * size
  const beside = own.filter(
    (item) => item.y >= bottom - item.fontSize / 2 && item.y <= bottom + height,
  )
  return lines.map((text, at) => {
    const baseline = first - at * leading * size
    const level = beside.filter((item) => Math.abs(item.y - baseline) <= besideMax * item.fontSize)
    const nearest = level.toSorted(
      (a, b) => measureDistance(a, field) - measureDistance(b, field),
    )[0]
    const y = at === 0 && nearest ? nearest.y : baseline
    const fontSize = nearest && !isTall ? nearest.fontSize : size
    const line = level.filter((item) => Math.abs(item.y - y) < 1).toSorted((a, b) => a.x - b.x)
    const next = line.find((item) => item.x > x)
    const isLabelled = field.isBox && !!next && next.x - x - width <= labelGapMax * fontSize
    const item: PageItem = {
      ...plain,
      text: text.trim(),
      x,
      y,
      // A box is as close to its label as a word.
      width: isLabelled
        ? next.x - x - blankWidth * fontSize
        : Math.min(width, text.length * letterWidth * fontSize),
      height: fontSize,
      fontSize,
      page,
    }
    return isLabelled ? { item, after: next } : { item, before: line.findLast((one) => one.x < x) }
  })
}

const plain = {
  rotation: 0,
  advanceKnown: false,
  font: 'Field',
  isBold: false,
  isItalic: false,
  baselineShift: 0,
  itemType: 'Text',
} as const

/** Distance across the page. */
const measureDistance = (item: PageItem, { x, width }: FieldText) =>
  Math.max(0, x - item.x - item.width, item.x - x - width)

/** Whether the middle of an item is in a field. */
function isOver(item: PageItem, { x, y, width, height }: FieldText): boolean {
  const middle = item.x + item.width / 2
  return (
    middle >= x && middle <= x + width && item.y + item.fontSize / 3 >= y && item.y <= y + height
  )
}
