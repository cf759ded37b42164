import { join } from 'node:path'
import { createRunActions } from '#browser/actions/run-actions.ts'
import { createAdBlocker } from '#browser/ad-blocker.ts'
import type { Browsers } from '#browser/browsers.ts'
import { contextSetting } from '#browser/context-setting.ts'
import { createProfiles } from '#browser/profiles.ts'
import { createRender } from '#browser/render.ts'
import type { Render } from '#browser/rendering.ts'
import { createTakeScreenshot } from '#browser/screenshot.ts'
import type { Config } from '#config.ts'
import { browserEngine } from '#fetch/engines/browser.ts'
import { httpEngine } from '#fetch/engines/http.ts'
import { createFetchPage, type FetchPage } from '#fetch/fetch-page.ts'
import type { Log } from '#kernel/log.ts'
import { createClient } from '#net/client.ts'
import type { Guard } from '#net/guard.ts'
import type { ProfileStore } from '#storage/profile-store.ts'

interface FetchParts {
  readonly guard: Guard
  readonly log: Log
  readonly browsers: Browsers
  /** Absent where there are no teams. */
  readonly profiles?: ProfileStore
  /** Disposes what is made here. */
  readonly stack: AsyncDisposableStack
}

/** Everything that gets pages, behind one choice. Without a browser there is one way less. */
export function composeFetch(config: Config, parts: FetchParts): FetchPage {
  const { guard, log, browsers, stack } = parts
  const proxies = { basic: config.WEIR_PROXY_BASIC, enhanced: config.WEIR_PROXY_ENHANCED }
  const client = stack.use(createClient({ guard, proxies }))
  const { WEIR_USER_AGENT: userAgent, WEIR_PAGE_BYTES_MAX: bodyBytesMax } = config
  const engines = [httpEngine({ client, userAgent, bodyBytesMax })]
  if (browsers.isAvailable) {
    const { hasProxies } = client
    engines.push(browserEngine({ render: composeRender(config, parts), hasProxies, bodyBytesMax }))
  }
  return createFetchPage({ engines, log })
}

function composeRender(config: Config, { browsers, profiles }: FetchParts): Render {
  const takeScreenshot = createTakeScreenshot()
  const runActions = createRunActions({ takeScreenshot })
  const adBlocker = createAdBlocker({ folder: join(config.WEIR_DATA_DIR, 'browser') })
  const skills = { runActions, takeScreenshot }
  const kept = profiles && { profiles: createProfiles(profiles) }
  return createRender({ browsers, contextSetting, skills, adBlocker, ...kept })
}
