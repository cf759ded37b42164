import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { cacheKey, isCacheable, type CachedRequest } from './cache-key.ts'
import type { CachedCopy, CachePlace, PageCache } from './cache.ts'
import type { FetchPage } from './fetch-page.ts'
import type { Page } from './page.ts'

/** A page request, and how old a copy may be that answers it. Ages are milliseconds. */
export interface CachingRequest extends CachedRequest {
  readonly maxAge: number
  /** Asks for a copy alone, at least that old. */
  readonly minAge?: number | undefined
  /** Nothing may be fetched. */
  readonly lockdown: boolean
  readonly storeInCache: boolean
}

/** A page and where it came from. */
export interface FoundPage {
  readonly page: Page
  /** When the site last confirmed the copy; undefined when the page was fetched for this request. */
  readonly cachedAt: Date | undefined
  /** Puts a fetched page into the cache when the request allows it. Never fails: a cache is no reason to. */
  readonly keep: () => Promise<void>
}

/** Who wants the page. */
export interface Reader {
  readonly teamId: string
  /** Under zero data retention the cache may be read, but nothing is written. */
  readonly leavesNoTrace: boolean
  readonly signal: AbortSignal
}

interface GetPageDeps {
  readonly fetchPage: FetchPage
  readonly cache: PageCache
  readonly clock: Clock
  readonly log: Log
}

/** A page from the web, and what is to be written when it may be kept. */
interface FetchedPage {
  readonly page: Page
  readonly write: (place: CachePlace) => Promise<void>
}

export type GetPage = (request: CachingRequest, reader: Reader) => Promise<FoundPage>

/**
 * The page of a request, from the cache or the web, exactly as contract sections 4.7 and 22.3 say. Fails with
 * `SCRAPE_NO_CACHED_DATA` and `SCRAPE_LOCKDOWN_CACHE_MISS` where nothing may be fetched, else with what fetching fails with.
 */
export function createGetPage({ fetchPage, cache, clock, log }: GetPageDeps): GetPage {
  return async function getPage(request, reader) {
    const wanted = { ...request, url: new URL(request.url).href }
    const place = isCacheable(wanted) && { teamId: reader.teamId, key: cacheKey(wanted) }
    // `maxAge: 0` asks for the page itself: not even the question whether a copy still holds is good enough.
    const copy = place && request.maxAge > 0 ? await cache.find(place, reader) : undefined
    const isFresh = copy !== undefined && mayAnswer(copy, request)
    const page = isFresh ? await copy.load() : undefined
    if (copy && page) return { page, cachedAt: copy.fetchedAt, keep: async () => {} }
    if (request.lockdown) throw new ServiceError('SCRAPE_LOCKDOWN_CACHE_MISS')
    if (request.minAge !== undefined) throw new ServiceError('SCRAPE_NO_CACHED_DATA')
    const stale = isFresh ? undefined : copy
    const fetched = await fetchOrConfirm(wanted, stale, reader.signal)
    const mayKeep = place && request.storeInCache && !reader.leavesNoTrace
    const keep = async () => {
      if (!mayKeep) return
      await fetched.write(place).catch((err: unknown) => log.warn({ err }, 'page not cached'))
    }
    return { page: fetched.page, cachedAt: undefined, keep }
  }

  function mayAnswer({ fetchedAt }: CachedCopy, { maxAge, minAge = 0 }: CachingRequest): boolean {
    const ageMs = clock.now().getTime() - fetchedAt.getTime()
    return ageMs < maxAge && ageMs >= minAge
  }

  /** Asks the site whether a stale copy still holds; if it does, the page counts as fetched now. */
  async function fetchOrConfirm(
    request: CachingRequest,
    copy: CachedCopy | undefined,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    const { etag, lastModified } = copy?.validators ?? {}
    const isAskable = etag !== undefined || lastModified !== undefined
    const answer = await fetchPage(request, signal, isAskable ? copy?.validators : undefined)
    if (!copy || answer.status !== 304) return asFetched(answer)
    // Validators of one page say nothing about another that the redirects may lead to now.
    const kept = answer.url === copy.url ? await copy.load() : undefined
    if (!kept) return asFetched(await fetchPage(request, signal))
    const { fetchedAt, proxy } = answer
    const page = { ...kept, headers: { ...kept.headers, ...answer.headers }, fetchedAt, proxy }
    return { page, write: (place) => cache.renew(place, answer) }
  }

  function asFetched(page: Page): FetchedPage {
    return { page, write: (place) => cache.store(place, page) }
  }
}
