import { setTimeout as sleep } from 'node:timers/promises'
import type { InPage, PageView } from './in-page.ts'
import type { NetworkWatch, Pending } from './network-watch.ts'
import type { PageClock } from './page-clock.ts'

export interface IdleWait {
  readonly network: NetworkWatch
  readonly inPage: InPage
  /** Undefined for real time, which actions need. */
  readonly clock: PageClock | undefined
  /** As `performance.now()`. */
  readonly untilMs: number
  readonly signal: AbortSignal
}

/** Whether the page was idle when the wait ended. */
export type IdleResult = 'complete' | 'cut'

/** Virtual time that a page gets: enough for typical delays, twice. */
const aheadMs = 4_000

/** Requests that take longer are waited for only while the page has no content. */
const patienceMs = 3_000

/** The page is idle after this time without scripts, requests and new elements. */
const quietMs = 400

/** A page without content may be quiet for longer, because workers and sockets are not visible. */
const emptyMs = 2_000

/** Pages that never stop changing count as idle after this time without pending requests. */
const restlessMs = 2_000
const emptyMsMax = 5_000

/** A page that is not idle by then is used as it is. */
const idleWaitMsMax = 15_000

const stepMs = 25

/**
 * Waits until a page is idle: all requests that may bring content have ended, its timers have run in virtual time, and no elements
 * are added. Images, reports, streams and polling are not waited for. Ends early at the deadline. Fails if the page
 * fails.
 */
export async function waitUntilIdle(idleWait: IdleWait): Promise<IdleResult> {
  const { clock } = idleWait
  const capped = {
    ...idleWait,
    untilMs: Math.min(idleWait.untilMs, performance.now() + idleWaitMsMax),
  }
  if (!clock) return untilQuiet(capped)
  if (await livesThrough(clock, capped)) {
    const view = await capped.inPage.look()
    if (hasContent(view, capped) && capped.network.streams === 0) return 'complete'
  }
  if (isWandering(capped)) return holdStill(clock, capped)
  using pacing = new DisposableStack()
  pacing.use(clock.keepPace())
  return await untilQuiet(capped)
}

/** A page that navigates endlessly is stopped. */
const navigationsMax = 8

const isWandering = ({ network }: IdleWait) => network.navigations > navigationsMax

/** Advances the clock just enough to read the page before it navigates again. */
async function holdStill(clock: PageClock, { inPage, untilMs }: IdleWait): Promise<IdleResult> {
  for (let step = 0; step < holdStepsMax && performance.now() < untilMs; step++) {
    await clock.advance(holdStepMs)
    const view = await inPage.look()
    if (view.isParsed) return 'complete'
  }
  return 'cut'
}

const holdStepMs = 5
const holdStepsMax = 60

/** Runs the timers of the page in virtual time. Returns false if the deadline comes first. */
async function livesThrough(clock: PageClock, idleWait: IdleWait): Promise<boolean> {
  return (await rushesThrough(clock, idleWait)) || stepsThrough(clock, idleWait)
}

/** Lets the browser advance the clock by itself, as long as no request takes long. */
async function rushesThrough(clock: PageClock, idleWait: IdleWait): Promise<boolean> {
  const { network, untilMs, signal } = idleWait
  const arrival = Promise.withResolvers<true>()
  await clock.fastForward(aheadMs, () => arrival.resolve(true))
  let idleSinceMs = performance.now()
  while (performance.now() < untilMs && !isWandering(idleWait)) {
    const hasArrived = await Promise.race([arrival.promise, sleep(stepMs, false, { signal })])
    if (hasArrived) return true
    const [nowMs, pending] = [performance.now(), awaited(network.pending())]
    if (pending.length > 0) idleSinceMs = nowMs
    // The clock is held up by an image, a busy page or a slow response.
    if (nowMs - idleSinceMs > rushedMsMax || pending.some(isSlow)) return false
  }
  return false
}

/** Somewhat longer than a typical response. */
const rushedMsMax = 200

const isSlow = ({ sinceMs }: Pending) => performance.now() - sinceMs > rushedMsMax

/** Advances the clock step by step: in real time while a response is awaited, in larger steps otherwise. */
async function stepsThrough(clock: PageClock, idleWait: IdleWait): Promise<boolean> {
  const { network, untilMs, signal } = idleWait
  let leftMs = aheadMs
  while (performance.now() < untilMs && !isWandering(idleWait)) {
    const isAwaiting = awaited(network.pending()).length > 0
    if (!isAwaiting && leftMs <= 0) return true
    const isFollowing = await clock.advance(isAwaiting ? stepMs : leapMs)
    if (!isFollowing) return false
    if (isAwaiting) await sleep(stepMs, undefined, { signal })
    else leftMs -= leapMs
  }
  return false
}

/** Shorter than typical timeouts of requests by scripts. */
const leapMs = 200

async function untilQuiet(idleWait: IdleWait): Promise<IdleResult> {
  const { network, inPage, untilMs, signal } = idleWait
  let view = await inPage.look()
  let grownAtMs = performance.now()
  for (;;) {
    const [nowMs, pending] = [performance.now(), network.pending()]
    const isFilled = hasContent(view, idleWait)
    const onTheirWay = isFilled ? awaited(pending) : pending
    const usedAtMs = isFilled ? network.progressedAtMs : network.changedAtMs
    const quietForMs = nowMs - Math.max(usedAtMs, grownAtMs)
    if (view.isParsed && onTheirWay.length === 0) {
      if (quietForMs >= (isFilled ? quietMs : emptyMs)) return 'complete'
      if (nowMs - usedAtMs >= (isFilled ? restlessMs : emptyMsMax)) return 'complete'
    }
    if (nowMs >= untilMs) return view.isParsed && onTheirWay.length === 0 ? 'complete' : 'cut'
    await sleep(stepMs, undefined, { signal })
    const before = view.growths
    view = await inPage.look()
    if (view.growths !== before) grownAtMs = performance.now()
  }
}

/** The document is always awaited; its requests only as long as a response with news is likely. */
function awaited(pending: readonly Pending[]): Pending[] {
  const nowMs = performance.now()
  return pending.filter(
    ({ request, sinceMs, isPolling }) =>
      (!isPolling && nowMs - sinceMs < patienceMs) ||
      (request.isNavigationRequest() && !request.frame().parentFrame()),
  )
}

/** Length of a title and a loading indicator. */
const nothingLengthMax = 120

/** After all virtual time has run, any text is content; otherwise more may follow. */
function hasContent(view: PageView, { clock, network }: IdleWait): boolean {
  if (!view.hasScripts) return true
  if (view.isBusy) return false
  const isOver = clock !== undefined && network.streams === 0
  return view.images >= 3 || view.textLength > (isOver ? 0 : nothingLengthMax)
}
