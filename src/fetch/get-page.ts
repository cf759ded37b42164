import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { FetchOutcome } from '#kernel/fetch-activity.ts'
import type { Log } from '#kernel/log.ts'
import type { Caller } from '#kernel/caller.ts'
import { inSpan } from '#kernel/trace.ts'
import type { BackgroundWrites } from './background-writes.ts'
import { cacheKey, isCacheable } from './cache-key.ts'
import type { CachedCopy, CacheEntryKey, PageCache } from './cache.ts'
import type { FetchPage } from './fetch-page.ts'
import type { Page, ClientRendered, PageRequest } from './page.ts'

/** A page and its source. */
export interface FoundPage {
  readonly page: Page
  /** When the copy was last fetched or revalidated; undefined if the page was fetched for this request. */
  readonly cachedAt: Date | undefined
  /** Whether the cache was asked for it: not with `maxAge: 0`, nor for what may not be cached. */
  readonly isCacheAsked: boolean
  /** Whether `keep` stores it. */
  readonly isKept: boolean
  /** Stores a fetched page in the cache, if the request allows it. Never fails; does not wait for a slow storage. */
  readonly keep: () => Promise<void>
  /**
   * Fetches the same page in a browser, for a client-rendered page; absent if the page comes from a browser or none may be used.
   * Throws the errors of `FetchPage`, early enough to continue with this page.
   */
  readonly rendered?: ((clientRendered: ClientRendered) => Promise<FoundPage>) | undefined
}

interface GetPageDeps {
  readonly fetchPage: FetchPage
  /** Undefined where nothing is stored. */
  readonly cache: PageCache | undefined
  /** Lets slow writes to the cache go on without the request. */
  readonly writes?: BackgroundWrites | undefined
  readonly clock: Clock
  readonly log: Log
}

/** A page, and how to store it if it may be stored. */
interface Response {
  readonly page: Page
  readonly cachedAt: Date | undefined
  readonly write?: Write
}

type Write = (key: CacheEntryKey, caller: Caller) => Promise<void>

export type GetPage = (request: PageRequest, caller: Caller) => Promise<FoundPage>

/**
 * Returns a page from the cache or the web (docs/api/scrape.md). Fails with `SCRAPE_NO_CACHED_DATA` or
 * `SCRAPE_LOCKDOWN_CACHE_MISS` if the request forbids fetching, else with the errors of `FetchPage`.
 */
export function createGetPage({ cache, writes, clock, log, ...deps }: GetPageDeps): GetPage {
  const fetchPage = timed(deps.fetchPage, clock)
  const { asFetched, keep } = createKeeping({ cache, log })
  return async function getPage(request, caller) {
    const wanted = { ...request, url: new URL(request.url).href }
    const mayBeCached = cache !== undefined && isCacheable(wanted)
    // `maxAge: 0` always fetches, without revalidation.
    const isCacheAsked = mayBeCached && request.maxAge > 0 && request.tracksChanges !== true
    const copy = isCacheAsked ? await cache.find(makeEntry(wanted, caller), caller) : undefined
    const isFresh = copy !== undefined && isUsable(copy, request, clock)
    const page = isFresh ? await loaded(copy, log) : undefined
    const found = (response: Response): FoundPage => ({
      page: response.page,
      cachedAt: response.cachedAt,
      isCacheAsked,
      isKept:
        mayBeCached && response.write !== undefined && mayStore(response.page, request, caller),
      keep: async () => {
        if (!mayBeCached || !mayStore(response.page, request, caller)) return
        const write = () => keep(response, wanted, caller)
        await (writes ? writes.begin(response.page.body.byteLength, write) : write())
      },
      ...(mayRender(response.page, request) && {
        async rendered(clientRendered) {
          const { attempts } = response.page
          return found(asFetched(await fetchPage(wanted, caller, { clientRendered, attempts })))
        },
      }),
    })
    if (copy && page) return found({ page, cachedAt: copy.fetchedAt })
    if (request.lockdown) throw new ServiceError('SCRAPE_LOCKDOWN_CACHE_MISS')
    if (request.minAge !== undefined) throw new ServiceError('SCRAPE_NO_CACHED_DATA')
    const send = () => fetchOrRevalidate(wanted, isFresh ? undefined : copy, caller)
    return found(await reported(wanted.url, caller, send))
  }

  /** Revalidates an expired copy; a 304 counts as a fetch. */
  async function fetchOrRevalidate(
    request: PageRequest,
    copy: CachedCopy | undefined,
    caller: Caller,
  ): Promise<Response> {
    const { etag, lastModified } = copy?.validators ?? {}
    const isAskable = etag !== undefined || lastModified !== undefined
    const revalidate = isAskable ? copy?.validators : undefined
    const response = await fetchPage(request, caller, { revalidate })
    if (!copy || response.status !== 304) return asFetched(response)
    // If the redirects lead to another page now, the validators do not apply to it.
    const kept = response.url === copy.url ? await loaded(copy, log) : undefined
    if (!kept) return asFetched(await fetchPage(request, caller))
    const { fetchedAt, proxy } = response
    const page = { ...kept, headers: { ...kept.headers, ...response.headers }, fetchedAt, proxy }
    return { page, cachedAt: undefined, write: async (key) => cache?.renew(key, response) }
  }
}

/** What stores fetched pages. */
function createKeeping({ cache, log }: Pick<GetPageDeps, 'cache' | 'log'>) {
  function asFetched(page: Page): Response & { readonly write: Write } {
    const write: Write = async (key: CacheEntryKey, { isBatchable = false }) =>
      cache?.store(key, page, { isBatchable })
    return { page, cachedAt: undefined, write }
  }

  async function keep(
    { page, write }: Response,
    request: PageRequest,
    caller: Caller,
  ): Promise<void> {
    if (!write) return
    await store(write, makeEntry(request, caller), caller)
    if (!request.screenshot) return
    // The same page serves requests that want no picture of it.
    const { write: writePlain } = asFetched(withoutPicture(page))
    await store(writePlain, makeEntry({ ...request, screenshot: undefined }, caller), caller)
  }

  async function store(write: Write, key: CacheEntryKey, caller: Caller): Promise<void> {
    await write(key, caller).catch((err: unknown) => log.warn({ err }, 'page not cached'))
  }

  return { asFetched, keep }
}

const makeEntry = (request: PageRequest, { teamId }: Caller): CacheEntryKey => ({
  teamId,
  key: cacheKey(request),
})

const withoutPicture = ({ rendering, ...page }: Page): Page => ({
  ...page,
  ...(rendering && { rendering: { ...rendering, screenshot: undefined } }),
})

/** A copy that cannot be read, because its storage does not respond, is as good as none. */
async function loaded(copy: CachedCopy, log: Log): Promise<Page | undefined> {
  try {
    return await copy.load()
  } catch (err) {
    log.warn({ err }, 'cached page not readable')
    return undefined
  }
}

function isUsable(
  { fetchedAt }: CachedCopy,
  { maxAge, minAge = 0 }: PageRequest,
  clock: Clock,
): boolean {
  const ageMs = clock.now().getTime() - fetchedAt.getTime()
  return ageMs < maxAge && ageMs >= minAge
}

/** By the time of the database, because all processes judge the age of a copy. */
const timed =
  (fetchPage: FetchPage, clock: Clock): FetchPage =>
  async (...wanted) => {
    const fetch = () => fetchPage(...wanted)
    const page = await inSpan({ name: 'fetch', kind: 'client' }, fetch, ({ status }) => ({
      'http.response.status_code': status,
    }))
    return { ...page, fetchedAt: clock.now() }
  }

/** Reports the request for a URL to the caller, however it ends. */
async function reported(
  url: string,
  { onFetched, signal }: Caller,
  send: () => Promise<Response>,
): Promise<Response> {
  if (!onFetched) return send()
  const startedAt = new Date()
  const report = (outcome: FetchOutcome) =>
    onFetched({ url, startedAt, completedAt: new Date(), outcome })
  try {
    const response = await send()
    report({ httpStatus: response.page.status })
    return response
  } catch (thrown) {
    const isLate = signal.aborted && !(thrown instanceof ServiceError)
    report(isLate ? new ServiceError('SCRAPE_TIMEOUT') : ServiceError.from(thrown))
    throw thrown
  }
}

/** A refusal is not the page. A page whose screenshot failed is not stored, because a copy without the screenshot would be useless. */
function mayStore(page: Page, request: PageRequest, { zeroDataRetention }: Caller): boolean {
  const isWhole = request.screenshot === undefined || page.rendering?.screenshot !== undefined
  return (
    request.storeInCache && zeroDataRetention === false && isWhole && page.refusal === undefined
  )
}

/** Requests that are limited to the cache must not use a browser either, and for a refusal it has been tried. */
function mayRender(page: Page, { lockdown, minAge, fastMode }: PageRequest): boolean {
  const isFromHttp = page.engine !== 'browser' && page.refusal === undefined
  return isFromHttp && !lockdown && minAge === undefined && !fastMode
}
