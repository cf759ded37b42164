import { decodeHTML } from 'entities'

/** The text of a short piece of HTML, such as an excerpt with marked words. A parser would take long for many open tags. */
export function decodeHtml(html: string): string {
  return decodeHTML(html.replaceAll(/<[^<>]*>/g, ''))
}
