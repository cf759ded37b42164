import type { Page } from '#fetch/page.ts'
import type { ServiceMetadata } from '#formats/metadata.ts'
import { queueMetadata } from '#formats/to-document.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import { statusText } from './status-text.ts'

interface PageFacts {
  /** Scrape id. */
  readonly id: string
  readonly requestedUrl: string
  /** When the cached copy was fetched; undefined for a page that was fetched now. */
  readonly cachedAt: Date | undefined
  readonly isCacheAsked: boolean
  /** Milliseconds spent waiting for a concurrency slot. */
  readonly queuedMs: number
}

/** Metadata about how a page was fetched. `creditsUsed` is 0 until the price is known. */
export function pageMetadata(page: Page, facts: PageFacts): ServiceMetadata {
  const { id, requestedUrl, cachedAt, isCacheAsked, queuedMs } = facts
  const contentType = page.headers['content-type']
  const timezone = page.rendering?.timezone
  return {
    sourceURL: withoutUserInfo(requestedUrl),
    url: page.url,
    statusCode: page.status,
    ...(contentType !== undefined && { contentType }),
    ...(page.status >= 400 && { error: statusText(page.status) }),
    ...(page.refusal && { refusal: page.refusal.kind }),
    scrapeId: id,
    proxyUsed: page.proxy === 'enhanced' ? 'stealth' : 'basic',
    ...(isCacheAsked && { cacheState: cachedAt ? ('hit' as const) : ('miss' as const) }),
    ...(cachedAt && { cachedAt: cachedAt.toISOString() }),
    creditsUsed: 0,
    ...(timezone !== undefined && { timezone }),
    ...queueMetadata(queuedMs + (page.rendering?.queuedMs ?? 0)),
  }
}
