import type { Element } from 'domhandler'

/** Kind of an element by tag and classes, as numbers that are equal for elements of the same kind. */
export interface ElementKind {
  /** Its tag and the first of its classes: cards of a grid and posts of a thread share them. */
  readonly kind: number
  /** Its tag and all of its classes. */
  readonly exactKind: number
}

/** Numbers the kinds of the elements of one page. */
export function createElementKinds(): (element: Element) => ElementKind {
  const byTag = new Map<string, Map<string, ElementKind>>()
  const kinds = new Map<string, number>()
  let exactKinds = 0
  return ({ name, attribs }) => {
    const classes = attribs['class'] ?? ''
    let byClass = byTag.get(name)
    if (!byClass) byTag.set(name, (byClass = new Map<string, ElementKind>()))
    let known = byClass.get(classes)
    if (!known) {
      const end = classes.search(/\s/)
      const key = `${name} ${end < 0 ? classes : classes.slice(0, end)}`
      const kind = kinds.get(key) ?? kinds.size
      kinds.set(key, kind)
      known = { kind, exactKind: exactKinds++ }
      byClass.set(classes, known)
    }
    return known
  }
}
