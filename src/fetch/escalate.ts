import { mayTryAgain } from '#kernel/page-retries.ts'
import { readRetryAfter } from '#kernel/retry-after.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRefusal } from '#content/refusal/classify.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import { isScreenRefusal } from '#kernel/screen.ts'
import type { Caller } from '#kernel/caller.ts'
import { NetError } from '#net/failure.ts'
import type { Routes } from '#net/routes.ts'
import { withEarlierDeadline } from './earlier-deadline.ts'
import {
  afterExhaustion,
  isExhausted,
  isWorthWaiting,
  computePause,
  type RefusingSite,
} from './refusing-site.ts'
import { mayHelp, type Obstacle, type EscalationStep } from './escalation.ts'
import type { Page } from './page.ts'
import { fitsDeadline } from './retry-after.ts'
import type { SiteMemory } from './site-memory.ts'

export interface Escalation {
  readonly url: string
  readonly country: string
  readonly stickyKey: string | undefined
  readonly steps: readonly EscalationStep[]
  /** Only checks for robots lead to the next step. */
  readonly isBasic: boolean
  /** Fetches the page by one step. */
  readonly fetch: (step: EscalationStep, route: string, caller: Caller) => Promise<Page>
  /** Undefined if nothing of the request may be remembered. */
  readonly sites: SiteMemory<RefusingSite> | undefined
  /** When the page is needed. */
  readonly deadlineAt: Date | undefined
  /** How often the page has been requested before. */
  readonly attempts: number
}

interface EscalationDeps {
  readonly routes: Pick<Routes, 'choose' | 'hasOther' | 'hasSeveral' | 'report'>
  readonly clock: Clock
}

type Attempt =
  | {
      readonly page: Page
      readonly obstacle: Obstacle | undefined
      /** Whether the page must be rendered to see that it is a refusal. */
      readonly isTentative?: boolean
    }
  | { readonly error: unknown; readonly obstacle: Obstacle }

/**
 * Fetches a page step by step, until one returns it. A step is left out if it cannot change what was met. Returns the page of the
 * site, or its first refusal with `refusal`. Throws the first failure if there was no response at all.
 */
export async function escalate(
  escalation: Escalation,
  deps: EscalationDeps,
  caller: Caller,
): Promise<Page> {
  const { sites, url } = escalation
  const known = sites?.get(url)
  await waitFor(known, escalation, { deps, caller })
  const start = findStart(escalation, known)
  const labels: string[] = []
  const state = {
    attempts: escalation.attempts,
    labels,
    at: start,
    tried: [] as EscalationStep['name'][],
  }
  let best: Attempt | undefined
  let retryAt: Date | undefined
  for (;;) {
    const step = escalation.steps[state.at]
    if (!step) break
    state.attempts += 1
    state.tried.push(step.name)
    const attempt = await attemptStep(escalation, step, { deps, caller, state, isFirst: !best })
    if (attempt.obstacle === undefined) {
      if (state.at !== start) sites?.set(url, { step: step.name })
      else if (known?.waits) sites?.set(url, { step: known.step, exhausted: known.exhausted })
      return withAttempts(attempt.page, state)
    }
    best = chooseBetter(best, attempt)
    if (!mayTryAgain('request', state.attempts)) break
    const waitMs = computeWait(attempt, deps.clock)
    if (waitMs !== undefined) {
      const pause = computePause(waitMs, sites?.get(url), deps.clock)
      sites?.set(url, { ...known, ...pause })
      if (isWorthWaiting(pause)) retryAt = pause.waitUntil
      if (!fitsDeadline(waitMs, escalation.deadlineAt, deps.clock.now())) break
      retryAt = undefined
      await sleep(waitMs, undefined, { signal: caller.signal })
      continue
    }
    const next = nextStep(escalation, state, { obstacle: attempt.obstacle, known, deps })
    if (next === undefined) break
    state.at = next
  }
  const { exhausted } = known ?? {}
  const tried = afterExhaustion({ ...state, exhausted, obstacle: best?.obstacle }, deps.clock)
  const { waitUntil, waits } = sites?.get(url) ?? {}
  const step = waitUntil && known?.step
  if (tried || waitUntil) sites?.set(url, { step, exhausted: tried, waitUntil, waits })
  else sites?.remove(url)
  if (!best) throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED')
  if ('error' in best) throw best.error
  return { ...withAttempts(best.page, state), ...(retryAt && { retryAt }) }
}

const withAttempts = (page: Page, { attempts }: State): Page =>
  attempts > 1 ? { ...page, attempts } : page

interface State {
  readonly attempts: number
  /** Labels of the routes that were used. */
  readonly labels: string[]
  readonly tried: readonly EscalationStep['name'][]
  readonly at: number
}

function findStart({ steps }: Escalation, known: RefusingSite | undefined): number {
  const at = steps.findIndex(({ name }) => name === known?.step)
  return Math.max(0, at)
}

async function waitFor(
  known: RefusingSite | undefined,
  { deadlineAt, steps, country }: Escalation,
  { deps, caller }: { readonly deps: EscalationDeps; readonly caller: Caller },
): Promise<void> {
  const now = deps.clock.now()
  const until = known?.waitUntil
  const waitMs = until ? until.getTime() - now.getTime() : 0
  if (until === undefined || waitMs <= 0) return
  if (fitsDeadline(waitMs, deadlineAt, now))
    return sleep(waitMs, undefined, { signal: caller.signal })
  // The limit is that of one address.
  if (steps.some(({ proxy }) => deps.routes.hasSeveral(proxy, country))) return
  const message = `The site asked to wait until ${until.toISOString()} (Retry-After), so the page was not requested. Try again then.`
  const retryAfterSeconds = isWorthWaiting(known ?? {}) ? Math.ceil(waitMs / 1_000) : undefined
  throw new ServiceError('SCRAPE_SITE_ERROR', message, { retryAfterSeconds })
}

interface Attempting {
  readonly deps: EscalationDeps
  readonly caller: Caller
  readonly state: State
  readonly isFirst: boolean
}

/** Steps after the first end early enough to return what the first one got. */
async function attemptStep(
  escalation: Escalation,
  step: EscalationStep,
  { deps, caller, state, isFirst }: Attempting,
): Promise<Attempt> {
  const { teamId, signal } = caller
  const { url, country, stickyKey } = escalation
  const site = { teamId, host: new URL(url).host }
  const avoid = state.labels
  const { label } = deps.routes.choose({ pool: step.proxy, country, site, stickyKey, avoid })
  state.labels.push(label)
  using time = withEarlierDeadline(isFirst ? undefined : escalation.deadlineAt, signal)
  try {
    const page = await escalation.fetch(step, label, { ...caller, signal: time.signal })
    const refusal = refusalIn(page, url)
    if (refusal?.isTentative && !page.rendering)
      return { page: { ...page, refusal }, obstacle: 'challenge', isTentative: true }
    const obstacle = refusal?.kind ?? (unavailable.has(page.status) ? 'unavailable' : undefined)
    const isOfRoute = obstacle !== undefined && mayHelp(obstacle, { route: true, identity: false })
    deps.routes.report(label, isOfRoute ? 'refused' : 'passed', site)
    return { page: refusal ? { ...page, refusal } : page, obstacle }
  } catch (error) {
    const obstacle = findObstacle(error)
    const isExpected = obstacle !== undefined || (!isFirst && error instanceof ServiceError)
    if (signal.aborted || !isExpected || isScreenRefusal(error)) throw error
    return { error, obstacle: obstacle ?? 'unavailable' }
  }
}

const refusalIn = (page: Page, requestedUrl: string) =>
  findRefusal({ ...page, requestedUrl, cookieNames: page.cookieNames ?? [] })

/** Failures of a site that another route may not have. */
const unavailable = new Set([407, 408, 425, 500, 502, 503, 504, 520, 521, 522, 523])

/** A site that does not like the handshake or the first bytes of a client ends the connection. */
const connectionFailures =
  /^ERR_(?:CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|SSL_PROTOCOL_ERROR|HTTP2_\w+)$/

function findObstacle(error: unknown): Obstacle | undefined {
  if (!(error instanceof ServiceError)) return undefined
  if (error.code === 'SCRAPE_PROXY_SELECTION_ERROR') return 'proxy'
  const reason = error.cause instanceof NetError ? error.cause.reason : ''
  if (connectionFailures.test(reason)) return 'connection'
  return error.code === 'SCRAPE_SITE_ERROR' ? 'unavailable' : undefined
}

/** Milliseconds that the site asks to wait. */
function computeWait(attempt: Attempt, clock: Clock): number | undefined {
  if ('error' in attempt || !['rate_limit', 'unavailable'].includes(attempt.obstacle ?? ''))
    return undefined
  return readRetryAfter(attempt.page.headers['retry-after'], { now: clock.now() })
}

interface Meeting {
  readonly obstacle: Obstacle
  readonly known: RefusingSite | undefined
  readonly deps: EscalationDeps
}

function nextStep(
  { steps, country, isBasic }: Escalation,
  state: State,
  { obstacle, known, deps }: Meeting,
): number | undefined {
  const { routes } = deps
  if (isBasic && obstacle !== 'challenge') return undefined
  for (let at = state.at + 1; at < steps.length; at += 1) {
    const step = steps[at]
    if (!step) return undefined
    if (isExhausted(known?.exhausted, { step: step.name, obstacle }, deps.clock)) continue
    const route = routes.hasOther(step.proxy, country, state.labels)
    const identity = step.name === 'browser' || step.name === 'enhanced'
    if ((step.name !== 'other-route' || route) && mayHelp(obstacle, { route, identity })) return at
  }
  return undefined
}

/** A response is more useful than a failure, a certain one than a tentative one, and the first of each than a later one. */
function chooseBetter(best: Attempt | undefined, attempt: Attempt): Attempt {
  if (!best) return attempt
  if ('page' in best && 'page' in attempt && best.isTentative && !attempt.isTentative)
    return attempt
  return 'error' in best && 'page' in attempt ? attempt : best
}
