/** Elements of a slide that show something, which may contain others of these names. */
const shapeName =
  /^(?:p:sp|p:pic|p:graphicFrame|p:grpSp|p:cxnSp|mc:AlternateContent|p:contentPart)$/
const shapesMax = 5_000
/** Of the height of the lower of two shapes side by side. */
const sideBySideMin = 0.5

interface Shape {
  readonly xml: string
  readonly left: number
  readonly top: number
  readonly height: number
}

/**
 * Sorts the shapes of a slide into reading order, because they are in the order in which they are drawn: those without a place of their
 * own, as titles, then rows from left to right. Undefined when they are in it.
 */
export function inReadingOrder(part: Buffer): Buffer | undefined {
  const xml = part.toString('utf8')
  const tree = xml.indexOf('<p:spTree')
  const end = xml.lastIndexOf('</p:spTree>')
  if (tree === -1 || end === -1 || xml.includes('<!')) return undefined
  const inner = xml.slice(xml.indexOf('>', tree) + 1, end)
  const ordered = sorted(inner, 0)
  return ordered === inner ? undefined : Buffer.from(xml.replace(inner, () => ordered))
}

const depthMax = 20
const group = /^<p:grpSp(?:\s[^<>]*)?>/
const groupEnd = '</p:grpSp>'

/** The shapes of a slide or a group, and those of the groups in it. */
function sorted(xml: string, depth: number): string {
  const found = shapesIn(xml)
  const [first] = found ?? []
  if (!found || !first) return xml
  const shapes = found.map(({ from, to }) => placed(withSortedGroup(xml.slice(from, to), depth)))
  const fixed = shapes.filter(({ top }) => Number.isNaN(top))
  const ordered = [...fixed, ...listRows(shapes.filter(({ top }) => !Number.isNaN(top)))]
  const last = found.at(-1)?.to ?? xml.length
  const text = ordered.map((shape) => shape.xml).join('')
  return xml.slice(0, first.from) + text + xml.slice(last)
}

function withSortedGroup(xml: string, depth: number): string {
  const tag = group.exec(xml)?.[0]
  if (tag === undefined || depth >= depthMax || !xml.endsWith(groupEnd)) return xml
  return tag + sorted(xml.slice(tag.length, -groupEnd.length), depth + 1) + groupEnd
}

/** Ranges of the outer shapes. Undefined when something else is between them. */
function shapesIn(xml: string) {
  const found: { from: number; to: number }[] = []
  const open: string[] = []
  let start = 0
  for (const { 0: tag, index: at } of xml.matchAll(/<[^<>]*>/g)) {
    const [, close, name = ''] = /^<(\/?)([\w:]{1,80})/.exec(tag) ?? []
    if (close === '/') {
      if (open.pop() !== name) return undefined
      if (open.length === 0 && shapeName.test(name))
        found.push({ from: start, to: at + tag.length })
    } else if (tag.endsWith('/>')) {
      if (open.length === 0 && found.length > 0) return undefined
    } else {
      if (open.length === 0) {
        start = at
        const before = found.at(-1)
        if (found.length >= shapesMax || (before && before.to !== at)) return undefined
      }
      open.push(name)
    }
  }
  return open.length === 0 ? found : undefined
}

const offset = /<a:off\s+x="(-?\d{1,12})"\s+y="(-?\d{1,12})"\s*\/>/
const extent = /<a:ext\s+cx="(\d{1,12})"\s+cy="(\d{1,12})"\s*\/>/

function placed(xml: string): Shape {
  const [, left, top] = offset.exec(xml) ?? []
  const [, , height] = extent.exec(xml) ?? []
  const isTitle = /<p:ph\s[^<>]*type="(?:ctrTitle|title)"/.test(xml)
  return {
    xml,
    left: Number(left),
    top: isTitle || top === undefined ? Number.NaN : Number(top),
    height: Number(height ?? 0),
  }
}

/** Shapes that are beside the first of a row are in it. */
function listRows(shapes: readonly Shape[]): Shape[] {
  const rows: Shape[][] = []
  for (const shape of shapes.toSorted((a, b) => a.top - b.top)) {
    const first = rows.at(-1)?.[0]
    const shared = first
      ? Math.min(first.top + first.height, shape.top + shape.height) - shape.top
      : 0
    const isBeside = first && shared >= sideBySideMin * Math.min(first.height, shape.height)
    if (isBeside && shape.height > 0) rows.at(-1)?.push(shape)
    else rows.push([shape])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.left - b.left))
}
