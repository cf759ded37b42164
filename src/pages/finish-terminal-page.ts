import type { Content } from '#content/content.ts'
import type { Page } from '#fetch/page.ts'
import type { Derive } from '#formats/derive.ts'
import type { Document } from '#formats/document.ts'
import { toDocument } from '#formats/to-document.ts'
import { newId } from '#kernel/ids.ts'
import type { Waiter } from '#kernel/waiter.ts'
import type { ScrapeRequest } from './contract.ts'
import { pageMetadata } from './page-metadata.ts'
import { redactionOf, type Safeguard } from './safeguard.ts'

/** A page that the command line has read. */
interface TerminalPage {
  readonly request: ScrapeRequest
  readonly page: Page
  readonly content: Content
  /** Set when scripts of the page did not run. */
  readonly warning?: string | undefined
  /** When the signal of the waiter will abort. */
  readonly deadlineAt: Date
}

/** What is made of a page besides its content: the members to print, and the results of actions. */
interface FinishedPage {
  readonly content: Content
  readonly derived: Omit<Document, 'metadata' | 'warning'>
  readonly actionResults: NonNullable<Page['rendering']>['actionResults']
  readonly warnings: readonly string[]
}

/** Checks and redacts a page, and makes its derived formats, as the service does but without storing anything. */
export type FinishTerminalPage = (wanted: TerminalPage, waiter: Waiter) => Promise<FinishedPage>

export function createFinishTerminalPage({
  derive,
  safeguard,
}: {
  readonly derive: Derive
  readonly safeguard: Safeguard
}): FinishTerminalPage {
  return async function finishTerminalPage(
    { request, page, content, warning, deadlineAt },
    waiter,
  ) {
    const checked = await safeguard.check(content, request, waiter)
    const results = page.rendering?.actionResults
    const actions = results && {
      screenshots: [],
      pdfs: [],
      scrapes: results.scrapes,
      javascriptReturns: results.javascriptReturns,
    }
    const safe = await safeguard.redact({ content, ...(actions && { actions }) }, request, waiter)
    const facts = { id: newId(), requestedUrl: request.url, page, cachedAt: undefined, queuedMs: 0 }
    const { markdown, ...others } = safe.content
    const isWanted = request.formats.some(({ type }) => type === 'markdown')
    const shown = { ...others, ...(isWanted && markdown !== undefined && { markdown }) }
    const { normalisedText, material } = safe.content.internal
    const metadata = pageMetadata(facts)
    const { document } = await derive(
      {
        document: toDocument({ ...shown, warnings: [] }, { metadata }),
        normalisedText,
        material,
        isComplete: warning === undefined,
      },
      { ...derivationOf(request, waiter), id: facts.id, deadlineAt },
    )
    const { metadata: _metadata, warning: derivedWarning, ...derived } = document
    return {
      content: shown,
      derived,
      actionResults: results && { ...results, ...redactedTexts(safe.actions) },
      warnings: [
        ...(page.warnings ?? []),
        ...(warning === undefined ? [] : [warning]),
        ...checked.warnings,
        ...(derivedWarning === undefined ? [] : [derivedWarning]),
      ],
    }
  }
}

/** Files are left as they are. */
const redactedTexts = (actions: Document['actions']) =>
  actions && { scrapes: actions.scrapes, javascriptReturns: actions.javascriptReturns }

/** Nothing is stored, so that no answer can be taken from an earlier one. */
const derivationOf = (request: ScrapeRequest, { teamId, signal }: Waiter) => ({
  teamId,
  url: request.url,
  formats: request.formats,
  redaction: redactionOf(request),
  onlyCleanContent: request.onlyCleanContent,
  zeroDataRetention: false,
  usesModelCache: false,
  signal,
})
