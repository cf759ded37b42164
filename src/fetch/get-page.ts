import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Waiter } from '#kernel/waiter.ts'
import { cacheKey, isCacheable, type CachedRequest } from './cache-key.ts'
import type { CachedCopy, CachePlace, PageCache } from './cache.ts'
import type { FetchPage } from './fetch-page.ts'
import type { Page, Shell } from './page.ts'

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
  /**
   * The same page from an engine that runs scripts, for a page that turned out to be a shell; absent when the page
   * comes from such an engine or no other may be asked. Fails with what fetching fails with, early enough to go
   * on with this page.
   */
  readonly rendered?: ((shell: Shell) => Promise<FoundPage>) | undefined
}

/** Who wants the page. */
export interface Reader extends Waiter {
  /** Under zero data retention the cache may be read, but nothing is written. */
  readonly zeroDataRetention: boolean
  /** Nobody waits for this one page: what can be done for many at once may wait a little. */
  readonly isPatient?: boolean | undefined
  /** When the reader must have the page, complete or not. */
  readonly deadlineAt?: Date | undefined
}

interface GetPageDeps {
  readonly fetchPage: FetchPage
  readonly cache: PageCache
  readonly clock: Clock
  readonly log: Log
}

/** A page, and what is to be written when it may be kept. */
interface Answer {
  readonly page: Page
  readonly cachedAt: Date | undefined
  readonly write?: (place: CachePlace, reader: Reader) => Promise<void>
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
    const found = (answer: Answer): FoundPage => ({
      page: answer.page,
      cachedAt: answer.cachedAt,
      keep: async () => {
        if (place && mayKeep(answer.page, request, reader)) await keep(answer, place, reader)
      },
      ...(mayRender(answer.page, request) && {
        rendered: async (shell) =>
          found(asFetched(await fetchPage(wanted, reader, { ...reader, shell }))),
      }),
    })
    if (copy && page) return found({ page, cachedAt: copy.fetchedAt })
    if (request.lockdown) throw new ServiceError('SCRAPE_LOCKDOWN_CACHE_MISS')
    if (request.minAge !== undefined) throw new ServiceError('SCRAPE_NO_CACHED_DATA')
    return found(await fetchOrConfirm(wanted, isFresh ? undefined : copy, reader))
  }

  function mayAnswer({ fetchedAt }: CachedCopy, { maxAge, minAge = 0 }: CachingRequest): boolean {
    const ageMs = clock.now().getTime() - fetchedAt.getTime()
    return ageMs < maxAge && ageMs >= minAge
  }

  /** Asks the site whether a stale copy still holds; if it does, the page counts as fetched now. */
  async function fetchOrConfirm(
    request: CachingRequest,
    copy: CachedCopy | undefined,
    reader: Reader,
  ): Promise<Answer> {
    const { etag, lastModified } = copy?.validators ?? {}
    const isAskable = etag !== undefined || lastModified !== undefined
    const revalidate = isAskable ? copy?.validators : undefined
    const answer = await fetchPage(request, reader, { ...reader, revalidate })
    if (!copy || answer.status !== 304) return asFetched(answer)
    // Validators of one page say nothing about another that the redirects may lead to now.
    const kept = answer.url === copy.url ? await copy.load() : undefined
    if (!kept) return asFetched(await fetchPage(request, reader, reader))
    const { fetchedAt, proxy } = answer
    const page = { ...kept, headers: { ...kept.headers, ...answer.headers }, fetchedAt, proxy }
    return { page, cachedAt: undefined, write: (place) => cache.renew(place, answer) }
  }

  function asFetched(page: Page): Answer {
    const write = (place: CachePlace, { isPatient = false }: Reader) =>
      cache.store(place, page, { isPatient })
    return { page, cachedAt: undefined, write }
  }

  async function keep({ write }: Answer, place: CachePlace, reader: Reader): Promise<void> {
    await write?.(place, reader).catch((err: unknown) => log.warn({ err }, 'page not cached'))
  }
}

/** A copy without the picture that was asked for would be no answer to the next who asks for it. */
function mayKeep(page: Page, request: CachingRequest, { zeroDataRetention }: Reader): boolean {
  const isWhole = request.screenshot === undefined || page.rendering?.screenshot !== undefined
  return request.storeInCache && !zeroDataRetention && isWhole
}

/** A request that may be answered from the cache alone asks nobody else either. */
function mayRender(page: Page, { lockdown, minAge, fastMode }: CachingRequest): boolean {
  return page.engine !== 'browser' && !lockdown && minAge === undefined && !fastMode
}
