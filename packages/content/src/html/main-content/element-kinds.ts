import type { Element } from 'domhandler'
import { marksFor, mayHave } from '#content/html/marks.ts'
import { tagTraits, type TagTraits } from './tag-traits.ts'

/** Kind of an element by tag and classes, as numbers that are equal for elements of the same kind. */
export interface ElementKind {
  /** Its tag and the first of its classes: cards of a grid and posts of a thread share them. */
  readonly kind: number
  /** Its tag and all of its classes. */
  readonly exactKind: number
  /** Those of its tag. */
  readonly traits: TagTraits
}

const classed = marksFor('class')

/** The kinds of elements with one tag. */
interface KindsOfTag {
  readonly traits: TagTraits
  readonly byClass: Map<string, ElementKind>
  withoutClass?: ElementKind
}

/** Numbers the kinds of the elements of one page. */
export function createElementKinds(): (element: Element) => ElementKind {
  const byTag = new Map<string, KindsOfTag>()
  const kinds = new Map<string, number>()
  let exactKinds = 0

  function detectKind(name: string, classes: string, traits: TagTraits): ElementKind {
    const end = classes.search(/\s/)
    const key = `${name} ${end < 0 ? classes : classes.slice(0, end)}`
    const kind = kinds.get(key) ?? kinds.size
    kinds.set(key, kind)
    return { kind, exactKind: exactKinds++, traits }
  }

  return (element) => {
    const { name } = element
    const classes = mayHave(element, classed) ? element.attribs['class'] : undefined
    let ofTag = byTag.get(name)
    if (!ofTag) byTag.set(name, (ofTag = { traits: tagTraits(name), byClass: new Map() }))
    if (!classes) return (ofTag.withoutClass ??= detectKind(name, '', ofTag.traits))
    let known = ofTag.byClass.get(classes)
    if (!known) ofTag.byClass.set(classes, (known = detectKind(name, classes, ofTag.traits)))
    return known
  }
}
