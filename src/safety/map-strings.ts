type Visit = (text: string, name: string, depth: number) => string

const root = { name: '', depth: 0 }

/** A copy of the tree with its strings replaced, in the order of its members. */
export function mapStrings(value: unknown, visit: Visit, { name, depth } = root): unknown {
  if (typeof value === 'string') return visit(value, name, depth)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, visit, { name, depth }))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      mapStrings(member, visit, { name: key, depth: depth + 1 }),
    ]),
  )
}
