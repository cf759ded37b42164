import type { FilteringProxy } from '#net/filtering-proxy.ts'
import type { OpenedPage, PageSetting } from './browsers.ts'
import type { BrowserLease } from './pooled-browser.ts'
import type { BrowserPool } from './browser-pool.ts'
import { BrowserGoneError } from './launch.ts'
import { openPage, type PageOfOne } from './open-page.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import type { ScreenSubject } from '#kernel/caller.ts'

export interface LoadOnceDeps {
  readonly pool: Pick<BrowserPool, 'lease'>
  readonly proxy: FilteringProxy
  /** Time limit for a browser to open or close a page; beyond it the browser counts as crashed. */
  readonly responseMsMax: number
}

/** A page to load, and what to do with it. */
export interface PageLoad<T> {
  readonly setting: PageSetting
  readonly onBehalfOf: ScreenSubject
  readonly queuedMs: number
  readonly use: (opened: OpenedPage) => Promise<T>
}

export interface LoadResult<T> {
  /** Fails with what `use` throws, the reason of the signal, `PageFaultError`, `NoBrowserError` or `BrowserGoneError`. */
  readonly result: Promise<T>
  /** Resolves when the page is closed; the result is available before. */
  readonly closed: Promise<void>
}

/** Loads a page once, on the current browser. */
export function loadOnce<T>(
  deps: LoadOnceDeps,
  load: PageLoad<T>,
  signal: AbortSignal,
): LoadResult<T> {
  const closed = Promise.withResolvers<void>()
  async function run() {
    let closing = Promise.resolve()
    try {
      const lease = await deps.pool.lease(signal)
      const opening = open(deps, lease, load)
      const { promise: used, resolve: isUsed } = Promise.withResolvers<void>()
      closing = used.then(() => close(deps, lease, opening))
      try {
        return await use(lease, { opening, load }, signal)
      } finally {
        isUsed()
      }
    } finally {
      closing.then(closed.resolve, closed.resolve)
    }
  }
  return { result: run(), closed: closed.promise }
}

async function open(
  { proxy, responseMsMax }: LoadOnceDeps,
  { running }: BrowserLease,
  { setting, onBehalfOf }: Pick<PageLoad<unknown>, 'setting' | 'onBehalfOf'>,
): Promise<PageOfOne> {
  const late = AbortSignal.timeout(responseMsMax)
  const opening = openPage(running, proxy, { ...setting, onBehalfOf })
  try {
    return await orAborted(opening, AbortSignal.any([running.gone, late]))
  } catch (error) {
    if (late.aborted) running.kill()
    throw error
  }
}

async function use<T>(
  { running }: BrowserLease,
  { opening, load }: { opening: Promise<PageOfOne>; load: PageLoad<T> },
  signal: AbortSignal,
): Promise<T> {
  const ended = AbortSignal.any([signal, running.gone])
  try {
    const { page, context, session, requests, faults } = await orAborted(opening, ended)
    const [{ queuedMs }, { challenge }, { guarded }] = [load, session, faults]
    const lastFailure = () => session.lastFailure
    const blocked = () => session.blocked
    const network = { lastFailure, blocked, challenge, requests }
    const opened = { page, context, queuedMs, ...network, guarded }
    return await orAborted(load.use(opened), AbortSignal.any([ended, faults.failed]))
  } catch (error) {
    signal.throwIfAborted()
    // When the browser ends, everything in progress fails with its own error.
    if (running.gone.aborted) throw new BrowserGoneError('The browser stopped.', { cause: error })
    throw error
  }
}

async function close(
  { responseMsMax }: LoadOnceDeps,
  lease: BrowserLease,
  opening: Promise<PageOfOne>,
): Promise<void> {
  const { running } = lease
  const late = AbortSignal.timeout(responseMsMax)
  const opened = await opening.catch(() => undefined)
  try {
    if (opened) await orAborted(opened.close(), AbortSignal.any([running.gone, late]))
  } catch {
    // If a page cannot be closed, its memory is not released: the browser is killed.
    running.kill()
  } finally {
    lease[Symbol.dispose]()
  }
}
