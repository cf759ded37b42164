import { isClientRoute } from '#base/client-route.ts'
import { contentKind, type ContentKind } from '#content/bytes/content-kind.ts'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { Page } from '#fetch/page.ts'
import { extractText } from './extract.ts'
import { readMetadataText } from './metadata-text.ts'
import type { IndexablePage } from './page-index.ts'

/** Kinds of content that are pages for people; feeds, sitemaps, robots.txt and data are not. */
const pageTypes =
  /^(?:text\/(?:html|markdown|plain)|application\/(?:xhtml\+xml|pdf|msword|rtf|epub\+zip|vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)[\w.-]*))\s*(?:;|$)/i

const pageKinds: ReadonlySet<ContentKind> = new Set<ContentKind>(['html', 'text', 'pdf', 'office'])

/** Whether the content of a response without a type is a page for people. */
export const isPageContent = (body: Uint8Array): boolean =>
  pageKinds.has(contentKind(body, undefined))

/** Stands for a missing type, which the content decides. */
const untyped = 'text/plain'

/** Whether the status and the headers of a page permit to index it. */
export function mayBeIndexed({
  status,
  url,
  headers,
}: Pick<Page, 'status' | 'url' | 'headers'>): boolean {
  const { pathname } = new URL(url)
  return (
    status === 200 &&
    pageTypes.test(headers['content-type'] ?? untyped) &&
    pathname !== '/robots.txt' &&
    !isNoindex(headers['x-robots-tag'] ?? '')
  )
}

/** The page as the index takes it; undefined when it asks not to be indexed, or has no text. */
export function toIndexable(
  page: Pick<IndexablePage, 'teamId' | 'url' | 'readAt'>,
  markdown: string,
  metadata: ContentMetadata,
): IndexablePage | undefined {
  if (isNoindex(readMetadataText(metadata, 'robots'))) return undefined
  const { headings, text, links } = extractText(markdown)
  if (text.trim() === '') return undefined
  const published = new Date(readMetadataText(metadata, 'publishedTime'))
  return {
    ...page,
    title:
      readMetadataText(metadata, 'title') ||
      readMetadataText(metadata, 'ogTitle') ||
      (headings[0] ?? ''),
    headings,
    text,
    links: links.flatMap((link) => absolute(link, page.url)),
    language: readMetadataText(metadata, 'language') || undefined,
    publishedAt: isStorable(published) ? published : undefined,
  }
}

/** Years of four digits: others are written in a form that databases do not read. False for an invalid date. */
const isStorable = (date: Date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9_999

/** Without places on a page; none for what is no page of the web. */
function absolute(
  { target, text }: { readonly target: string; readonly text: string },
  base: string,
) {
  const url = URL.parse(target, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return []
  if (!isClientRoute(url.hash)) url.hash = ''
  return [{ url: url.href, text }]
}

const isNoindex = (robots: string) => /\b(?:noindex|none)\b/i.test(robots)
