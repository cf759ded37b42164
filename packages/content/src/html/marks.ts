import type { Element } from 'domhandler'

declare module 'domhandler' {
  interface Element {
    /** Bits of the groups of attributes that it may have; absent for one that the parser did not make. */
    marks?: number
  }
}

/**
 * Groups of attributes that elements are asked for again and again, and few have. To look for an attribute takes long, because hardly two
 * elements of a page have the same ones.
 */
const groups = {
  class: ['class'],
  id: ['id'],
  style: ['style'],
  hidden: ['hidden', 'aria-hidden', 'popover'],
  role: ['role'],
  item: ['itemprop', 'itemtype', 'rel'],
  control: ['aria-controls', 'data-target', 'data-bs-target'],
  /** Further ones that hint at the main content. */
  hint: ['aria-modal', 'data-testid', 'aria-label'],
  /** Sources of formulas and kinds of notices. */
  written: [
    'data-math',
    'data-tex',
    'data-latex',
    'data-math-style',
    'data-callout',
    'data-callout-type',
  ],
} as const

type Group = keyof typeof groups

const bits = new Map<string, number>(Object.keys(groups).map((group, at) => [group, 1 << at]))
const bitByName: ReadonlyMap<string, number> = new Map(
  Object.entries(groups).flatMap(([group, names]) =>
    names.map((name) => [name, bits.get(group) ?? 0] as const),
  ),
)

/** The bits of some groups. */
export const marksFor = (...some: readonly Group[]): number =>
  some.reduce((all, group) => all | (bits.get(group) ?? 0), 0)

/** The bit of the group of an attribute; 0 for most attributes. */
export const markFor = (name: string): number => bitByName.get(name) ?? 0

/** Whether an element may have an attribute of one of these groups. */
export const mayHave = ({ marks }: Element, some: number): boolean =>
  marks === undefined || (marks & some) !== 0

/** Gives an element an attribute of one of the groups. */
export function setMarked(element: Element, name: string, value: string): void {
  element.attribs[name] = value
  if (element.marks !== undefined) element.marks |= markFor(name)
}
