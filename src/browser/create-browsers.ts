import { ServiceError } from '#kernel/errors.ts'
import { mayTryAgain } from '#kernel/page-retries.ts'
import type { Log } from '#kernel/log.ts'
import { sharedSlots } from '#kernel/fair-share.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Caller } from '#kernel/caller.ts'
import type { FilteringProxy } from '#net/filtering-proxy.ts'
import type { Browsers, OpenedPage, PageSetting } from './browsers.ts'
import type { FoundBrowser, LocalBrowser } from './find-browser.ts'
import { createBrowserPool } from './browser-pool.ts'
import { BrowserGoneError } from './launch.ts'
import { createLauncher, NoBrowserError } from './launcher.ts'
import { PageFaultError } from './page-faults.ts'
import { loadOnce, type LoadOnceDeps, type PageLoad, type LoadResult } from './load-once.ts'
import { watchBrowserMemory } from './watch-memory.ts'

export interface BrowsersOptions {
  /** Undefined without a browser: pages are then refused. */
  readonly found: FoundBrowser | undefined
  /** Used if the found browser does not work. */
  readonly fallback?: LocalBrowser | undefined
  readonly proxy: FilteringProxy
  readonly log: Log
  /** False only if the operator disabled the sandbox. */
  readonly hasSandbox: boolean
  /** Behaves as with a window, for sites that refuse other browsers. */
  readonly isLikeWindow?: boolean
  /** Maximum of concurrent pages of one team; all teams together may have some more. */
  readonly pagesMax: number
  /** Memory limit of a page; beyond it the page is ended. */
  readonly pageBytesMax: number
  readonly waitingMax?: number
  readonly pagesPerBrowserMax?: number
  readonly idleMs?: number
  readonly responseMsMax?: number
}

const unavailable =
  'No browser is available to load this page. Run "weir doctor" on the server to see why.'
const died = 'The browser stopped each time it showed this page.'
const unshowable = 'This page does something that the browser of this service cannot handle.'
const leaving = 'The service is stopping.'

/** Returns browsers whose pages teams share. The first one starts on demand. */
export function createBrowsers(options: BrowsersOptions): Browsers {
  const { found, proxy, log, pagesMax, pageBytesMax } = options
  const { waitingMax = 1_000, pagesPerBrowserMax = 200 } = options
  const { idleMs = 60_000, responseMsMax = 15_000 } = options
  const slots = createSemaphore({ perTeamMax: pagesMax, waitingMax })
  const launcher = createLauncher(options)
  const pool = createBrowserPool({
    launch: () => launcher.launch(),
    count: found?.kind === 'remote' ? found.urls.length : 1,
    pagesPerBrowserMax,
    idleMs,
    log,
  })
  const memory = watchBrowserMemory({
    pool,
    pageBytesMax,
    pagesMax: sharedSlots(pagesMax).slots,
    log,
  })
  const stopping = new AbortController()
  /** Pages that are open or closing; each promise resolves when its page is closed. */
  const open = new Set<Promise<void>>()
  const load = { pool, proxy, responseMsMax, log, open }

  return {
    isAvailable: found !== undefined,
    describe: () => launcher.describe(pool.running[0]?.browser.version()),
    complaint: () => launcher.complaint,
    gauges: () => ({
      open: slots.taken,
      waiting: slots.waiting,
      running: pool.running.length,
      started: pool.started,
    }),
    async withPage<T>(
      setting: PageSetting,
      caller: Caller,
      use: (opened: OpenedPage) => Promise<T>,
    ): Promise<T> {
      if (!found) throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED', unavailable)
      const signal = AbortSignal.any([caller.signal, stopping.signal])
      const { teamId, principal, screen } = caller
      const slot = await slots.acquire({ teamId, signal })
      const { queuedMs } = slot
      const closed = () => slot[Symbol.dispose]()
      const onBehalfOf = { teamId, principal, screen }
      return loadWithRetries(load, { setting, onBehalfOf, queuedMs, use }, { signal, closed })
    },
    async [Symbol.asyncDispose]() {
      stopping.abort(new ServiceError('SERVICE_UNAVAILABLE', leaving, { retryAfterSeconds: 5 }))
      memory[Symbol.dispose]()
      await Promise.all(open)
      await pool[Symbol.asyncDispose]()
    },
  }
}

interface RetryDeps extends LoadOnceDeps {
  readonly log: Log
  readonly open: Set<Promise<void>>
}

/** Loads a page, on another browser if one crashes. Returns the result of `use`; `closed` is called when the page is closed. */
async function loadWithRetries<T>(
  deps: RetryDeps,
  load: PageLoad<T>,
  { signal, closed }: { signal: AbortSignal; closed: () => void },
): Promise<T> {
  const { open, log } = deps
  let loaded: LoadResult<T> | undefined
  const { promise: over, resolve: isOver } = Promise.withResolvers<void>()
  open.add(over)
  try {
    for (let attempt = 1; ; attempt++) {
      loaded = loadOnce(deps, load, signal)
      try {
        return await loaded.result
      } catch (error) {
        if (!(error instanceof BrowserGoneError) || !mayTryAgain('browser', attempt))
          throw toFailure(error, log)
      }
    }
  } finally {
    void Promise.resolve(loaded?.closed).finally(() => {
      open.delete(over)
      closed()
      isOver()
    })
  }
}

function toFailure(error: unknown, log: Log): unknown {
  if (error instanceof BrowserGoneError) {
    return new ServiceError('SCRAPE_ALL_ENGINES_FAILED', died, { cause: error })
  }
  if (error instanceof PageFaultError) {
    log.error({ err: error }, 'page failed in a listener')
    return new ServiceError('SCRAPE_SITE_ERROR', unshowable, { cause: error })
  }
  if (!(error instanceof NoBrowserError)) return error
  log.error({ err: error }, 'browser does not start')
  return new ServiceError('SCRAPE_ALL_ENGINES_FAILED', unavailable, { cause: error })
}
