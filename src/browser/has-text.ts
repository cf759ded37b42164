/** A page with more visible text has content, whatever scripts may add. */
const textLengthMax = 1_200

/** Elements without visible text. */
const unseen = /<(script|style|noscript|template|title|svg|iframe|object|select|textarea)\b/iy
const closing = /<\/(script|style|noscript|template|title|svg|iframe|object|select|textarea)\b/gi

/**
 * Whether HTML has enough visible text without scripts. An estimate without parsing a tree: one pass that ends as soon as there is
 * enough.
 */
export function hasText(html: string): boolean {
  let [length, position] = [0, 0]
  while (position < html.length) {
    const open = html.indexOf('<', position)
    const end = open === -1 ? html.length : open
    length += html.slice(position, end).trim().length
    if (length > textLengthMax) return true
    if (open === -1) return false
    position = endOfTag(html, open)
  }
  return false
}

/** Returns the position after a tag; for elements without visible text after their closing tag. */
function endOfTag(html: string, open: number): number {
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4)
  unseen.lastIndex = open
  const name = unseen.exec(html)?.[1]
  if (name === undefined) return after(html, '>', open)
  closing.lastIndex = open
  for (let found = closing.exec(html); found; found = closing.exec(html)) {
    if (found[1]?.toLowerCase() === name.toLowerCase()) return after(html, '>', found.index)
  }
  return html.length
}

function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from)
  return found === -1 ? html.length : found + text.length
}
