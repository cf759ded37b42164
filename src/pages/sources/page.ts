import type { Principal } from '#kernel/principal.ts'
import type { Content, ContentFormat, ContentRequest } from '#content/content.ts'
import type { ReadContent } from '#reading/read-content.ts'
import { mediaReference, type MediaReference } from '#content/media-reference.ts'
import { scrapePrice } from '#credits/prices.ts'
import type { FoundPage, GetPage } from '#fetch/get-page.ts'
import { frameRequest, readFrames } from '#fetch/read-frames.ts'
import { readRendered } from '#fetch/read-rendered.ts'
import { refusalWarning } from '#fetch/refusal-warning.ts'
import type { Page, PageRequest } from '#fetch/page.ts'
import { contentOptions } from '#formats/content-options.ts'
import { formatRecord } from '#formats/registry.ts'
import type { PageProgress } from '#jobs/job-handler.ts'
import type { ThreatFacts } from '#kernel/fetch-activity.ts'
import type { ScrapeRequest } from '#pages/contract.ts'
import type { DocumentOrder, MadeDocument, OrderSource } from '#pages/make-document.ts'
import { checksInjection, formatsToRead } from '#pages/safeguard.ts'
import { createFindPage } from './find-page.ts'
import { findFileName } from './file-name-of.ts'
import { pageMetadata } from './page-metadata.ts'

/** A page to convert into a document. */
export interface PageOrder extends DocumentOrder {
  /** Undefined where there are no keys. */
  readonly principal: Principal | undefined
  readonly request: ScrapeRequest
  /** The page, if it is not to be fetched. */
  readonly found?: FoundPage
  /** Called with the fetched page; what it throws ends the order. */
  readonly onPage?: (page: Page) => void
  /** Takes over to wait until the page is in the cache; otherwise its document is made when it is. */
  readonly onKeeping?: (kept: Promise<void>) => void
  /** Whether `links` of the result are needed, also when the request has no such format. */
  readonly wantsLinks?: boolean
  /** Whether `normalisedText` of the result is needed. */
  readonly wantsNormalisedText?: boolean
  readonly onProgress?: PageProgress['onProgress']
  /** Called with what threat protection decides about the page, for the audit log; the last decision counts. */
  readonly onThreat?: (threat: ThreatFacts | undefined) => void
  /** Whether a document that the page shows in a frame must not be fetched. */
  readonly isDisallowed?: ((url: string) => Promise<boolean>) | undefined
  /** Pages with the same key are fetched through the same proxy, for each host. */
  readonly stickyKey?: string
}

/** Fetches a page and makes its document. */
export type MakeDocument = (order: PageOrder) => Promise<MadeDocument>

interface PageSourceDeps {
  readonly getPage: GetPage
  readonly readContent: ReadContent
}

/** Reads pages of the web, in a browser where they need one. */
export function createPageSource(deps: PageSourceDeps): OrderSource<PageOrder> {
  const read = createReadPage(deps)
  return async (order) => {
    const reading = await read(order)
    const isCopy = reading.facts.metadata.cachedAt !== undefined
    if (order.found || isCopy || !wantsComparison(order)) return reading
    return { ...reading, again: (signal) => read(repeated(order, signal)) }
  }
}

function createReadPage({ getPage, readContent }: PageSourceDeps): OrderSource<PageOrder> {
  const findPage = createFindPage(getPage)
  return async function readPage(order) {
    const { request, signal, onProgress, zeroDataRetention } = order
    const wanted = toPageRequest(order)
    const first = order.found ?? (await findPage(order, wanted))
    onProgress?.('fetched')
    order.onPage?.(first.page)
    const extraFormats = listExtraFormats(order)
    const frames = { ...makeFrames(order, { getPage, wanted }), signal }
    const read = ({ page, keep, rendered }: FoundPage) => {
      const whole = { ...toContentRequest(page, request), ...makeReading(order, extraFormats) }
      return whileKeeping(
        () => (order.onKeeping ? order.onKeeping(keep()) : keep()),
        readFrames(
          page,
          (documents) => readContent({ ...whole, frames: documents }, order),
          frames,
        ),
        (content) => {
          if (!content.internal.clientRendered || !rendered) onProgress?.('read')
        },
      )
    }
    const { found, content, warning } = await readRendered(first, read, signal)
    const { page } = found
    const { media } = content.internal
    return {
      content,
      extraFormats,
      facts: {
        metadata: pageMetadata(page, { ...order, ...found, requestedUrl: request.url }),
        warnings: [
          ...(request.optionsWarning === undefined ? [] : [request.optionsWarning]),
          ...(page.refusal ? [refusalWarning(page.refusal)] : []),
          ...(page.warnings ?? []),
          ...(warning === undefined ? [] : [warning]),
        ],
      },
      rendering: page.rendering && { ...page.rendering, isWhole: wanted.screenshot?.fullPage },
      draft: {
        isComplete: warning === undefined,
        media: media && withMediaOfNetwork(media, page),
        examine: async (more) => {
          const again = toContentRequest(page, { ...request, formats: [] })
          return (await readContent({ ...again, ...more }, order)).internal
        },
      },
      origin: makeOrigin(order),
      countCredits: (pages) =>
        scrapePrice(request.lockdown ? { kind: 'lockdown-hit' } : { kind: 'page', pages }, {
          zeroDataRetention,
        }),
      ...(mayBeIndexed(found, request) && { indexed: page }),
    }
  }
}

/** The same order of the page as it is now, not of the copy that was just stored; without the callbacks, which were called the first time. */
const repeated = (order: PageOrder, signal: AbortSignal): PageOrder => {
  const { onPage: _onPage, onProgress: _onProgress, onThreat: _onThreat, ...same } = order
  return { ...same, request: { ...order.request, maxAge: 0 }, signal }
}

const wantsComparison = ({ request, wantsNormalisedText }: PageOrder) =>
  wantsNormalisedText === true || request.tracksChanges === true

function toContentRequest(page: Page, request: ScrapeRequest): ContentRequest {
  return {
    ...contentOptions(request),
    url: page.url,
    status: page.status,
    contentType: page.headers['content-type'],
    body: page.body,
    fileName: findFileName(page),
  }
}

/** What is read beyond the options of the caller. */
function makeReading(order: PageOrder, extraFormats: readonly ContentFormat[]) {
  return {
    formats: [...contentOptions(order.request).formats, ...extraFormats],
    wantsNormalisedText: wantsComparison(order),
    wantsExamined: checksInjection(order.request),
  }
}

function listExtraFormats({ request, wantsLinks = false }: PageOrder): ContentFormat[] {
  const hasLinks = request.formats.some(({ type }) => type === 'links')
  const links: ContentFormat[] = wantsLinks && !hasLinks ? [{ type: 'links' }] : []
  return [...links, ...formatsToRead(request)]
}

/** Reads while the page is written to the cache. `onRead` is called first. */
async function whileKeeping(
  keep: () => Promise<void> | void,
  reading: Promise<Content>,
  onRead: (content: Content) => void,
): Promise<Content> {
  const made = reading.then((content) => {
    onRead(content)
    return content
  })
  const [content] = await Promise.allSettled([made, keep()])
  if (content.status === 'fulfilled') return content.value
  throw content.reason
}

/** Only the main content as it is: what the caller has chosen of a page is not what others look for. */
function mayBeIndexed(
  { isKept }: FoundPage,
  { onlyMainContent, includeTags, excludeTags, redactPII }: ScrapeRequest,
): boolean {
  const isWhole = onlyMainContent && includeTags.length + excludeTags.length === 0
  return isKept && redactPII === false && isWhole
}

/** Personal content is neither stored for, nor taken from, other requests. */
function makeOrigin({ request }: PageOrder) {
  const { url, proxy, location, skipTlsVerification, headers, profile } = request
  const isPersonal = profile !== undefined || Object.keys(headers).length > 0
  return {
    url,
    route: {
      proxy: proxy === 'enhanced' ? ('enhanced' as const) : ('basic' as const),
      country: location.country,
      skipTlsVerification,
    },
    isPersonal,
  }
}

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
function toPageRequest({ request, stickyKey }: PageOrder): PageRequest {
  const { url, formats, includeTags, redactPII, storeInCache } = request
  const wantsFrames = includeTags.some((selector) => /\biframe\b/i.test(selector))
  const screenshot = formats.find((format) => format.type === 'screenshot')
  return {
    ...request,
    stickyKey,
    screenshot,
    branding: formats.some(({ type }) => type === 'branding'),
    storeInCache: storeInCache && redactPII === false,
    ...(wantsFrames && { wantsFrames }),
    ...(isMediaFile(url, formats) && { bodyBytesMax: mediaStartBytes }),
  }
}

/** Fetches the documents of frames with the options of their page, and keeps them in the cache alike. */
function makeFrames(
  order: PageOrder,
  { getPage, wanted }: { readonly getPage: GetPage; readonly wanted: PageRequest },
) {
  return {
    deadlineAt: order.deadlineAt ?? order.endsAt,
    async load(url: string, signal: AbortSignal): Promise<Page | undefined> {
      if (await order.isDisallowed?.(url)) return undefined
      const { page, keep } = await getPage(frameRequest(wanted, url), { ...order, signal })
      await keep()
      return page
    },
  }
}
