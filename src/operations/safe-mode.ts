import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { hasUserInfo } from '#kernel/url.ts'

/** What safe mode looks at in a request. */
interface Unsafe {
  readonly url?: string
  readonly proxy?: string | undefined
  readonly profile?: unknown
  readonly actions?: readonly { readonly type: string }[] | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly ignoreRobotsTxt?: boolean | undefined
  /** What the request says about safe mode itself. */
  readonly safeMode?: boolean | undefined
}

type SafeAccount = Pick<Account, 'safeMode'>

const actingTypes = new Set(['write', 'press', 'executeJavascript'])
const credentialHeaders = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** Fails with `SAFE_MODE_BLOCKED` if the team is in safe mode and the request has what it refuses (docs/safe-mode.md). */
export function refuseUnsafe(request: Unsafe, { safeMode }: SafeAccount): void {
  if (!safeMode) {
    if (request.safeMode !== true) return
    throw new ServiceError('SAFE_MODE_BLOCKED', notEnabled)
  }
  if (request.safeMode === false) throw refused('requests that disable Safe Mode')
  const { proxy, profile, actions = [], headers = {}, ignoreRobotsTxt } = request
  const action = actions.find(({ type }) => actingTypes.has(type))
  const header = Object.keys(headers).find((name) => credentialHeaders.has(name.toLowerCase()))
  if (proxy === 'enhanced' || proxy === 'stealth') throw refused(`the proxy "${proxy}"`)
  if (ignoreRobotsTxt === true) throw refused('ignoreRobotsTxt')
  if (profile !== undefined) throw refused('profiles')
  if (action) throw refused(`the action "${action.type}"`)
  if (header !== undefined) throw refused(`the header "${header}"`)
  if (request.url && hasUserInfo(request.url)) throw refused('a user name or password in the URL')
}

/** Fails with `SAFE_MODE_BLOCKED` if the team is in safe mode. */
export function refuseBrowserSessions({ safeMode }: SafeAccount): void {
  if (safeMode) throw refused('browser sessions')
}

/** In safe mode the enhanced proxies are not used, also not after a failure. */
export function withSafeProxy<Options extends { readonly proxy: string }>(
  options: Options,
  { safeMode }: SafeAccount,
): Options {
  return safeMode && options.proxy === 'auto' ? { ...options, proxy: 'basic' } : options
}

const notEnabled =
  'Safe mode is not enabled for your team, so a request cannot ask for it. The operator of this service, or an admin in the console, can switch it on.'

const refused = (what: string) =>
  new ServiceError(
    'SAFE_MODE_BLOCKED',
    `Your team is in safe mode, which refuses ${what}. Remove it from the request, or ask the operator of this service.`,
  )
