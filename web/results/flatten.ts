/** A value of JSON with its path, such as `offers[2].price`. */
export interface Leaf {
  readonly path: string
  readonly value: unknown
}

const leavesMax = 2_000

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

/** All values that are no lists and no objects, and empty ones; at most 2,000. */
export function flatten(value: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (one: unknown, path: string): void => {
    if (leaves.length >= leavesMax) return
    if (!isBranch(one) || Object.keys(one).length === 0) {
      leaves.push({ path, value: one })
      return
    }
    for (const [name, inner] of Object.entries(one))
      visit(inner, Array.isArray(one) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`)
  }
  if (isBranch(value)) visit(value, '')
  return leaves
}
