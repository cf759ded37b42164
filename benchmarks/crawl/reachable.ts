import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'

/**
 * HTML files of a folder that are linked, directly or indirectly, from `start`, as paths: an independent reference that uses
 * only a parser.
 */
export async function reachablePages(folder: string, start: string): Promise<ReadonlySet<string>> {
  const pages = new Set<string>()
  const waiting = [normalisePage(new URL(start, home))]
  const seen = new Set(waiting)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = decodeURIComponent(path.endsWith('/') ? `${path}index.html` : path)
    const html = await readFile(join(folder, file), 'utf8').catch(() => undefined)
    if (html === undefined) continue
    pages.add(path)
    for (const link of listLinks(html, new URL(path, home))) {
      if (seen.has(link)) continue
      seen.add(link)
      waiting.push(link)
    }
  }
  return pages
}

/** The canonical path of a page. */
export const normalisePage = (url: URL) => url.pathname.replace(/\/index\.html$/, '/')

const home = 'http://localhost/'

function listLinks(html: string, page: URL): string[] {
  const links: string[] = []
  let base = page
  const parser = new Parser({
    onopentag(name, { href }) {
      if (href === undefined) return
      if (name === 'base') base = URL.parse(href, page.href) ?? base
      const url = name === 'a' || name === 'area' ? URL.parse(href, base.href) : null
      if (url?.origin === page.origin && /(\.html|\/)$/.test(url.pathname))
        links.push(normalisePage(url))
    },
  })
  parser.end(html)
  return links
}
