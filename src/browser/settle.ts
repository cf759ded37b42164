import { setTimeout as sleep } from 'node:timers/promises'
import type { InPage, PageView } from './in-page.ts'
import type { NetworkWatch, Pending } from './network-watch.ts'
import type { PageClock } from './page-clock.ts'

interface Settling {
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

/** Some pages never rest: with text to read and nothing on its way, that does not matter. */
const restlessMs = 2_000

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
    if (hasContent(view, clock) && capped.network.streams === 0) return 'complete'
  }
  using pacing = new DisposableStack()
  pacing.use(clock.keepPace())
  return await untilQuiet(capped)
}

/** Moves the clock of the page ahead. False when something holds it up that is not worth waiting for. */
async function livesThrough(clock: PageClock, settling: Settling): Promise<boolean> {
  const { network, inPage, untilMs, signal } = settling
  let isThrough = false
  const ahead = Promise.withResolvers<void>()
  await clock.fastForward(aheadMs, () => {
    isThrough = true
    ahead.resolve()
  })
  let heldUpSinceMs = performance.now()
  while (performance.now() < untilMs) {
    await Promise.race([ahead.promise, sleep(stepMs, undefined, { signal })])
    if (isThrough) return true
    if (awaited(network.pending()).length > 0) heldUpSinceMs = performance.now()
    if (performance.now() - heldUpSinceMs < holdUpMsMax) continue
    // The answer comes when the page has no more to compute: what holds its clock up then is a picture or the like.
    await inPage.look()
    if (!isThrough && awaited(network.pending()).length === 0) return false
  }
  return false
}

const holdUpMsMax = 150

async function untilQuiet({ network, inPage, clock, untilMs, signal }: Settling): Promise<Settled> {
  let view = await inPage.look()
  let grownAtMs = performance.now()
  for (;;) {
    const [nowMs, pending] = [performance.now(), network.pending()]
    const quietForMs = nowMs - Math.max(network.changedAtMs, grownAtMs)
    const isFilled = hasContent(view, clock)
    const onTheirWay = isFilled ? awaited(pending) : pending
    if (view.isParsed && onTheirWay.length === 0) {
      if (quietForMs >= (isFilled ? quietMs : emptyMs)) return 'complete'
      if (isFilled && nowMs - network.changedAtMs >= restlessMs) return 'complete'
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

/** Less is as good as nothing; in natural time, where more may be to come, as much as a title and a spinner. */
const nothingLengthMax = { ahead: 15, natural: 120 }

function hasContent(
  { textLength, images, hasScripts, isBusy }: PageView,
  clock?: PageClock,
): boolean {
  if (!hasScripts) return true
  if (isBusy) return false
  return images >= 3 || textLength > nothingLengthMax[clock ? 'ahead' : 'natural']
}
