import { setTimeout as sleep } from 'node:timers/promises'
import type { InPage, PageView } from './in-page.ts'
import type { NetworkWatch, Pending } from './network-watch.ts'
import type { PageClock } from './page-clock.ts'

export interface Settling {
  readonly network: NetworkWatch
  readonly inPage: InPage
  /** Undefined leaves the page its own time, as somebody who acts in it needs. */
  readonly clock: PageClock | undefined
  /** On the clock of `performance.now()`. */
  readonly untilMs: number
  readonly signal: AbortSignal
}

/** Whether everything had come when the wait ended. */
export type Settled = 'complete' | 'cut'

/** How far a page may look ahead: enough for what it does "in a second and a half", twice. */
const aheadMs = 4_000

/** Later than this after a request, its answer is only waited for when the page has nothing to show yet. */
const patienceMs = 3_000

/** No scripts, no network and no new elements for so long: the page is done. */
const quietMs = 400

/** As long as nothing is there to read, a page may be quiet for longer: workers and sockets do not show. */
const emptyMs = 2_000

/** Some pages never rest: with nothing on its way that does not matter, least of all when there is text to read. */
const restlessMs = 2_000
const emptyMsMax = 5_000

/** A page that has not come to rest by then is taken as it is. */
const settleMsMax = 15_000

const stepMs = 25

/**
 * Waits until a page shows what it is going to show: everything that may bring content has come over the network, the
 * page has lived through the time it sets itself, and nothing more is added. Pictures, reports, streams and
 * polls are not waited for. Ends early when there is no time left. Fails when the page does.
 */
export async function settle(settling: Settling): Promise<Settled> {
  const { clock } = settling
  const capped = {
    ...settling,
    untilMs: Math.min(settling.untilMs, performance.now() + settleMsMax),
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

/** A page that reloads itself or goes from one to the next without end is held where it is. */
const navigationsMax = 8

const isWandering = ({ network }: Settling) => network.navigations > navigationsMax

/** Little enough time passes for the page to be read and not to leave again. */
async function holdStill(clock: PageClock, { inPage, untilMs }: Settling): Promise<Settled> {
  for (let step = 0; step < holdStepsMax && performance.now() < untilMs; step++) {
    await clock.advance(holdStepMs)
    const view = await inPage.look()
    if (view.isParsed) return 'complete'
  }
  return 'cut'
}

const holdStepMs = 5
const holdStepsMax = 60

/** Lets the page live through the time it looks ahead. False when time here runs out before. */
async function livesThrough(clock: PageClock, settling: Settling): Promise<boolean> {
  return (await rushesThrough(clock, settling)) || stepsThrough(clock, settling)
}

/** The browser moves the clock by itself, as long as nothing takes long. */
async function rushesThrough(clock: PageClock, settling: Settling): Promise<boolean> {
  const { network, untilMs, signal } = settling
  const arrival = Promise.withResolvers<true>()
  await clock.fastForward(aheadMs, () => arrival.resolve(true))
  let idleSinceMs = performance.now()
  while (performance.now() < untilMs && !isWandering(settling)) {
    const hasArrived = await Promise.race([arrival.promise, sleep(stepMs, false, { signal })])
    if (hasArrived) return true
    const [nowMs, pending] = [performance.now(), awaited(network.pending())]
    if (pending.length > 0) idleSinceMs = nowMs
    // What holds the clock up now is a picture or the like, a page that computes, or a slow answer.
    if (nowMs - idleSinceMs > rushedMsMax || pending.some(isSlow)) return false
  }
  return false
}

/** Somewhat later than an answer usually comes. */
const rushedMsMax = 200

const isSlow = ({ sinceMs }: Pending) => performance.now() - sinceMs > rushedMsMax

/** The clock is moved by hand: as fast as time passes while an answer is awaited, in leaps when none is. */
async function stepsThrough(clock: PageClock, settling: Settling): Promise<boolean> {
  const { network, untilMs, signal } = settling
  let leftMs = aheadMs
  while (performance.now() < untilMs && !isWandering(settling)) {
    const isAwaiting = awaited(network.pending()).length > 0
    if (!isAwaiting && leftMs <= 0) return true
    const isFollowing = await clock.advance(isAwaiting ? stepMs : leapMs)
    if (!isFollowing) return false
    if (isAwaiting) await sleep(stepMs, undefined, { signal })
    else leftMs -= leapMs
  }
  return false
}

/** Shorter than the time limits that scripts set for their own requests. */
const leapMs = 200

async function untilQuiet(settling: Settling): Promise<Settled> {
  const { network, inPage, untilMs, signal } = settling
  let view = await inPage.look()
  let grownAtMs = performance.now()
  for (;;) {
    const [nowMs, pending] = [performance.now(), network.pending()]
    const quietForMs = nowMs - Math.max(network.changedAtMs, grownAtMs)
    const isFilled = hasContent(view, settling)
    const onTheirWay = isFilled ? awaited(pending) : pending
    if (view.isParsed && onTheirWay.length === 0) {
      if (quietForMs >= (isFilled ? quietMs : emptyMs)) return 'complete'
      if (nowMs - network.changedAtMs >= (isFilled ? restlessMs : emptyMsMax)) return 'complete'
    }
    if (nowMs >= untilMs) return view.isParsed && onTheirWay.length === 0 ? 'complete' : 'cut'
    await sleep(stepMs, undefined, { signal })
    const before = view.growths
    view = await inPage.look()
    if (view.growths !== before) grownAtMs = performance.now()
  }
}

/** The page itself is always worth waiting for; what it asks for, as long as an answer is likely to be one. */
function awaited(pending: readonly Pending[]): Pending[] {
  const nowMs = performance.now()
  return pending.filter(
    ({ request, sinceMs }) =>
      nowMs - sinceMs < patienceMs ||
      (request.isNavigationRequest() && !request.frame().parentFrame()),
  )
}

/** As much as a title and a spinner. */
const nothingLengthMax = 120

/** Where all has been lived through, any text is content; more may be to come where time or messages still pass. */
function hasContent(view: PageView, { clock, network }: Settling): boolean {
  if (!view.hasScripts) return true
  if (view.isBusy) return false
  const isOver = clock !== undefined && network.streams === 0
  return view.images >= 3 || view.textLength > (isOver ? 0 : nothingLengthMax)
}
