import { pageFailure } from '#formats/page-failure.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Extraction, ExtractDeps } from './extract-work.ts'
import { poorRun } from './find-pages.ts'

/** What a page gave. */
export interface PageData {
  readonly url: string
  readonly json?: unknown
  readonly warning?: string | undefined
  readonly failure?: string
}

const pagesAtOnce = 4

/** Reads pages, four at once; the result of each is stored before the next one begins. In the order of the URLs. */
export async function readPages(
  urls: readonly string[],
  extraction: Extraction,
  deps: ExtractDeps,
): Promise<PageData[]> {
  const pages: PageData[] = []
  const entries = urls.entries()
  async function work(): Promise<void> {
    for (const [index, url] of entries)
      pages[index] = await readPage(url, index, { extraction, deps })
  }
  const workers = Array.from({ length: pagesAtOnce }, () => work())
  // When one fails, the others end before the failure goes on.
  await Promise.allSettled(workers)
  await Promise.all(workers)
  return pages
}

function readPage(
  url: string,
  index: number,
  { extraction, deps }: { readonly extraction: Extraction; readonly deps: ExtractDeps },
): Promise<PageData> {
  const { journal, budget, options, call } = extraction
  const step = { agent: 'extract', turn: 1, kind: 'result', call: `page ${index}` } as const
  return journal.once<PageData>(step, async () => {
    using reservation = await budget.reserve({ credits: deps.pricePage(options, false) })
    if (!reservation) throw poorRun(budget)
    try {
      const { document, credits } = await deps.operations.read(url, options, call)
      const { json, warning, metadata } = document
      const failure = pageFailure(metadata)
      if (failure !== undefined) return { value: { url, failure }, credits }
      return { value: { url, json, ...(warning !== undefined && { warning }) }, credits }
    } catch (thrown) {
      call.signal.throwIfAborted()
      if (!(thrown instanceof ServiceError)) throw thrown
      budget.countFailed({ pages: 1 })
      return { value: { url, failure: thrown.message } }
    }
  })
}
