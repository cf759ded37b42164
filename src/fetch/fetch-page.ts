import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { chooseEngine, type EngineNeed } from './engine-choice.ts'
import type { Engine, Validators } from './engine.ts'
import type { Page, PageRequest } from './page.ts'

/**
 * Gets a page from the web. With `revalidate` the answer may be a Page with status 304 and an empty body.
 * Throws `ServiceError` (contract section 3.2), or the reason of the signal.
 */
export type FetchPage = (
  request: PageRequest,
  signal: AbortSignal,
  revalidate?: Validators,
) => Promise<Page>

interface FetchPageDeps {
  /** Cheapest first. */
  readonly engines: readonly Engine[]
  readonly log: Log
}

const plainPage: EngineNeed = { abilities: {} }

/** Answers that usually mean "not from this address": worth one more try through a better exit. */
const botStatuses = new Set([401, 403, 407, 408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523])

export function createFetchPage({ engines, log }: FetchPageDeps): FetchPage {
  return async (request, signal, revalidate) => {
    const choice = chooseEngine(plainPage, engines)
    if (choice.status === 'impossible') {
      throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED', undefined, { cause: choice.reason })
    }
    const { engine, reason } = choice
    log.debug({ engine: engine.name, reason }, 'engine chosen')
    const fetchBy = (proxy: 'basic' | 'enhanced') =>
      engine.fetch({ ...request, proxy, revalidate }, signal)
    if (request.proxy !== 'auto') return fetchBy(request.proxy)
    if (!engine.hasProxies('enhanced')) return fetchBy('basic')
    return withRetry(fetchBy, signal)
  }
}

/** `auto`: basic first, enhanced when the site refused or broke the first try (contract section 4.4). */
async function withRetry(
  fetchBy: (proxy: 'basic' | 'enhanced') => Promise<Page>,
  signal: AbortSignal,
): Promise<Page> {
  let refusal: Page | undefined
  try {
    const page = await fetchBy('basic')
    if (!botStatuses.has(page.status)) return page
    refusal = page
  } catch (error) {
    if (signal.aborted || !isWorthAnotherExit(error)) throw error
  }
  try {
    return await fetchBy('enhanced')
  } catch (error) {
    if (signal.aborted || !refusal) throw error
    // What the site said the first time tells the caller more than a second failure.
    return refusal
  }
}

const exitFailures = new Set<string>(['SCRAPE_SITE_ERROR', 'SCRAPE_PROXY_SELECTION_ERROR'])

const isWorthAnotherExit = (error: unknown) =>
  error instanceof ServiceError && exitFailures.has(error.code)
