interface Point {
  readonly from: number
  readonly to: number
  readonly id: string
  readonly isRoot: boolean
}

const [pointStart, pointEnd] = ['<dgm:pt', '</dgm:pt>']
const pointsMax = 10_000

/**
 * Sorts the points of the data of a diagram as it shows them: each before those that belong to it. Undefined when they are sorted, or
 * not understood.
 */
export function withOrderedPoints(part: Buffer): Buffer | undefined {
  const xml = part.toString('utf8')
  const points = listPoints(xml)
  const [first] = points
  const last = points.at(-1)
  if (!first || !last || points.length > pointsMax) return undefined
  const between = points.slice(1).map(({ from }, at) => xml.slice(points[at]?.to, from))
  if (between.some((text) => text.trim() !== '')) return undefined
  const ordered = sortPoints(points, listChildren(xml))
  const text = ordered.map(({ from, to }) => xml.slice(from, to)).join('')
  const sorted = xml.slice(0, first.from) + text + xml.slice(last.to)
  return sorted === xml ? undefined : Buffer.from(sorted)
}

function listPoints(xml: string): Point[] {
  const points: Point[] = []
  for (let at = xml.indexOf(pointStart); at !== -1; at = xml.indexOf(pointStart, at + 1)) {
    if (!/[\s/>]/.test(xml[at + pointStart.length] ?? '')) continue
    const tagEnd = xml.indexOf('>', at)
    const isEmpty = xml[tagEnd - 1] === '/'
    const end = isEmpty ? tagEnd + 1 : xml.indexOf(pointEnd, tagEnd) + pointEnd.length
    if (tagEnd === -1 || end < tagEnd) return []
    const tag = xml.slice(at, tagEnd)
    const id = findAttribute(tag, 'modelId')
    points.push({ from: at, to: end, id, isRoot: findAttribute(tag, 'type') === 'doc' })
    at = end - 1
  }
  return points
}

const findAttribute = (tag: string, name: string): string =>
  tag.split(` ${name}="`)[1]?.split('"', 1)[0] ?? ''

/** The points that belong to each, in their order. */
function listChildren(xml: string): ReadonlyMap<string, readonly string[]> {
  const links = xml
    .split(/<dgm:cxn(?=\s)/)
    .slice(1)
    .map((text) => text.split('>', 1)[0] ?? '')
    .filter((tag) => ['', 'parOf'].includes(findAttribute(tag, 'type')))
    .map((tag) => ({
      parent: findAttribute(tag, 'srcId'),
      child: findAttribute(tag, 'destId'),
      order: Number(findAttribute(tag, 'srcOrd')),
    }))
    .toSorted((a, b) => a.order - b.order)
  return new Map(
    [...Map.groupBy(links, ({ parent }) => parent)].map(([parent, own]) => [
      parent,
      own.map(({ child }) => child),
    ]),
  )
}

function sortPoints(
  points: readonly Point[],
  children: ReadonlyMap<string, readonly string[]>,
): Point[] {
  const byId = new Map(points.map((point) => [point.id, point]))
  const ordered = new Set<Point>()
  const stack = points.filter(({ isRoot }) => isRoot).toReversed()
  for (let point = stack.pop(); point; point = stack.pop()) {
    if (ordered.has(point)) continue
    ordered.add(point)
    for (const id of (children.get(point.id) ?? []).toReversed()) {
      const child = byId.get(id)
      if (child) stack.push(child)
    }
  }
  return [...ordered, ...points.filter((point) => !ordered.has(point))]
}
