// acceptance: quick
/**
 * The browser of Linux distributions, which many users have, and the full one of `enhanced` render through the proxy what pages need a browser for: scripts,
 * request headers, blocked ads, frames, actions, screenshots. Control: a proxy that asks for credentials, with a second session
 * that intercepts requests; its challenge becomes the page.
 */
import { createAdBlocker } from '#browser/ad-blocker.ts'
import { createRunActions } from '#browser/actions/run-actions.ts'
import type { Browsers } from '#browser/browsers.ts'
import { contextSetting } from '#browser/context-setting.ts'
import { packedBrowser } from '#browser/find-browser.ts'
import { createRender } from '#browser/render.ts'
import type { RenderRequest } from '#browser/rendering.ts'
import { createTakeScreenshot } from '#browser/screenshot.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { browsersUnderTest, startBrowsers } from '#test/fixtures/browsers.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const found = packedBrowser()
if (!found) {
  process.stdout.write('packaged-browser: skipped: needs Linux on x64 and the package\n')
  process.exit(0)
}

await using site = await startSite((request, response) => {
  const name = JSON.stringify(String(request.headers['x-name']))
  response.setHeader('content-type', 'text/html')
    .end(`<!doctype html><title>Page</title><main></main>
    <button onclick="document.querySelector('main').append(' clicked')">Click</button>
    <iframe srcdoc="<p>framed</p>"></iframe>
    <script>document.querySelector('main').append('shown for ' + ${name})</script>`)
})

const plain: RenderRequest = {
  url: `${site.url}/`,
  headers: {},
  mobile: false,
  location: { country: 'US' },
  blockAds: false,
  skipTlsVerification: false,
  proxy: 'basic',
  waitMs: 0,
  actions: [],
  bodyBytesMax: 1_000_000,
  comparesSource: true,
}
const headers = { 'x-name': 'Reed' }
const click = { type: 'click', selector: 'button', all: false } as const
const kinds: readonly [Partial<RenderRequest>, RegExp][] = [
  [{}, /shown for undefined/],
  [{ headers }, /shown for Reed/],
  [{ blockAds: true }, /shown for undefined/],
  [{ headers, blockAds: true }, /shown for Reed/],
  [{ headers, blockAds: true, mobile: true }, /shown for Reed/],
  [{ blockAds: true, actions: [click] }, /shown for undefined clicked/],
  [{ headers, blockAds: true, screenshot: { fullPage: true } }, /shown for Reed/],
]

const takeScreenshot = createTakeScreenshot()
const capabilities = { takeScreenshot, runActions: createRunActions({ takeScreenshot }) }
const adBlocker = createAdBlocker({})

/** The time limit only ends a hang; the control needs it. */
async function shownBy(browsers: Pick<Browsers, 'withPage'>, msMax = 120_000): Promise<number> {
  const render = createRender({ browsers, contextSetting, capabilities, adBlocker })
  let shown = 0
  for (const [asked, expected] of kinds) {
    const caller = callerUntil(AbortSignal.timeout(msMax))
    const page = await render({ ...plain, ...asked }, caller).catch(() => undefined)
    const html = page?.kind === 'page' ? Buffer.from(page.body).toString() : ''
    const hasPicture = !asked.screenshot || (page?.kind === 'page' && page.screenshot !== undefined)
    if (expected.test(html) && /framed/.test(html) && hasPicture) shown++
  }
  return shown
}

await using browsers = await startBrowsers({ found })
const ours = await shownBy(browsers)
const described = browsers.describe()

/** The full browser of `enhanced`, if one is installed. */
const full = Object.values(browsersUnderTest).find(({ isLikeWindow }) => isLikeWindow)
let [shownByFull, kindsOfFull] = [0, 0]
if (full) {
  await using fullBrowsers = await startBrowsers(full)
  shownByFull = await shownBy(fullBrowsers)
  kindsOfFull = kinds.length
}

/** Control: a proxy that asks for credentials, and a second session that intercepts requests. */
await using asking = await startBrowsers({ found, net: { admission: 'credentials' } })
const withPage: Browsers['withPage'] = (setting, caller, use) =>
  asking.withPage(setting, caller, async (opened) => {
    if (Object.keys(setting.headers).length === 0) return use(opened)
    const second = await opened.context.newCDPSession(opened.page)
    await second.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] })
    second.on('Fetch.requestPaused', ({ requestId }) => {
      second.send('Fetch.continueRequest', { requestId }).catch(() => {})
    })
    return use(opened)
  })
const theirs = await shownBy({ withPage }, 30_000)

report(
  'packaged-browser',
  ours === kinds.length && shownByFull === kindsOfFull && theirs < kinds.length,
  `${ours} of ${kinds.length} kinds of page rendered by ${described}, ` +
    `${shownByFull} of ${kindsOfFull} by that of enhanced; control ${theirs} of ${kinds.length}`,
)
