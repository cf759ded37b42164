import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync } from 'node:zlib'
import { scrapePrice } from '#credits/prices.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { HeldPage, Job, PackedDocument, PageOutcome } from '#jobs/jobs.ts'
import type { Document } from './document.ts'
import type { MakeDocument } from './make-document.ts'
import { builtOnly } from './not-built.ts'
import type { PageOptions } from './page-options.ts'

/** A page of a job, scraped; `links` are all of its links when they were wanted. */
export interface ScrapedPage {
  readonly document: Document
  readonly links: readonly string[]
}

/** A page of a job and how it is scraped. */
interface PageOfJob {
  readonly job: Job
  readonly page: HeldPage
  readonly options: PageOptions
  readonly wantsLinks: boolean
}

export type ScrapePage = (
  wanted: PageOfJob,
  signal: AbortSignal,
) => Promise<ScrapedPage | Extract<PageOutcome, { state: 'failed' | 'waiting' }>>

/** What may pass by itself: the connection to the site, and time. */
const passing = new Set(['SCRAPE_SITE_ERROR', 'SCRAPE_TIMEOUT', 'SCRAPE_PROXY_SELECTION_ERROR'])
const triesMax = 2
const retryMs = 3_000

/** Scrapes one page of a job; the job's books are kept by whoever finishes it. Fails with faults of ours alone. */
export function createScrapePage(makeDocument: MakeDocument): ScrapePage {
  return async function scrapePage({ job, page, options, wantsLinks }, signal) {
    const request = { ...options, url: page.url }
    const formats = builtOnly(request)
    const addsLinks = wantsLinks && !formats.some(({ type }) => type === 'links')
    using deadline = startDeadline(options.timeout, signal)
    try {
      const { links = [], ...rest } = await makeDocument({
        id: page.scrapeId,
        teamId: job.teamId,
        request,
        formats: addsLinks ? [...formats, { type: 'links' }] : formats,
        leavesNoTrace: false,
        queuedMs: 0,
        signal: deadline.signal,
      })
      const document = {
        ...rest,
        ...(!addsLinks && formats.length > 0 && hasLinks(formats) && { links }),
      }
      return { document, links }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ServiceError)) throw error
      if (passing.has(error.code) && page.attempts < triesMax) {
        return { state: 'waiting', readyAt: new Date(Date.now() + retryMs) }
      }
      return toFailure(error)
    }
  }
}

const hasLinks = (formats: readonly { readonly type: string }[]) =>
  formats.some(({ type }) => type === 'links')

function toFailure({ code, message }: ServiceError): Extract<PageOutcome, { state: 'failed' }> {
  const kind = code === 'SCRAPE_DNS_RESOLUTION_ERROR' ? 'unresolved' : 'failed'
  const price = scrapePrice({ kind }, { zeroDataRetention: false })
  return { state: 'failed', code, message, price }
}

const compress = promisify(zstdCompress)
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
/** Up to this length, compressing here takes less time than handing the work to a thread. */
const packedAtOnceMax = 65_536

/** A document as a job keeps it. */
export async function packDocument(document: Document): Promise<PackedDocument> {
  const json = Buffer.from(JSON.stringify(document))
  const bytes =
    json.length > packedAtOnceMax ? await compress(json, packing) : zstdCompressSync(json, packing)
  return { bytes, jsonBytes: json.length }
}
