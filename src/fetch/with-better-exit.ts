import { ServiceError } from '#kernel/errors.ts'
import type { Waiter } from '#kernel/waiter.ts'
import type { Engine, EngineRequest } from './engine.ts'
import type { Page, PageRequest } from './page.ts'

/** A request whose exit is not settled yet. */
export type ExitRequest = Omit<EngineRequest, 'proxy'> & Pick<PageRequest, 'proxy'>

/** Answers that usually mean "not from this address": worth one more try through a better exit. */
const botStatuses = new Set([401, 403, 407, 408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523])

/**
 * Fetches through the pool that was asked for. `auto`: basic first, enhanced when the site refused or broke the first
 * try (contract section 4.4).
 */
export async function withBetterExit(
  engine: Engine,
  request: ExitRequest,
  waiter: Waiter,
): Promise<Page | undefined> {
  const fetchBy = (proxy: 'basic' | 'enhanced') => engine.fetch({ ...request, proxy }, waiter)
  if (request.proxy !== 'auto') return fetchBy(request.proxy)
  if (!engine.hasProxies('enhanced')) return fetchBy('basic')
  let refusal: Page | undefined
  try {
    const page = await fetchBy('basic')
    if (!page || !botStatuses.has(page.status)) return page
    refusal = page
  } catch (error) {
    if (waiter.signal.aborted || !isWorthAnotherExit(error)) throw error
  }
  try {
    return await fetchBy('enhanced')
  } catch (error) {
    if (waiter.signal.aborted || !refusal) throw error
    // What the site said the first time tells the caller more than a second failure.
    return refusal
  }
}

const exitFailures = new Set<string>(['SCRAPE_SITE_ERROR', 'SCRAPE_PROXY_SELECTION_ERROR'])

const isWorthAnotherExit = (error: unknown) =>
  error instanceof ServiceError && exitFailures.has(error.code)
