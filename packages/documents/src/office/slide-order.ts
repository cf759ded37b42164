/** Element names of a package format. */
interface Naming {
  /** Elements of a slide that show something, which may contain others of these names. */
  readonly shape: RegExp
  readonly group: RegExp
  readonly groupEnd: string
  readonly place: (xml: string) => Pick<Shape, 'left' | 'top' | 'height'>
}

const pptx: Naming = {
  shape: /^(?:p:sp|p:pic|p:graphicFrame|p:grpSp|p:cxnSp|mc:AlternateContent|p:contentPart)$/,
  group: /^<p:grpSp(?:\s[^<>]*)?>/,
  groupEnd: '</p:grpSp>',
  place(xml) {
    const [, left, top] = offset.exec(xml) ?? []
    const [, , height = 0] = extent.exec(xml) ?? []
    const isTitle = /<p:ph\s[^<>]*type="(?:ctrTitle|title)"/.test(xml)
    const isFixed = isTitle || top === undefined
    return { left: Number(left), top: isFixed ? Number.NaN : Number(top), height: Number(height) }
  },
}

const odp: Naming = {
  shape: /^(?:draw:(?!page$)[a-z-]{1,40}|dr3d:scene)$/,
  group: /^<draw:g(?:\s[^<>]*)?>/,
  groupEnd: '</draw:g>',
  place(xml) {
    const tag = xml.slice(0, xml.indexOf('>'))
    // Of a group, that of its first shape.
    const own = tag.startsWith('<draw:g ') || tag === '<draw:g' ? xml : tag
    const isTitle = tag.includes(' presentation:class="title"')
    return {
      left: readLength(lengths.left.exec(own)),
      top: isTitle ? Number.NaN : readLength(lengths.top.exec(own)),
      height: readLength(lengths.height.exec(own)) || 0,
    }
  },
}

const lengths = {
  left: /\ssvg:x="(-?[\d.]{1,20})(cm|mm|in|pt)"/,
  top: /\ssvg:y="(-?[\d.]{1,20})(cm|mm|in|pt)"/,
  height: /\ssvg:height="([\d.]{1,20})(cm|mm|in|pt)"/,
}
const pointsOfUnit: Readonly<Record<string, number>> = { cm: 28.35, mm: 2.835, in: 72, pt: 1 }

/** In points; NaN when there is none. */
const readLength = (found: RegExpExecArray | null): number =>
  Number(found?.[1]) * (pointsOfUnit[found?.[2] ?? ''] ?? Number.NaN)

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
  const ordered = sorted(inner, pptx)
  return ordered === inner ? undefined : Buffer.from(xml.replace(inner, () => ordered))
}

const pageStart = /(<draw:page(?:\s[^<>]*)?>)/

/** The same for the slides of an OpenDocument presentation. */
export function withSlidesInOrder(part: Buffer): Buffer | undefined {
  const xml = part.toString('utf8')
  if (xml.includes('<!')) return undefined
  const written = xml.split(pageStart).map((piece, at) => {
    const end = at > 0 && at % 2 === 0 ? piece.indexOf('</draw:page>') : -1
    return end === -1 ? piece : sorted(piece.slice(0, end), odp) + piece.slice(end)
  })
  const ordered = written.join('')
  return ordered === xml ? undefined : Buffer.from(ordered)
}

const depthMax = 20

/** The shapes of a slide or a group, and those of the groups in it. */
function sorted(xml: string, naming: Naming, depth = 0): string {
  const found = shapesIn(xml, naming)
  const [first] = found ?? []
  if (!found || !first) return xml
  const shapes = found.map(({ from, to }) => {
    const shape = withSortedGroup(xml.slice(from, to), naming, depth)
    return { xml: shape, ...naming.place(shape) }
  })
  const fixed = shapes.filter(({ top }) => Number.isNaN(top))
  const ordered = [...fixed, ...listRows(shapes.filter(({ top }) => !Number.isNaN(top)))]
  const last = found.at(-1)?.to ?? xml.length
  const text = ordered.map((shape) => shape.xml).join('')
  return xml.slice(0, first.from) + text + xml.slice(last)
}

function withSortedGroup(xml: string, naming: Naming, depth: number): string {
  const { group, groupEnd } = naming
  const tag = group.exec(xml)?.[0]
  if (tag === undefined || depth >= depthMax || !xml.endsWith(groupEnd)) return xml
  return tag + sorted(xml.slice(tag.length, -groupEnd.length), naming, depth + 1) + groupEnd
}

/** Ranges of the outer shapes. Undefined when something else is between them. */
function shapesIn(xml: string, { shape: shapeName }: Naming) {
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
      if (open.length > 0) continue
      const before = found.at(-1)
      const isShape = shapeName.test(name)
      if (before && !(isShape && before.to === at)) return undefined
      if (isShape) found.push({ from: at, to: at + tag.length })
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
