import { join } from 'node:path'
import { createRunActions } from '#browser/actions/run-actions.ts'
import { createAdBlocker } from '#browser/ad-blocker.ts'
import type { Browsers } from '#browser/browsers.ts'
import { composeBrowsers } from '#browser/compose.ts'
import { contextSetting } from '#browser/context-setting.ts'
import type { Profiles } from '#browser/profiles.ts'
import { createReceive } from '#browser/receive.ts'
import { createRender } from '#browser/render.ts'
import { createTakeScreenshot } from '#browser/screenshot.ts'
import type { Config } from '#config.ts'
import type { Log } from '#kernel/log.ts'
import type { AdmitUrl } from '#kernel/screen.ts'
import { createClient } from '#net/client.ts'
import { createGuard } from '#net/guard.ts'
import { createLookup, type Lookup } from '#net/lookup.ts'
import type { OwnAddresses } from '#net/own-addresses.ts'
import { createRoutes } from '#net/routes.ts'
import { browserEngine } from './engines/browser.ts'
import { httpEngine } from './engines/http.ts'
import { createFetchPage } from './fetch-page.ts'

interface FetchDeps {
  readonly log: Log
  /** Its own when absent. */
  readonly lookup?: Lookup
  /** Replaces the configured browsers. */
  readonly browsers?: Browsers | undefined
  /** Absent on the command line, without a service. */
  readonly own?: OwnAddresses
  /** Absent on the command line, without teams. */
  readonly profiles?: Profiles
  /** Absent on the command line, without teams. */
  readonly admitUrl?: AdmitUrl
}

const refusedTarget =
  'a target was refused for its private address; WEIR_ALLOWED_PRIVATE_HOSTS or WEIR_ALLOWED_PRIVATE_CIDRS opens it'

/** The parts that fetch pages, for the service and the command line; `stack` disposes them. */
export async function composeFetch(config: Config, deps: FetchDeps, stack: AsyncDisposableStack) {
  const { log, own, profiles } = deps
  const admission = deps.admitUrl && { admitUrl: deps.admitUrl }
  const guard = createGuard({
    lookup: deps.lookup ?? stack.use(createLookup()),
    allowedCidrs: config.net.allowedPrivateCidrs,
    allowedHosts: config.net.allowedPrivateHosts,
    ...(own && { isOwnAddress: own.isOwn, onRefused: () => log.info({}, refusedTarget) }),
  })
  const { proxiesBasic: basic, proxiesEnhanced: enhanced } = config.secrets
  const routes = createRoutes({ basic, enhanced })
  const browsersDeps = { guard, log, routes, ...admission, ...(own && { own }) }
  const browsers = deps.browsers ?? (await composeBrowsers(config, browsersDeps, stack))
  const client = stack.use(createClient({ guard, routes, ...admission }))
  const bodyBytesMax = config.fetch.pageBytesMax
  const { userAgent } = config.fetch
  const hasFullBrowser = browsers.hasEnhanced === true
  const hasEnhanced = hasFullBrowser || routes.has('enhanced')
  const receive = hasFullBrowser ? createReceive({ browsers, contextSetting }) : undefined
  const engines = [httpEngine({ client, userAgent, hasEnhanced, receive, bodyBytesMax })]
  if (browsers.isAvailable) {
    const takeScreenshot = createTakeScreenshot()
    const runActions = createRunActions({ takeScreenshot })
    const render = createRender({
      browsers,
      contextSetting,
      capabilities: { runActions, takeScreenshot },
      adBlocker: createAdBlocker({ folder: join(config.storage.dataDir, 'browser') }),
      ...(profiles && { profiles }),
    })
    engines.push(browserEngine({ render, hasEnhanced, bodyBytesMax }))
  }
  const fetchPage = createFetchPage({ engines, routes, log })
  return { guard, browsers, fetchPage, client, routes }
}
