import { isTag, type Element } from 'domhandler'
import { parseDeclarations, valueOf, type Declaration } from './declarations.ts'

/** Whether a page hides an element by its attributes. `hidden="until-found"` is not hidden. */
export function isHidden({ attribs }: Element): boolean {
  const { hidden, style } = attribs
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found')
    return style === undefined || !showsItself(style)
  return style !== undefined && isHidingStyle(style)
}

/** A `display` of the element itself is stronger than its attribute `hidden` and than style sheets. */
export const showsItself = (style: string): boolean =>
  /display/i.test(style) && (valueOf(parseDeclarations(style), 'display') ?? 'none') !== 'none'

/** Whether the text of a `style` attribute hides its element. */
export const isHidingStyle = (style: string): boolean =>
  mayHide.test(style) && hides(parseDeclarations(style))

/** Few styles have one of these words, and reading declarations takes longer. */
const mayHide = /none|hidden|collapse/i

export const hides = (declarations: readonly Declaration[]): boolean =>
  valueOf(declarations, 'display') === 'none' ||
  /^(?:hidden|collapse)$/.test(valueOf(declarations, 'visibility') ?? '') ||
  valueOf(declarations, 'content-visibility') === 'hidden'

/** What may place an element out of sight. */
const mayPlaceOut = /clip|opacity|font-size|overflow|scale|-\d{3}/i

const nothing = /^0(?:\.0{1,9})?(?:px|r?em|%|)$/
const nowhere = /^-\d{3,9}(?:\.\d{1,9})?(?:px|r?em|vw|vh|%)$/

/** Whether declarations leave no place for an element: it is cut to nothing, stands outside of the page or is as high as nothing. */
export function placesOut(declarations: readonly Declaration[]): boolean {
  const read = (property: string) => valueOf(declarations, property) ?? ''
  if (read('opacity') === '0')
    return ['height', 'max-height', 'width'].some((side) => nothing.test(read(side)))
  if (!/^(?:absolute|fixed)$/.test(read('position'))) return false
  return (
    /^rect\((?:[01](?:px)?[\s,]{1,3}){3}[01](?:px)?\)$/.test(read('clip')) ||
    /^inset\((?:50|100)%\)$/.test(read('clip-path')) ||
    ['left', 'right', 'top'].some((side) => nowhere.test(read(side)))
  )
}

/** Whether an element places itself out of sight, or writes its text in no size or no room. */
export function isPlacedOut({ name, attribs: { style }, children }: Element): boolean {
  if (style === undefined || !mayPlaceOut.test(style)) return false
  const declarations = parseDeclarations(style)
  if (placesOut(declarations)) return true
  const read = (property: string) => valueOf(declarations, property) ?? ''
  const hasNoRoom =
    /^(?:hidden|clip)\b/.test(read('overflow')) &&
    ['height', 'max-height', 'width', 'max-width'].some((side) => nothing.test(read(side)))
  if (hasNoRoom || /^scale\(0(?:,\s{0,9}0)?\)$/.test(read('transform'))) return true
  if (nothing.test(read('font-size')) && !children.some(isTag)) return true
  // Links and headings show a picture in place of such a text.
  return name === 'p' && nowhere.test(read('text-indent'))
}

/** Whether an element is struck out by its `style`. */
export const isStruck = ({ attribs: { style } }: Element): boolean =>
  style !== undefined && /line-through/i.test(style) && strikes(parseDeclarations(style))

export const strikes = (declarations: readonly Declaration[]): boolean =>
  ['text-decoration', 'text-decoration-line'].some((property) =>
    valueOf(declarations, property)?.split(' ').includes('line-through'),
  )
