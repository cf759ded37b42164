import type { Readable } from 'node:stream'
import type { Jobs } from '#jobs/job.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { crawlRequest } from '#features/crawl/contract.ts'
import type { Crawl } from '#features/crawl/crawl.ts'
import { crawlJobType } from '#features/crawl/job-type.ts'
import type { LlmsTextRequest, LlmsTextStatus } from './contract.ts'

/** The llms.txt of a site: a crawl, and its export. */
export interface LlmsText {
  /** Returns the id of the crawl. Fails with `FORBIDDEN` under zero data retention, which has no exports. */
  start(request: LlmsTextRequest, call: Call): Promise<string>
  /** Fails with `NOT_FOUND` for what is not a crawl of the team. */
  status(id: string, call: Call): Promise<LlmsTextStatus>
}

interface LlmsTextDeps {
  readonly crawl: Crawl
  readonly jobs: Pick<Jobs, 'read'>
  readonly urlRules: UrlRules
}

const textBytesMax = 10 * 1024 * 1024
const cutWarning = `A text is longer than 10 MB and was cut. /v2/crawl/{id}/export has all of it.`
const notRetained =
  'An llms.txt is made of stored pages, and your team stores none (zero data retention).'

export function createLlmsText({ crawl, jobs, urlRules }: LlmsTextDeps): LlmsText {
  const CrawlBody = crawlRequest(urlRules)

  async function readExport(id: string, format: 'llms' | 'llms-full', call: Call) {
    const { content } = await crawl.export(id, { format }, call)
    return readStart(content)
  }

  return {
    async start({ url, maxUrls: limit, cache, showFullText, ...caller }, call) {
      if (call.account.zeroDataRetention === 'forced')
        throw new ServiceError('FORBIDDEN', notRetained)
      const scrapeOptions = cache ? {} : { maxAge: 0 }
      const crawled = CrawlBody.parse({ url, limit, scrapeOptions, ...caller })
      const request = { ...crawled, showFullText }
      const { id } = await crawl.start(request, call)
      return id
    },
    async status(id, call) {
      const { facts: job } = await crawl.status(id, { skip: 0, limit: 1, url: '' }, call)
      const stored = await jobs.read({ id, teamId: call.account.teamId, kind: crawlJobType.kind })
      const { showFullText: isFull } = (stored?.request ?? {}) as { showFullText?: boolean }
      const short = await readExport(id, 'llms', call)
      const full = isFull ? await readExport(id, 'llms-full', call) : undefined
      const status = states[job.status]
      const isCut = short.isCut || full?.isCut === true
      const warning = [job.warning, isCut && cutWarning].filter(Boolean).join(' ')
      return {
        success: status !== 'failed',
        status,
        data: { llmstxt: short.text, ...(full && { llmsfulltxt: full.text }) },
        ...(warning !== '' && { warning }),
        ...(status === 'failed' && { error: job.error ?? `The crawl was ${job.status}.` }),
        expiresAt: job.expiresAt,
      }
    },
  }
}

const states = {
  scraping: 'processing',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'failed',
} as const

/** Reads a text up to a bound. */
async function readStart(content: Readable) {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of content as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, textBytesMax - bytes))
    bytes += part.length
    if (bytes > textBytesMax) break
  }
  const text = new TextDecoder().decode(Buffer.concat(parts), { stream: true })
  return { text, isCut: bytes > textBytesMax }
}
