import { decodeText } from './bytes/charset.ts'
import type { ContentRequest } from './content.ts'
import type { ContentMetadata } from './html/about/content-metadata.ts'
import { readFeed } from './feed.ts'
import { absoluteHttpUrl } from './html/page-url.ts'
import { parsePage } from './html/parse.ts'
import { readHtml } from './page/read-html.ts'
import { listElements, oneLine, readText } from './html/walk.ts'
import type { Reading } from './reading.ts'
import { fenced, textReading } from './text.ts'

/** Reads XML: feeds become a list of entries, XHTML is read as HTML, everything else is returned as text. */
export function readXml(request: ContentRequest): Reading {
  const { text, warnings } = decodeText(request.body, 'xml', request.contentType)
  const { document } = parsePage(text, 'xml')
  const root = document.children.find((child) => 'name' in child && !child.name.startsWith('?'))
  if (root && 'name' in root && root.name === 'html') return readHtml(request)
  const feed = readFeed(document, request.url)
  if (!feed) {
    return textReading(request, {
      text,
      warnings,
      markdown: fenced(text, 'xml'),
      links: sitemapLinks(document, request.url),
    })
  }
  const { title, description, markdown, links } = feed
  const metadata: ContentMetadata = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
  return textReading(request, { text, warnings, markdown, metadata, links })
}

/** URLs of a sitemap; other XML has no known links. */
function sitemapLinks(document: Parameters<typeof listElements>[0], pageUrl: string): string[] {
  const links = new Set<string>()
  for (const element of listElements(document)) {
    if (element.name !== 'loc') continue
    const link = absoluteHttpUrl(oneLine(readText(element)), pageUrl)
    if (link !== undefined) links.add(link)
  }
  return [...links]
}
