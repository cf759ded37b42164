import { isObject } from '#base/json-values.ts'
import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'

/** Options that act for a team, or with what a team has. */
const refused = [
  'headers',
  'profile',
  'webhook',
  'zeroDataRetention',
  'lockdown',
  'asyncScraping',
  'enterprise',
  // Programs in a browser session.
  'code',
]
const maxAgeMsMin = 60_000
const scripts: ReadonlySet<unknown> = new Set(['executeJavascript', 'pdf', 'generatePDF'])

/** Fails with `FORBIDDEN` for options that need a key. `body` has been validated. */
export function refuseKeylessOptions({ principal }: Account, body: unknown): void {
  if (principal.kind !== 'keyless' || !isObject(body)) return
  const { scrapeOptions, alexandria } = body
  if (alexandria !== undefined)
    throw new ServiceError('FORBIDDEN', 'An API key is required for provider tools.')
  // A file has no cache; its cache options are without effect.
  const fetched = 'url' in body ? body : scrapeOptions
  const name = refusedOption(body) ?? refusedOption(scrapeOptions) ?? refusedCacheOption(fetched)
  if (name !== undefined)
    throw new ServiceError('FORBIDDEN', `${name} needs an API key. Leave it out, or send a key.`)
}

function refusedOption(options: unknown): string | undefined {
  if (!isObject(options)) return undefined
  const { actions, formats } = options
  const hasScript =
    Array.isArray(actions) && actions.some((one) => isObject(one) && scripts.has(one['type']))
  if (hasScript) return 'An action with a script'
  if (Array.isArray(formats) && formats.some(isTracked)) return 'The format changeTracking'
  return refused.find((name) => isUsed(options[name]))
}

/** Requests without a key use the cache, so that they do not fetch one page all the time. */
function refusedCacheOption(options: unknown): string | undefined {
  if (!isObject(options)) return undefined
  const { maxAge, storeInCache } = options
  if (storeInCache === false) return 'storeInCache: false'
  const isTooNew = typeof maxAge === 'number' && maxAge < maxAgeMsMin
  return isTooNew ? `maxAge below ${maxAgeMsMin} (one minute)` : undefined
}

/** What others have read before would be compared with. */
const isTracked = (format: unknown) => isObject(format) && format['type'] === 'changeTracking'

const isUsed = (value: unknown): boolean =>
  isObject(value)
    ? Object.keys(value).length > 0
    : value !== undefined && value !== false && value !== null
