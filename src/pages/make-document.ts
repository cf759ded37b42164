import type { Content, ContentFormat, ReadContent } from '#content/content.ts'
import { mediaReference, type MediaReference } from '#content/media-reference.ts'
import { scrapePrice } from '#credits/prices.ts'
import type { CachingRequest, FoundPage, GetPage, Reader } from '#fetch/get-page.ts'
import { frameRequest } from '#fetch/read-frames.ts'
import { readRendered } from '#fetch/read-rendered.ts'
import { refusalWarning } from '#fetch/refusal-warning.ts'
import type { Page } from '#fetch/page.ts'
import type { Derive, DocumentRequest } from '#formats/derive.ts'
import type { Document } from '#formats/document.ts'
import { formatRecord } from '#formats/registry.ts'
import { toDocument, withCredits } from '#formats/to-document.ts'
import type { ThreatFacts } from '#kernel/fetch-activity.ts'
import type { PageProgress } from '#jobs/job-handler.ts'
import type { ReadPages } from '#page-index/read-pages.ts'
import type { Sql } from '#storage/database.ts'
import type { ThreatScreen } from '#threat/screen.ts'
import type { Threats } from '#threat/threats.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import type { ScrapeRequest } from './contract.ts'
import { pageMetadata } from './page-metadata.ts'
import { readPage, rereadingOf } from './read-page.ts'
import {
  checksInjection,
  formatsToRead,
  priceOfSafety,
  redactionOf,
  type Safeguard,
} from './safeguard.ts'
import { screened } from './screened.ts'
import { createStoreRenderings } from './store-renderings.ts'

/** A page to convert into a document. */
export interface DocumentOrder {
  /** Scrape id. */
  readonly id: string
  readonly teamId: string
  readonly request: ScrapeRequest
  readonly zeroDataRetention: boolean
  /** The page, if it is not to be fetched. */
  readonly found?: FoundPage
  /** Milliseconds spent waiting for a concurrency slot. */
  readonly queuedMs: number
  /** True for pages of jobs, whose writes may wait for those of other pages. */
  readonly isBatchable?: boolean
  readonly signal: AbortSignal
  /** Origin for links in the document; the configured one when absent. */
  readonly baseUrl?: string | undefined
  /** When the signal will abort; shortly before, a page that is still loading is used as it is. */
  readonly deadlineAt?: Date
  /** When the signal will abort, where an unfinished page is not wanted. */
  readonly endsAt?: Date
  /** Called with the fetched page; what it throws ends the order. */
  readonly onPage?: (page: Page) => void
  /** Whether `links` of the result are needed, also when the request has no such format. */
  readonly wantsLinks?: boolean
  /** Whether `normalisedText` of the result is needed. */
  readonly wantsNormalisedText?: boolean
  readonly onProgress?: PageProgress['onProgress']
  /** The threat policy, where it also holds for other pages; the scans of the page are then charged there. */
  readonly screen?: ThreatScreen | undefined
  /** Called with what threat protection decides about the page, for the audit log; the last decision counts. */
  readonly onThreat?: (threat: ThreatFacts | undefined) => void
  /** Whether a document that the page shows in a frame must not be fetched. */
  readonly isDisallowed?: ((url: string) => Promise<boolean>) | undefined
  /** Pages with the same key are fetched through the same proxy, for each host. */
  readonly stickyKey?: string
}

export interface MadeDocument {
  readonly document: Document
  /** All links of the page, when they were wanted. */
  readonly links: readonly string[]
  /** Input of change detection, when it was wanted. */
  readonly normalisedText?: string | undefined
  /** Must run in the transaction that stores the document. */
  readonly extraWrites: readonly ((sql: Sql) => Promise<void>)[]
}

/** Fetches a page and makes its document; charges nothing, and stores nothing but the cached copy and renderings. */
export type MakeDocument = (order: DocumentOrder) => Promise<MadeDocument>

interface FrameSource {
  readonly getPage: GetPage
  readonly wanted: CachingRequest
  readonly reader: Reader
}

interface MakeDocumentDeps {
  readonly getPage: GetPage
  readonly readContent: ReadContent
  readonly files: Pick<SignedFiles, 'keep'>
  /** Origin for links in documents that no request waits for. */
  readonly publicUrl: string
  readonly derive: Derive
  /** Takes pages that searches shall find. */
  readonly readPages: Pick<ReadPages, 'offer'>
  readonly safeguard: Safeguard
  readonly threats: Pick<Threats, 'screenOf'>
}

export function createMakeDocument(deps: MakeDocumentDeps): MakeDocument {
  const { getPage, readContent, derive, safeguard } = deps
  const storeRenderings = createStoreRenderings(deps)

  return screened(deps.threats, async function makeDocument(order, scanCredits) {
    const { id, request, teamId, zeroDataRetention, signal, onProgress } = order
    const wanted = { ...request, ...fetchOptions(request), stickyKey: order.stickyKey }
    const first = order.found ?? (await getPage(wanted, order))
    reportFetched(order, first)
    const reading = readingOf(order)
    const frames = framesOf(order, { getPage, wanted, reader: order })
    const read = (found: FoundPage) =>
      readPage(found, reading, { readContent, waiter: order, frames, onProgress })
    const { found, content, warning } = await readRendered(first, read, signal)
    signal.throwIfAborted()
    const { page, cachedAt } = found
    const checked = await safeguard.check(content, request, { teamId, signal })
    offer(deps.readPages, order, { found, content })
    const { actions, ...rendered } = await storeRenderings(page.rendering, order)
    const safe = await safeguard.redact({ content, actions }, request, { teamId, signal })
    const facts = { id, requestedUrl: request.url, page, cachedAt, queuedMs: order.queuedMs }
    const document: Document = toDocument(withRequestedOnly(safe.content, reading.extraFormats), {
      metadata: pageMetadata(facts),
      rendered: { ...rendered, ...(safe.actions && { actions: safe.actions }) },
      warnings: [
        ...(page.refusal ? [refusalWarning(page.refusal)] : []),
        ...(page.warnings ?? []),
        ...(warning === undefined ? [] : [warning]),
        ...checked.warnings,
      ],
    })
    const { normalisedText, material, media, paidPages = 1 } = safe.content.internal
    const derived = await derive(
      {
        document,
        normalisedText,
        material,
        media: media && withMediaOfNetwork(media, page),
        examine: async (more) =>
          (await readContent({ ...rereadingOf(page, request), ...more }, { teamId, signal }))
            .internal,
        isComplete: warning === undefined,
      },
      derivationOf(order),
    )
    const outcome = request.lockdown
      ? ({ kind: 'lockdown-hit' } as const)
      : ({ kind: 'page', pages: paidPages } as const)
    const creditsUsed =
      scanCredits +
      scrapePrice(outcome, { zeroDataRetention }) +
      priceOfSafety(request, paidPages, checked.hasRun) +
      derived.credits
    return {
      document: withCredits(derived.document, creditsUsed),
      links: content.links ?? [],
      normalisedText,
      extraWrites: derived.extraWrites,
    }
  })
}

function reportFetched({ onProgress, onPage }: DocumentOrder, { page }: FoundPage): void {
  onProgress?.('fetched')
  onPage?.(page)
}

/** Only the main content as it is: what the caller has chosen of a page is not what others look for. */
function offer(
  readPages: Pick<ReadPages, 'offer'>,
  { teamId, request }: DocumentOrder,
  { found, content }: { readonly found: FoundPage; readonly content: Content },
): void {
  const { onlyMainContent, includeTags, excludeTags, redactPII } = request
  const isWhole = onlyMainContent && includeTags.length + excludeTags.length === 0
  if (!found.isKept || redactPII !== false || !isWhole || content.markdown === undefined) return
  const { url, fetchedAt } = found.page
  const { markdown, metadata } = content
  readPages.offer({ teamId, url, fetchedAt, markdown, metadata })
}

/** The request for the formats that are made of the document. */
function derivationOf(order: DocumentOrder): DocumentRequest {
  const { id, teamId, request, zeroDataRetention, signal, deadlineAt, endsAt } = order
  const { url, formats, proxy, location, skipTlsVerification } = request
  return {
    id,
    teamId,
    screen: order.screen,
    url,
    formats,
    route: {
      proxy: proxy === 'enhanced' ? 'enhanced' : 'basic',
      country: location.country,
      skipTlsVerification,
    },
    baseUrl: order.baseUrl,
    onlyCleanContent: request.onlyCleanContent,
    redaction: redactionOf(request),
    zeroDataRetention,
    usesModelCache: usesModelCache(request, zeroDataRetention),
    signal,
    deadlineAt: deadlineAt ?? endsAt,
  }
}

/** Personal content is neither stored for, nor taken from, other requests. */
const usesModelCache = ({ headers, profile }: ScrapeRequest, zeroDataRetention: boolean) =>
  !zeroDataRetention && profile === undefined && Object.keys(headers).length === 0

/** Adds what the page has requested in the browser. */
function withMediaOfNetwork(
  named: readonly MediaReference[],
  { rendering }: Page,
): readonly MediaReference[] {
  const known = new Set(named.map(({ url }) => url))
  const seen = (rendering?.media ?? []).filter(({ url }) => !known.has(url))
  return [
    ...named,
    ...seen.flatMap(({ url, contentType }) => mediaReference(url, contentType) ?? []),
  ]
}

/** Of a file that is wanted only as audio or video; it is downloaded apart from the page. */
const mediaStartBytes = 1024 * 1024

const isMediaFile = (url: string, formats: ScrapeRequest['formats']) =>
  formats.every(({ type }) => formatRecord(type).readsMedia) && mediaReference(url) !== undefined

/** Only a browser loads frames that scripts make, and only `includeTags` asks for them. What is to be redacted is not cached. */
function fetchOptions({ url, formats, includeTags, redactPII, storeInCache }: ScrapeRequest) {
  const wantsFrames = includeTags.some((selector) => /\biframe\b/i.test(selector))
  const screenshot = formats.find((format) => format.type === 'screenshot')
  return {
    screenshot,
    branding: formats.some(({ type }) => type === 'branding'),
    storeInCache: storeInCache && redactPII === false,
    ...(wantsFrames && { wantsFrames }),
    ...(isMediaFile(url, formats) && { bodyBytesMax: mediaStartBytes }),
  }
}

/** Fetches the documents of frames with the options of their page, and keeps them in the cache alike. */
function framesOf(order: DocumentOrder, { getPage, wanted, reader }: FrameSource) {
  return {
    deadlineAt: order.deadlineAt ?? order.endsAt,
    async load(url: string, signal: AbortSignal): Promise<Page | undefined> {
      if (await order.isDisallowed?.(url)) return undefined
      const { page, keep } = await getPage(frameRequest(wanted, url), { ...reader, signal })
      await keep()
      return page
    },
  }
}

function readingOf(order: DocumentOrder) {
  const { request, wantsNormalisedText } = order
  return {
    request,
    extraFormats: extraFormatsOf(order),
    wantsNormalisedText: wantsNormalisedText === true || request.tracksChanges === true,
    wantsExamined: checksInjection(request),
  }
}

function extraFormatsOf({ request, wantsLinks = false }: DocumentOrder): ContentFormat[] {
  const hasLinks = request.formats.some(({ type }) => type === 'links')
  const links: ContentFormat[] = wantsLinks && !hasLinks ? [{ type: 'links' }] : []
  return [...links, ...formatsToRead(request)]
}

/** Removes the members that the request did not ask for. */
function withRequestedOnly(content: Content, extraFormats: readonly ContentFormat[]): Content {
  const rest = { ...content }
  for (const { type } of extraFormats) {
    if (type === 'links' || type === 'markdown') delete rest[type]
  }
  return rest
}
