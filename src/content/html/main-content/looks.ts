import type { Element } from 'domhandler'

/** What an element looks like, as numbers that are equal for elements that look the same. */
export interface Look {
  /** Its tag and the first of its classes: cards of a grid and posts of a thread share them. */
  readonly kind: number
  /** Its tag and all of its classes. */
  readonly look: number
}

/** Numbers the looks of the elements of one page. */
export function createLooks(): (element: Element) => Look {
  const byTag = new Map<string, Map<string, Look>>()
  const kinds = new Map<string, number>()
  let looks = 0
  return ({ name, attribs }) => {
    const classes = attribs['class'] ?? ''
    let byClass = byTag.get(name)
    if (!byClass) byTag.set(name, (byClass = new Map<string, Look>()))
    let known = byClass.get(classes)
    if (!known) {
      const end = classes.search(/\s/)
      const key = `${name} ${end < 0 ? classes : classes.slice(0, end)}`
      const kind = kinds.get(key) ?? kinds.size
      kinds.set(key, kind)
      known = { kind, look: looks++ }
      byClass.set(classes, known)
    }
    return known
  }
}
