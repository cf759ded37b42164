import type { Content, ContentMetadata } from '#content/content.ts'
import type { Page } from '#fetch/page.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import type { Document } from './document.ts'
import type { ShownParts } from './keep-shown.ts'
import { statusText } from './status-text.ts'

/** What a scrape knows beside the page and its content. */
export interface ScrapeFacts {
  readonly scrapeId: string
  readonly requestedUrl: string
  readonly page: Page
  readonly cachedAt: Date | undefined
  readonly creditsUsed: number
  readonly queuedMs: number
  /** Sentences on how the page was got. */
  readonly warnings: readonly string[]
  /** Links to what the browser brought. */
  readonly shown: ShownParts
}

/** The document callers get (contract sections 5.3 and 5.4). */
export function toDocument(content: Content, facts: ScrapeFacts): Document {
  const { metadata: pageMetadata, warnings, numPages, totalPages, ...rest } = content
  const { shell: _shell, paidPages: _paid, comparable: _comparable, ...formats } = rest
  const metadata = {
    ...ofPage(pageMetadata),
    ...(numPages !== undefined && { numPages }),
    ...(totalPages !== undefined && { totalPages }),
    ...ofScrape(facts),
  } as Document['metadata']
  const warning = [...facts.warnings, ...warnings].join(' ')
  return { ...formats, ...facts.shown, ...(warning !== '' && { warning }), metadata }
}

/** Ours to say, whatever a page writes into its meta tags. */
const ownKeys = [
  'sourceURL',
  'url',
  'statusCode',
  'contentType',
  'error',
  'scrapeId',
  'numPages',
  'totalPages',
  'proxyUsed',
  'cacheState',
  'cachedAt',
  'creditsUsed',
  'timezone',
  'concurrencyLimited',
  'concurrencyQueueDurationMs',
  'postprocessorsUsed',
  'indexId',
  'provider',
  'sourceFile',
]

function ofPage(metadata: ContentMetadata): ContentMetadata {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownKeys.includes(name)))
}

function ofScrape(facts: ScrapeFacts) {
  const { page, cachedAt, queuedMs } = facts
  const contentType = page.headers['content-type']
  const timezone = page.rendering?.timezone
  return {
    sourceURL: withoutUserInfo(facts.requestedUrl),
    url: page.url,
    statusCode: page.status,
    ...(contentType !== undefined && { contentType }),
    ...(page.status >= 400 && { error: statusText(page.status) }),
    scrapeId: facts.scrapeId,
    proxyUsed: page.proxy === 'enhanced' ? 'stealth' : 'basic',
    cacheState: cachedAt ? 'hit' : 'miss',
    ...(cachedAt && { cachedAt: cachedAt.toISOString() }),
    creditsUsed: facts.creditsUsed,
    ...(timezone !== undefined && { timezone }),
    concurrencyLimited: queuedMs > 0,
    ...(queuedMs > 0 && { concurrencyQueueDurationMs: Math.ceil(queuedMs) }),
  }
}
