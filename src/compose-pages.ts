import { join } from 'node:path'
import { createRunActions } from '#browser/actions/run-actions.ts'
import { createAdBlocker } from '#browser/ad-blocker.ts'
import type { Browsers } from '#browser/browsers.ts'
import { contextSetting } from '#browser/context-setting.ts'
import { createBrowsers } from '#browser/create-browsers.ts'
import { defaultPagesMax } from '#browser/default-pages-max.ts'
import { withEnhancedBrowsers } from '#browser/enhanced-browsers.ts'
import {
  findBrowser,
  findFullBrowser,
  ofSystem,
  packedBrowser,
  type FoundBrowser,
} from '#browser/find-browser.ts'
import { createProfiles } from '#browser/profiles.ts'
import { createReceive } from '#browser/receive.ts'
import { createRender } from '#browser/render.ts'
import { createTakeScreenshot } from '#browser/screenshot.ts'
import type { Config } from '#config.ts'
import type { ReadContent } from '#reading/read-content.ts'
import { findTesseract } from '#documents/ocr/find-tesseract.ts'
import { createReadDocument } from '#reading/processes/create-read-document.ts'
import { createReadContent } from '#reading/pool.ts'
import { createReadAny } from '#reading/read-any.ts'
import { browserEngine } from '#fetch/engines/browser.ts'
import { httpEngine } from '#fetch/engines/http.ts'
import { createFetchPage, type FetchPage } from '#fetch/fetch-page.ts'
import { findProgram } from '#base/find-program.ts'
import type { Log } from '#kernel/log.ts'
import { withoutNetwork } from '#kernel/without-network.ts'
import type { AdmitUrl } from '#kernel/screen.ts'
import { createFetchMedia } from '#media/create-fetch-media.ts'
import type { FetchMedia } from '#media/media.ts'
import { createClient, type Client } from '#net/client.ts'
import { startFilteringProxy, type FilteringProxy } from '#net/filtering-proxy.ts'
import { createGuard, type Guard } from '#net/guard.ts'
import { createRoutes, type Routes } from '#net/routes.ts'
import { createLookup, type Lookup } from '#net/lookup.ts'
import type { OwnAddresses } from '#net/own-addresses.ts'
import type { TemporaryFiles } from '#storage/temporary-files.ts'
import type { ProfileStore } from '#storage/profile-store.ts'

interface FetchDeps {
  readonly log: Log
  /** Its own when absent. */
  readonly lookup?: Lookup
  /** Replaces the configured browsers. */
  readonly browsers?: Browsers | undefined
  /** Absent on the command line, without a service. */
  readonly own?: OwnAddresses
  /** Absent on the command line, without teams. */
  readonly profiles?: ProfileStore
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
      ...(profiles && { profiles: createProfiles(profiles) }),
    })
    engines.push(browserEngine({ render, hasEnhanced, bodyBytesMax }))
  }
  const fetchPage: FetchPage = createFetchPage({ engines, routes, log })
  return { guard, browsers, fetchPage, client, routes }
}

interface BrowsersDeps {
  readonly guard: Guard
  readonly routes: Routes
  readonly admitUrl?: AdmitUrl
  readonly own?: OwnAddresses
  readonly log: Log
}

/** The browsers and the proxy that all of their connections go through. Chromium starts with the first page. */
async function composeBrowsers(
  config: Config,
  { guard, routes, admitUrl, own, log }: BrowsersDeps,
  stack: AsyncDisposableStack,
): Promise<Browsers> {
  const found = configuredBrowser(config)
  const host = config.browser.proxyHost
  const proxy = stack.use(
    await startFilteringProxy({
      guard,
      ...(admitUrl && { admitUrl }),
      log,
      routes,
      host,
      admission: found?.kind === 'remote' ? 'credentials' : 'name',
    }).catch((cause: unknown) => {
      const text = `WEIR_BROWSER_PROXY_HOST: the proxy of the browser cannot listen on ${host}. Set an address of this machine.`
      throw new Error(text, { cause })
    }),
  )
  await own?.add(proxy.host, proxy.port)
  // A configured browser is never replaced by the fallback.
  const isReplaceable = found?.kind === 'program' && found.source === ofSystem
  const pagesMax = config.browser.pagesMax ?? defaultPagesMax()
  const { pageBytesMax } = config.browser
  const hasSandbox = config.browser.sandbox === 'on'
  const both = { proxy, log, hasSandbox, pageBytesMax }
  const fallback = isReplaceable ? packedBrowser() : undefined
  const plain = createBrowsers({ ...both, found, fallback, pagesMax })
  const local = found?.kind === 'remote' ? undefined : found
  const full = local && findFullBrowser()
  const enhanced =
    full &&
    createBrowsers({
      ...both,
      found: full,
      fallback: local,
      isLikeWindow: true,
      pagesMax: Math.ceil(pagesMax / 2),
    })
  return stack.use(withEnhancedBrowsers({ plain, enhanced }))
}

/** Undefined without a browser or if browsers are disabled. Throws if the configured one does not exist. */
export function configuredBrowser(config: Config): FoundBrowser | undefined {
  if (config.browser.pagesMax === 0) return undefined
  return findBrowser({ url: config.secrets.browserUrl, path: config.browser.path })
}

interface MediaDeps {
  readonly guard: Guard
  readonly admitUrl: AdmitUrl
  readonly client: Client
  readonly routes: Routes
  readonly own: OwnAddresses
  readonly temporaryFiles: TemporaryFiles
  readonly log: Log
}

/** Audio and video of pages. The proxy of its programs starts when one of them is first needed; `stack` disposes it. */
export function composeMedia(
  config: Config,
  { guard, admitUrl, client, routes, own, temporaryFiles, log }: MediaDeps,
  stack: AsyncDisposableStack,
): FetchMedia {
  let proxy: Promise<FilteringProxy> | undefined
  async function startProxy(): Promise<FilteringProxy> {
    const parts = { guard, admitUrl, log, routes }
    const started = await startFilteringProxy({ ...parts, admission: 'credentials' })
    await own.add(started.host, started.port)
    return started
  }
  stack.defer(async () => (await proxy)?.[Symbol.asyncDispose]())
  return createFetchMedia({
    client,
    userAgent: config.fetch.userAgent,
    temporaryFiles,
    proxy: () => (proxy ??= startProxy()),
    programs: mediaPrograms(config),
    bytesMax: config.media.bytesMax,
  })
}

/** The optional programs of the formats `audio` and `video`. Throws if a configured one does not exist. */
export function mediaPrograms({ media: { ffmpegPath, ytDlpPath } }: Config) {
  const ffmpeg = { name: 'ffmpeg', setting: 'WEIR_FFMPEG_PATH', configured: ffmpegPath }
  const ytDlp = { name: 'yt-dlp', setting: 'WEIR_YT_DLP_PATH', configured: ytDlpPath }
  return {
    ffmpeg: ffmpegPath === 'off' ? undefined : findProgram(ffmpeg),
    ytDlp: ytDlpPath === 'off' ? undefined : findProgram(ytDlp),
  }
}

/** The program that reads pictures. Undefined when there is none, or none that can run without a network: the packaged one is used. */
export function pictureReader(config: Config): string | undefined {
  const program = findTesseract(config.content.tesseractPath)
  return withoutNetwork().length > 0 ? program : undefined
}

/** The parts that read pages and documents; `stack` disposes them. */
export function composeReaders(
  config: Config,
  stack: AsyncDisposableStack,
  { threadsMax }: { readonly threadsMax?: number } = {},
) {
  const readPage = stack.use(createReadContent(threadsMax ? { workersMax: threadsMax } : {}))
  const readDocument = stack.use(
    createReadDocument({
      ocr: {
        program: pictureReader(config),
        languages: config.content.ocrLanguages,
      },
      memoryBytesMax: config.content.documentBytesMax,
      ...(config.content.documentsMax && { processesMax: config.content.documentsMax }),
    }),
  )
  const readContent: ReadContent = createReadAny({ readPage, readDocument })
  return { readContent, readDocument }
}
