import type { ContentFormat, ReadContent } from '#content/content.ts'
import { scrapePrice } from '#credits/prices.ts'
import type { FoundPage, GetPage } from '#fetch/get-page.ts'
import { readPastShell } from '#fetch/past-shell.ts'
import type { ScrapeRequest } from './contract.ts'
import type { Document } from './document.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import { createKeepShown } from './keep-shown.ts'
import { readPage } from './read-page.ts'
import { toDocument } from './to-document.ts'
import type { PageProgress } from '#jobs/job-work.ts'
import type { TrackChanges } from './track-changes.ts'
import type { Sql } from '#storage/database.ts'

/** A page that is to become a document. */
export interface Making {
  readonly id: string
  readonly teamId: string
  readonly request: ScrapeRequest
  readonly formats: readonly ContentFormat[]
  /** Zero data retention: asked for, forced on the team, or implied by lockdown. */
  readonly leavesNoTrace: boolean
  readonly queuedMs: number
  /** A page of a job: nobody waits for it alone. */
  readonly isPatient?: boolean
  readonly signal: AbortSignal
  /** Where the caller reached us, for links; absent when no caller waits. */
  readonly baseUrl?: string | undefined
  /** When the signal will abort; a page that is still loading shortly before is taken as it is. */
  readonly deadlineAt?: Date
  /** Whoever asks compares it with other versions. */
  readonly wantsComparable?: boolean
  /** Told when the page has been fetched, and when it has been read. */
  readonly reached?: PageProgress['reached']
}

/** A document, and what belongs to it. */
export interface MadeDocument {
  readonly document: Document
  /** What comparing knows of the page beside its Markdown, when that was wanted. */
  readonly comparable?: string | undefined
  /** Belongs into the transaction that keeps the document. */
  readonly alongside?: ((sql: Sql) => Promise<void>) | undefined
}

/** Gets the page and reads it; neither pays nor keeps anything but the cached copy. Fails with the codes of section 3.2. */
export type MakeDocument = (making: Making) => Promise<MadeDocument>

export function createMakeDocument(deps: {
  readonly getPage: GetPage
  readonly readContent: ReadContent
  readonly files: Pick<SignedFiles, 'keep'>
  /** For links in documents that no request waits for. */
  readonly publicUrl: string
  readonly trackChanges: TrackChanges
}): MakeDocument {
  const { getPage, readContent, trackChanges } = deps
  const keepShown = createKeepShown(deps)
  return async function makeDocument(making) {
    const { id, request, teamId, leavesNoTrace, isPatient, signal, deadlineAt, reached } = making
    const formats = formatsOf(making)
    const reader = { teamId, leavesNoTrace, isPatient, signal, deadlineAt }
    // Frames are in no Markdown unless they are asked for.
    const wantsFrames = request.includeTags.some((selector) => /\biframe\b/i.test(selector))
    const seen = { screenshot: screenshotOf(request), ...(wantsFrames && { wantsFrames }) }
    const first = await getPage({ ...request, ...seen }, reader)
    reached?.('fetched')
    const read = (found: FoundPage) =>
      readPage(found, { request, formats }, { readContent, waiter: { teamId, signal }, reached })
    const { found, content, warning } = await readPastShell(first, read, signal)
    signal.throwIfAborted()
    const pages = content.paidPages ?? 1
    const outcome = request.lockdown
      ? ({ kind: 'lockdown-hit' } as const)
      : ({ kind: 'page', pages } as const)
    const { rendering } = found.page
    const shown = await keepShown(rendering, making)
    const document = toDocument(content, {
      shown,
      scrapeId: id,
      requestedUrl: request.url,
      page: found.page,
      cachedAt: found.cachedAt,
      creditsUsed: scrapePrice(outcome, { zeroDataRetention: leavesNoTrace }),
      queuedMs: making.queuedMs + (rendering?.queuedMs ?? 0),
      warnings: [...(found.page.warnings ?? []), ...(warning === undefined ? [] : [warning])],
    })
    const { comparable } = content
    const isWhole = warning === undefined
    return trackChanges({ document, comparable, isWhole }, making)
  }
}

function formatsOf({
  formats,
  request,
  wantsComparable = false,
}: Making): readonly ContentFormat[] {
  return wantsComparable || request.tracksChanges ? [...formats, { type: 'comparable' }] : formats
}

function screenshotOf({ formats }: ScrapeRequest) {
  return formats.find((format) => format.type === 'screenshot')
}
