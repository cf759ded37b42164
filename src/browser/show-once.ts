import type { FilteringProxy } from '#net/filtering-proxy.ts'
import type { OpenedPage, PageSetting } from './browsers.ts'
import type { Lease } from './pooled-browser.ts'
import type { BrowserPool } from './browser-pool.ts'
import { BrowserGone } from './launch.ts'
import { openPage, type PageOfOne } from './open-page.ts'
import { orAborted } from './or-aborted.ts'

export interface ShowOnceDeps {
  readonly pool: Pick<BrowserPool, 'lease'>
  readonly proxy: FilteringProxy
  /** Time limit for a browser to open or close a page; beyond it the browser counts as crashed. */
  readonly answerMsMax: number
}

export interface Showing<T> {
  readonly setting: PageSetting
  readonly teamId: string
  readonly queuedMs: number
  readonly use: (opened: OpenedPage) => Promise<T>
}

export interface Shown<T> {
  /** Fails with what `use` throws, the reason of the signal, `PageFault`, `NoBrowser` or `BrowserGone`. */
  readonly answer: Promise<T>
  /** Resolves when the page is closed; the result is available before. */
  readonly closed: Promise<void>
}

/** Loads a page once, on the current browser. */
export function showOnce<T>(
  deps: ShowOnceDeps,
  showing: Showing<T>,
  signal: AbortSignal,
): Shown<T> {
  const closed = Promise.withResolvers<void>()
  async function run() {
    let closing = Promise.resolve()
    try {
      const lease = await deps.pool.lease(signal)
      const opening = open(deps, lease, showing)
      const { promise: used, resolve: isUsed } = Promise.withResolvers<void>()
      closing = used.then(() => close(deps, lease, opening))
      try {
        return await use(lease, { opening, showing }, signal)
      } finally {
        isUsed()
      }
    } finally {
      closing.then(closed.resolve, closed.resolve)
    }
  }
  return { answer: run(), closed: closed.promise }
}

async function open(
  { proxy, answerMsMax }: ShowOnceDeps,
  { running }: Lease,
  { setting, teamId }: Pick<Showing<unknown>, 'setting' | 'teamId'>,
): Promise<PageOfOne> {
  const late = AbortSignal.timeout(answerMsMax)
  const opening = openPage(running.browser, proxy, { ...setting, teamId })
  try {
    return await orAborted(opening, AbortSignal.any([running.gone, late]))
  } catch (error) {
    if (late.aborted) running.kill()
    throw error
  }
}

async function use<T>(
  { running }: Lease,
  { opening, showing }: { opening: Promise<PageOfOne>; showing: Showing<T> },
  signal: AbortSignal,
): Promise<T> {
  const ended = AbortSignal.any([signal, running.gone])
  try {
    const { page, context, session, requests, faults } = await orAborted(opening, ended)
    const [{ queuedMs }, { challenge }, { guarded }] = [showing, session, faults]
    const lastFailure = () => session.lastFailure
    const opened = { page, context, queuedMs, lastFailure, challenge, requests, guarded }
    return await orAborted(showing.use(opened), AbortSignal.any([ended, faults.failed]))
  } catch (error) {
    signal.throwIfAborted()
    // When the browser ends, everything in progress fails with its own error.
    if (running.gone.aborted) throw new BrowserGone('The browser stopped.', { cause: error })
    throw error
  }
}

async function close(
  { answerMsMax }: ShowOnceDeps,
  lease: Lease,
  opening: Promise<PageOfOne>,
): Promise<void> {
  const { running } = lease
  const late = AbortSignal.timeout(answerMsMax)
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
