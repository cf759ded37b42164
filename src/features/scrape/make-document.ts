import type { ContentFormat, ReadContent } from '#content/content.ts'
import { scrapePrice } from '#credits/prices.ts'
import type { FoundPage, GetPage } from '#fetch/get-page.ts'
import { readPastShell } from '#fetch/past-shell.ts'
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
  /** When the signal will abort; a page that is still loading shortly before is taken as it is. */
  readonly deadlineAt?: Date
}

/** Gets the page and reads it; neither pays nor keeps anything but the cached copy. Fails with the codes of section 3.2. */
export type MakeDocument = (making: Making) => Promise<Document>

export function createMakeDocument(deps: {
  readonly getPage: GetPage
  readonly readContent: ReadContent
}): MakeDocument {
  const { getPage, readContent } = deps
  return async function makeDocument(making) {
    const { id, request, formats, teamId, leavesNoTrace, signal, deadlineAt } = making
    const reader = { teamId, leavesNoTrace, signal, deadlineAt }
    const first = await getPage({ ...request, screenshot: screenshotOf(request) }, reader)
    const read = (found: FoundPage) =>
      readPage(found, { request, formats }, { readContent, signal })
    const { found, content, warning } = await readPastShell(first, read, signal)
    signal.throwIfAborted()
    const outcome = { kind: request.lockdown ? 'lockdown-hit' : 'page' } as const
    return toDocument(content, {
      scrapeId: id,
      requestedUrl: request.url,
      page: found.page,
      cachedAt: found.cachedAt,
      creditsUsed: scrapePrice(outcome, { zeroDataRetention: leavesNoTrace }),
      queuedMs: making.queuedMs + (found.page.rendering?.queuedMs ?? 0),
      warnings: [...(found.page.warnings ?? []), ...(warning === undefined ? [] : [warning])],
    })
  }
}

function screenshotOf({ formats }: ScrapeRequest) {
  return formats.find((format) => format.type === 'screenshot')
}
