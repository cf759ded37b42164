import type { z } from 'zod'
import { totalWaitMs, totalWaitMsMax, type ActionOption } from './actions.ts'
import { checkFormats } from '#formats/request.ts'
import type { ReadOptions } from './options.ts'
import { optionRefusals } from './option-rules.ts'
import { withoutRequests } from './lockdown.ts'
import { checksInjection } from './safeguard.ts'

const dayMs = 86_400_000
const maxAgeMsDefault = 2 * dayMs
const lockdownMaxAgeMs = 2 * 365 * dayMs
const legacyTimeoutMs = 30_000
const extractionTimeoutMs = 60_000
const enhancedTimeoutMs = 120_000
const changeTrackingWaitMs = 5_000

/** Rules between options, in the order of docs/api/scrape.md. */
export function checkOptions(
  { formats, waitFor, actions, timeout }: ReadOptions,
  context: z.core.$RefinementCtx,
): void {
  if (context.issues.length > 0) return
  checkFormats(formats, context)
  if (totalWaitMs(waitFor, actions) > totalWaitMsMax) {
    const [message] = optionRefusals
    context.addIssue({ code: 'custom', path: ['actions'], message })
  }
  if (waitFor > timeout / 2) {
    const message = 'waitFor must not exceed half of timeout'
    context.addIssue({ code: 'custom', path: ['waitFor'], message })
  }
}

/** Normalises options: sets defaults that depend on other options, and replaces aliases (docs/api/scrape.md). */
export function normaliseOptions<Options extends ReadOptions>(given: Options) {
  const options = withoutRequests(given)
  const tracksChanges = options.formats.some(({ type }) => type === 'changeTracking')
  return {
    ...options,
    checkPromptInjection: checksInjection(options),
    headers: options.headers ?? {},
    includeTags: options.includeTags ?? [],
    excludeTags: options.excludeTags ?? [],
    actions: options.actions?.map(withoutAlias),
    proxy: options.proxy === 'stealth' ? ('enhanced' as const) : (options.proxy ?? 'auto'),
    waitFor: tracksChanges ? Math.max(options.waitFor, changeTrackingWaitMs) : options.waitFor,
    // A wait for scripts does not require a browser for a page without scripts.
    ...(tracksChanges && { tracksChanges, waitsOnlyInBrowser: options.waitFor === 0 }),
    timeout: normaliseTimeout(options),
    maxAge: options.maxAge ?? defaultMaxAge(options),
  }
}

/** With `minAge`, any copy that is old enough is accepted unless `maxAge` is set. */
function defaultMaxAge({ lockdown, minAge }: ReadOptions): number {
  if (lockdown) return lockdownMaxAgeMs
  return minAge === undefined ? maxAgeMsDefault : Number.MAX_SAFE_INTEGER
}

/** Old clients always send 30000; it is raised for options that need longer. */
function normaliseTimeout({ timeout, proxy, formats }: ReadOptions): number {
  if (timeout !== legacyTimeoutMs) return timeout
  if (proxy !== undefined && proxy !== 'basic') return enhancedTimeoutMs
  const extracts = formats.some(({ type }) => type === 'json' || type === 'changeTracking')
  return extracts ? extractionTimeoutMs : timeout
}

function withoutAlias(action: ActionOption): ActionOption {
  return action.type === 'generatePDF' ? { ...action, type: 'pdf' } : action
}
