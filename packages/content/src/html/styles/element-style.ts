import type { Element } from 'domhandler'
import { parseDeclarations, valueOf, type Declaration } from './declarations.ts'

/** Whether a page hides an element by its attributes. `hidden="until-found"` is not hidden. */
export function isHidden({ attribs }: Element): boolean {
  const { hidden, style } = attribs
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true
  return style !== undefined && isHidingStyle(style)
}

/** Whether the text of a `style` attribute hides its element. */
export const isHidingStyle = (style: string): boolean =>
  mayHide.test(style) && hides(parseDeclarations(style))

/** Few styles have one of these words, and reading declarations takes longer. */
const mayHide = /none|hidden|collapse/i

export const hides = (declarations: readonly Declaration[]): boolean =>
  valueOf(declarations, 'display') === 'none' ||
  /^(?:hidden|collapse)$/.test(valueOf(declarations, 'visibility') ?? '')

/** Whether an element is struck out by its `style`. */
export const isStruck = ({ attribs: { style } }: Element): boolean =>
  style !== undefined && /line-through/i.test(style) && strikes(parseDeclarations(style))

export const strikes = (declarations: readonly Declaration[]): boolean =>
  ['text-decoration', 'text-decoration-line'].some((property) =>
    valueOf(declarations, property)?.split(' ').includes('line-through'),
  )
