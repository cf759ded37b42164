import type { ContentFormat, ReadContent } from '#content/content.ts'
import { scrapePrice } from '#credits/prices.ts'
import type { GetPage } from '#fetch/get-page.ts'
import type { ScrapeRequest } from './contract.ts'
import type { Document } from './document.ts'
import { readPage } from './read-page.ts'
import { toDocument } from './to-document.ts'

/** A page that is to become a document. */
export interface Making {
  readonly id: string
  readonly teamId: string
  readonly request: ScrapeRequest
  readonly formats: readonly ContentFormat[]
  /** Zero data retention: asked for, forced on the team, or implied by lockdown. */
  readonly leavesNoTrace: boolean
  readonly queuedMs: number
  readonly signal: AbortSignal
}

/** Gets the page and reads it; neither pays nor keeps anything but the cached copy. Fails with the codes of section 3.2. */
export type MakeDocument = (making: Making) => Promise<Document>

export function createMakeDocument(deps: {
  readonly getPage: GetPage
  readonly readContent: ReadContent
}): MakeDocument {
  const { getPage, readContent } = deps
  return async function makeDocument(making) {
    const { id, request, formats, teamId, leavesNoTrace, queuedMs, signal } = making
    const found = await getPage(request, { teamId, leavesNoTrace, signal })
    const content = await readPage(found, { request, formats }, { readContent, signal })
    signal.throwIfAborted()
    const outcome = { kind: request.lockdown ? 'lockdown-hit' : 'page' } as const
    return toDocument(content, {
      scrapeId: id,
      requestedUrl: request.url,
      page: found.page,
      cachedAt: found.cachedAt,
      creditsUsed: scrapePrice(outcome, { zeroDataRetention: leavesNoTrace }),
      queuedMs,
    })
  }
}
