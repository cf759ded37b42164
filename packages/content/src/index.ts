/**
 * HTML in; main content, Markdown, metadata, facts, links and refusals out. Synchronous, on the calling thread, without a network, a
 * browser or a DOM of its own.
 *
 *     import { extractPage } from 'weir-content'
 *     const { markdown, metadata, links } = extractPage(html, { url: 'https://example.com/' })
 */
import { noAddress } from '#base/no-address.ts'
import { ReadError } from '#base/read-error.ts'
import { contentKind } from './bytes/content-kind.ts'
import type { Content } from './content.ts'
import type { ContentMetadata } from './html/about/content-metadata.ts'
import type { Menu } from './html/facts/menu/menu-shape.ts'
import type { PageFacts } from './html/facts/page-facts.ts'
import type { Product } from './html/facts/product/product-shape.ts'
import { readPage } from './pipeline.ts'
import { findRefusal } from './refusal/classify.ts'
import type { Refusal } from './refusal/refusal.ts'

export { ReadError, type ErrorDetail, type ReadErrorCode } from '#base/read-error.ts'
export { fill as fillSchema, type Filled } from './fill/fill.ts'
export { findRefusal } from './refusal/classify.ts'
export type { ContentMetadata } from './html/about/content-metadata.ts'
export type { Menu } from './html/facts/menu/menu-shape.ts'
export type { Fact, FactList, PageFacts } from './html/facts/page-facts.ts'
export type { Product } from './html/facts/product/product-shape.ts'
export type { Refusal, RefusalKind, SiteResponse } from './refusal/refusal.ts'

/** What can be made of a page. */
export type PageFormat =
  | 'markdown'
  | 'html'
  | 'rawHtml'
  | 'links'
  | 'images'
  | 'facts'
  | 'product'
  | 'menu'

export interface PageOptions {
  /** Final address of the page, against which relative links are resolved. Without it they stay relative. */
  readonly url?: string
  /** What to make; Markdown, links and images by default. Each takes its time. */
  readonly formats?: readonly PageFormat[]
  /** False for the whole page, with its navigation and the like. */
  readonly onlyMainContent?: boolean
  /** CSS selectors of the parts to keep, instead of the main content. */
  readonly includeTags?: readonly string[]
  /** CSS selectors of parts to leave out. */
  readonly excludeTags?: readonly string[]
  /** False to keep pictures that are in the page itself. */
  readonly removeBase64Images?: boolean
  /** Status of the response, which tells a refusal from a page. */
  readonly status?: number
  /** Headers of the response, names in lower case. `content-type` names the encoding of bytes. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A page; of the formats only the requested ones. */
export interface Page {
  readonly markdown?: string
  /** The main content, cleaned. */
  readonly html?: string
  /** The page as it was sent, decoded. */
  readonly rawHtml?: string
  readonly links?: readonly string[]
  readonly images?: readonly string[]
  /** What the page states: facts, lists and lines. `fillSchema` takes them. */
  readonly facts?: PageFacts
  /** Absent when the page sells none. */
  readonly product?: Product
  readonly menu?: Menu
  readonly metadata: ContentMetadata
  /** What this is instead of a page: a check for robots, a wall, an error with the status of a page. */
  readonly refusal?: Refusal
  /** Set when scripts would draw the content, which is why there is almost none; `reason` is the evidence. */
  readonly clientRendered?: { readonly reason: string; readonly textLength: number }
  /** Sentences about what is missing. */
  readonly warnings: readonly string[]
}

/**
 * Reads a page: a text, or bytes as they were sent, whose encoding is found. Also reads XML, feeds, JSON and plain text.
 * Throws `ReadError`: `BAD_REQUEST` for a bad selector, `SCRAPE_UNSUPPORTED_FILE_ERROR` for another file, and `RangeError` for more
 * than 50 MB.
 */
export function extractPage(page: string | Uint8Array, options: PageOptions = {}): Page {
  const { url = noAddress, status = 200, formats = ['markdown', 'links', 'images'] } = options
  const body = typeof page === 'string' ? Buffer.from(page) : page
  const headers = typeof page === 'string' ? ofText(options.headers) : (options.headers ?? {})
  const kind = contentKind(body, headers['content-type'])
  if (files.has(kind))
    throw new ReadError('SCRAPE_UNSUPPORTED_FILE_ERROR', `This is a file, not a page: ${kind}.`)
  const wantsFacts = formats.includes('facts')
  const { internal, ...content } = readPage({
    url,
    status,
    contentType: headers['content-type'],
    body,
    formats: formats.filter((type) => type !== 'facts').map((type) => ({ type })),
    material: wantsFacts ? { queries: [] } : undefined,
    onlyMainContent: options.onlyMainContent ?? true,
    includeTags: options.includeTags ?? [],
    excludeTags: options.excludeTags ?? [],
    removeBase64Images: options.removeBase64Images ?? true,
    readDocuments: true,
  })
  const refusal = findRefusal({ requestedUrl: url, url, status, headers, body, cookieNames: [] })
  return { ...content, ...statedIn(internal), ...(refusal && { refusal }) }
}

/** Kinds that are no pages; weir-documents reads the first three. */
const files: ReadonlySet<string> = new Set(['pdf', 'office', 'image', 'file'])

function statedIn({ material, clientRendered }: Content['internal']): Partial<Page> {
  return { ...(material && { facts: material.facts }), ...(clientRendered && { clientRendered }) }
}

/** A text has been decoded already. */
function ofText(headers: PageOptions['headers'] = {}): Readonly<Record<string, string>> {
  const type = headers['content-type']?.split(';', 1)[0] || 'text/html'
  return { ...headers, 'content-type': `${type}; charset=utf-8` }
}
