import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page, Response } from 'playwright-core'
import { ServiceError } from '#kernel/errors.ts'
import { toFetchError } from '#net/to-service-error.ts'
import type { AdBlocker, BannerBlocker } from './ad-blocker.ts'
import type { Action, ActionResults, Image, ScreenshotOptions } from './actions/action.ts'
import type { Browsers, ContextSetting, OpenedPage } from './browsers.ts'
import { correctEncoding, htmlType } from './correct-encoding.ts'
import { createInPage, type InPage } from './in-page.ts'
import { navigationFailure } from './navigation-failure.ts'
import { watchNetwork } from './network-watch.ts'
import { createPageClock, type PageClock } from './page-clock.ts'
import type { OpenProfile, Profiles } from './profiles.ts'
import type { FileFound, Render, RenderedPage, RenderRequest } from './rendering.ts'
import { waitUntilIdle, type IdleResult, type IdleWait } from './wait-until-idle.ts'
import { hasText } from './has-text.ts'
import { restrictVisits } from './restrict-visits.ts'

/** What can be done with a loaded page. */
export interface PageCapabilities {
  runActions(page: Page, actions: readonly Action[], signal: AbortSignal): Promise<ActionResults>
  takeScreenshot(page: Page, options: ScreenshotOptions, signal: AbortSignal): Promise<Image>
}

interface RenderDeps {
  readonly browsers: Pick<Browsers, 'withPage'>
  readonly capabilities?: PageCapabilities
  readonly contextSetting?: (
    request: Pick<RenderRequest, 'mobile' | 'location' | 'screenshot'>,
  ) => ContextSetting
  readonly adBlocker?: AdBlocker
  readonly profiles?: Profiles
}

export function createRender(deps: RenderDeps): Render {
  const getInPage = createInPage()
  return async (request, caller) => {
    const { signal } = caller
    const { proxy, location, skipTlsVerification, headers, route } = request
    await using profile = request.profile && (await deps.profiles?.open(request.profile))
    const context = { ...deps.contextSetting?.(request), ...makeState(profile) }
    const { host } = new URL(request.url)
    const way = { proxy, country: location.country, host, route }
    const setting = { ...way, skipTlsVerification, headers, context }
    return await deps.browsers.withPage(setting, caller, async (opened) => {
      const adBlocker = request.blockAds ? deps.adBlocker : undefined
      const banners = await adBlocker?.attach(opened, request.url)
      const { capabilities } = deps
      const rendering = renderPage({
        opened,
        request,
        signal,
        getInPage,
        capabilities,
        banners,
        profile,
      })
      const result = await Promise.race([rendering, awaitCrash(opened.page)])
      return { ...result, queuedMs: opened.queuedMs, timezone: context.timezoneId }
    })
  }
}

const makeState = (profile: OpenProfile | undefined) =>
  profile?.state && { storageState: profile.state }

interface RenderContext {
  readonly opened: OpenedPage
  readonly request: RenderRequest
  readonly signal: AbortSignal
  readonly getInPage: (session: CDPSession) => InPage
  readonly capabilities: PageCapabilities | undefined
  readonly banners: BannerBlocker | undefined
  readonly profile: OpenProfile | undefined
}

type RenderResult = Omit<RenderedPage, 'queuedMs' | 'timezone'> | Omit<FileFound, 'queuedMs'>

const file = { kind: 'file' } as const

async function renderPage(rendering: RenderContext): Promise<RenderResult> {
  const { request, opened } = rendering
  const { page, context, guarded } = opened
  const untilMs = performance.now() + timeLeftMs(request)
  context.on(
    'page',
    guarded((other: Page) => void (other !== page && close(other))),
  )
  const network = watchNetwork(opened, { withPictures: takesPictures(request) })
  const visits = await restrictVisits(opened, request)
  const [session, response] = await Promise.all([
    context.newCDPSession(page),
    navigate(opened, request.url),
  ])
  if (response === 'failed') visits.assertNoneRefused()
  if (response === 'failed' || !isWebPage(response)) return file

  const inPage = rendering.getInPage(session)
  const idleWait = { network, inPage, untilMs, signal: rendering.signal }
  const { idleResult, corrections, ...brought } = await act(
    rendering,
    idleWait,
    createPageClock(session),
  )
  refuseBlocked(opened)
  const branding = request.branding ? await inPage.brand() : undefined
  const source = request.comparesSource ? hadText(network.document) : undefined
  await rendering.banners?.remove()
  const written = await inPage.write(request.bodyBytesMax)
  if (!htmlType.test(written.contentType)) return file
  const unsaved = (await rendering.profile?.save(context, rendering.signal)) ?? []
  return {
    kind: 'page',
    url: page.url(),
    status: network.document?.status() ?? 200,
    headers: readHeaders(network.document),
    body: toBytes(written.html, request.bodyBytesMax),
    textLength: written.textLength,
    hadText: await source,
    ...brought,
    ...(branding && { branding }),
    media: network.media(),
    isCut: idleResult === 'cut',
    warnings: [...corrections, ...listWarnings(idleResult), ...unsaved],
  }
}

interface Acted extends Pick<RenderedPage, 'actionResults' | 'screenshot'> {
  readonly idleResult: IdleResult
  readonly corrections: readonly string[]
}

/** Waits until idle, waits, runs actions and takes the screenshot, in this order. */
async function act(
  { opened, request, signal, capabilities, banners }: RenderContext,
  idleWait: Omit<IdleWait, 'clock'>,
  clock: PageClock,
): Promise<Acted> {
  const { page } = opened
  const { actions, screenshot, waitMs } = request
  const acts = actions.length > 0
  // Databases of a profile run in real time.
  const later = request.profile ? undefined : clock
  // Actions run on the page in real time, not on its fast-forwarded state.
  const asFound = { ...idleWait, clock: acts ? undefined : later }
  let idleResult = await waitUntilIdle(asFound)
  const isMisread = idleResult === 'complete' && (await idleWait.inPage.isMisread())
  const corrections = isMisread ? await correctEncoding(opened, request) : []
  if (isMisread) idleResult = await waitUntilIdle(asFound)
  using pacing = new DisposableStack()
  if (later && !acts && (waitMs > 0 || screenshot)) pacing.use(later.keepPace())
  if (waitMs > 0) await sleep(waitMs, undefined, { signal })
  if (acts || screenshot || request.branding) await banners?.hide()
  const actionResults = acts ? await capabilities?.runActions(page, actions, signal) : undefined
  if (actionResults) {
    idleResult = await waitUntilIdle({ ...idleWait, clock: later })
    if (later) pacing.use(later.keepPace())
  }
  const picture = screenshot && (await capabilities?.takeScreenshot(page, screenshot, signal))
  return {
    idleResult,
    corrections,
    ...(actionResults && { actionResults }),
    ...(picture && { screenshot: picture }),
  }
}

/** Share of the time that is reserved for the steps after the page is idle. */
const reserveShare = 0.15
const reserveMsMax = 3_000

function timeLeftMs({ deadlineAt, waitMs }: RenderRequest): number {
  if (!deadlineAt) return Infinity
  const leftMs = deadlineAt.getTime() - Date.now()
  return leftMs - Math.min(leftMs * reserveShare, reserveMsMax) - waitMs
}

const takesPictures = ({ screenshot, actions }: RenderRequest) =>
  screenshot !== undefined || actions.some(({ type }) => type === 'screenshot' || type === 'pdf')

/** Returns `failed` if the URL leads to something that a browser does not display. Throws `ServiceError`. */
export async function navigate(
  { page, lastFailure, challenge }: OpenedPage,
  url: string,
): Promise<Response | null | 'failed'> {
  try {
    // The signal limits it: it closes the page.
    const response = await page.goto(url, { waitUntil: 'commit', timeout: 0 })
    if (!isOfOwnProxy(response, challenge)) return response
    throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED', notAdmitted)
  } catch (thrown) {
    if (thrown instanceof ServiceError) throw thrown
    const failure = navigationFailure(thrown, lastFailure())
    if (failure) throw failure
    return 'failed'
  }
}

/** Throws if the page has tried to lead to a URL that the policy blocks: Chromium then shows an error page. */
function refuseBlocked({ page, blocked }: Pick<OpenedPage, 'page' | 'blocked'>): void {
  const failure = blocked()
  if (failure && page.url().startsWith('chrome-error:')) throw toFetchError(failure)
}

const notAdmitted =
  'The browser does not authenticate at the proxy of this service. "weir doctor" on the server says more.'

/** An authentication request of our own proxy is a fault of the service, not a document. */
const isOfOwnProxy = (response: Response | null, challenge: string | undefined) =>
  challenge !== undefined && response?.headers()['proxy-authenticate'] === challenge

/** Without a content type the browser detects it, and is asked after loading. */
function isWebPage(response: Response | null): boolean {
  const type = response?.headers()['content-type']
  return type === undefined || htmlType.test(type)
}

/** Headers that describe the received bytes or the connection, not the rendered document. */
const passingHeaders =
  /^(set-cookie|content-(encoding|length|type|md5|range)|transfer-encoding|etag|last-modified|accept-ranges|connection|keep-alive)$/

function readHeaders(response: Response | undefined): Record<string, string> {
  const sent = Object.entries(response?.headers() ?? {})
  return {
    ...Object.fromEntries(sent.filter(([name]) => !passingHeaders.test(name))),
    'content-type': 'text/html; charset=utf-8',
  }
}

function toBytes(html: string | undefined, bytesMax: number): Uint8Array {
  const bytes = html === undefined ? undefined : Buffer.from(html)
  if (bytes && bytes.byteLength <= bytesMax) return bytes
  const message = 'The site could not be loaded: ERR_RESPONSE_TOO_BIG.'
  throw new ServiceError('SCRAPE_SITE_ERROR', message)
}

const sourceMsMax = 500

/** Undefined if the browser has not kept the response body. */
async function hadText(response: Response | undefined): Promise<boolean | undefined> {
  const text = response?.text().catch(() => undefined)
  const source = await Promise.race([text, sleep(sourceMsMax, undefined, { ref: false })])
  return source === undefined ? undefined : hasText(source)
}

function listWarnings(idleResult: IdleResult): string[] {
  if (idleResult === 'complete') return []
  return ['The page was still loading when it was taken: content may be missing.']
}

async function awaitCrash(page: Page): Promise<never> {
  await page.waitForEvent('crash', { timeout: 0 })
  const message = 'The page made the browser fail: it needs more memory than there is for a page.'
  throw new ServiceError('SCRAPE_SITE_ERROR', message)
}

/** A pop-up may have closed itself already. */
function close(page: Page): void {
  page.close().catch(() => {})
}
