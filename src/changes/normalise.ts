/** The Markdown of a page without what differs between two visits when nothing has changed. */
export function comparisonText(markdown: string, _url: string): string {
  return markdown.replaceAll(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '').replaceAll(/\s+/g, ' ')
}
