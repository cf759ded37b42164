import { Parser } from 'htmlparser2'

/** An excerpt is shorter; each closing tag costs the parser time in proportion to the tags that are open. */
const charsMax = 2_000

/** The text of a short piece of HTML, such as an excerpt with marked words. */
export function decodeHtml(html: string): string {
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) })
  parser.end(html.slice(0, charsMax))
  return text
}
