import type { Element } from 'domhandler'

/** Whether the page hides an element. `hidden="until-found"` is not hidden. */
export function isHidden({ attribs }: Element): boolean {
  const { hidden, style } = attribs
  if (hidden !== undefined && hidden !== 'until-found') return true
  return style !== undefined && hiding.test(style)
}

const hiding = /display\s*:\s*none|visibility\s*:\s*hidden/i
