import type { Element } from 'domhandler'

/** What the page itself hides. Collapsed content that a search in the page would find is not hidden. */
export function isHidden({ attribs }: Element): boolean {
  const { hidden, style } = attribs
  if (hidden !== undefined && hidden !== 'until-found') return true
  return style !== undefined && hiding.test(style)
}

const hiding = /display\s*:\s*none|visibility\s*:\s*hidden/i
