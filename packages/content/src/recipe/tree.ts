import { withMember, type JsonSchema } from '#schemas/json-schema.ts'

/** A value that is built path by path. */
interface Tree {
  /** `path` is names joined with dots; empty for the whole value. */
  set(path: string, value: unknown): void
  has(path: string): boolean
  isEmpty(): boolean
  value(): unknown
}

/** Objects that are built of paths, whatever their names are (`__proto__` too). */
export function createPathTree(): Tree {
  let whole: { readonly value: unknown } | undefined
  const root: JsonSchema = {}
  const paths = new Set<string>()
  return {
    set(path, value) {
      paths.add(path)
      if (path === '') {
        whole = { value }
        return
      }
      const names = path.split('.')
      let at = root
      for (const name of names.slice(0, -1)) {
        const inner = Object.hasOwn(at, name) ? at[name] : undefined
        const isObject = typeof inner === 'object' && inner !== null
        const next = isObject ? (inner as JsonSchema) : {}
        if (!isObject) withMember(at, name, next)
        at = next
      }
      withMember(at, names.at(-1) ?? '', value)
    },
    has: (path) => paths.has(path),
    isEmpty: () => paths.size === 0,
    value: () => (whole ? whole.value : root),
  }
}
