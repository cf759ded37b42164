import { ServiceError } from '#kernel/errors.ts'
import type { Waiter } from '#kernel/waiter.ts'
import type { Engine, EngineRequest } from './engine.ts'
import type { Page, PageRequest } from './page.ts'

/** A request whose proxy pool is not chosen yet. */
export type UnroutedRequest = Omit<EngineRequest, 'proxy'> & Pick<PageRequest, 'proxy'>

/** Statuses that often mean that the address is blocked: one more try with the enhanced pool. */
const botStatuses = new Set([401, 403, 407, 408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523])

/**
 * Fetches through the requested pool. `auto`: basic first, then enhanced if the site refused or the
 * first try failed (docs/api/scrape.md).
 */
export async function withBetterProxy(
  engine: Engine,
  request: UnroutedRequest,
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
    if (waiter.signal.aborted || !isProxyFailure(error)) throw error
  }
  try {
    return await fetchBy('enhanced')
  } catch (error) {
    if (waiter.signal.aborted || !refusal) throw error
    // The first response of the site is more useful than the second failure.
    return refusal
  }
}

const proxyFailures = new Set<string>(['SCRAPE_SITE_ERROR', 'SCRAPE_PROXY_SELECTION_ERROR'])

const isProxyFailure = (error: unknown) =>
  error instanceof ServiceError && proxyFailures.has(error.code)
