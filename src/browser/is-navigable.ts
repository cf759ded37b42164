const schemes = new Set(['http:', 'https:', 'data:', 'blob:'])

/** Whether a command may navigate a page to a URL: pages of the web and the empty page; no files, no internal pages of the browser. */
export function isNavigable(url: string): boolean {
  if (url === '' || url === 'about:blank') return true
  return URL.canParse(url) && schemes.has(new URL(url).protocol)
}
