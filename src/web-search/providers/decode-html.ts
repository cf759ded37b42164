import { Parser } from 'htmlparser2'

/** The text of a short piece of HTML, such as an excerpt with marked words. */
export function decodeHtml(html: string): string {
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) })
  parser.end(html)
  return text
}
