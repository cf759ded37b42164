import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { startPages, type Pages } from '#test/fixtures/pages.ts'
import { createAdBlocker, type BannerBlocker } from './ad-blocker.ts'
import { createBlockedUrls } from './ads/blocked-urls.ts'
import { createPopUpRules } from './ads/pop-up-rules.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

let browser: Awaited<ReturnType<typeof startLocalBrowser>>
let site: Pages
const folder = mkdtempSync(join(tmpdir(), 'weir-ads-'))
before(async () => {
  browser = await startLocalBrowser()
  site = await startPages({
    '/news': news,
    '/all':
      '<body class="cookie-banner"><main id="CookieConsentContainer"><p>Everything is in here.</p></main>',
    ...Object.fromEntries(
      ['/ads.js', '/static/app.js', '/pagead/show.js'].map((path) => [
        path,
        {
          headers: { 'content-type': 'text/javascript' },
          body: 'document.body.append("Loaded: " + document.currentScript.src)',
        },
      ]),
    ),
    '/tracking-pixel.gif': { headers: { 'content-type': 'image/gif' }, body: '' },
    '/inside': '<p>A frame</p>',
  })
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await browser[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const news = `<!doctype html><title>News</title><body style="margin:0;background:rgb(0,128,0);overflow:hidden">
  <h1>News</h1><p>Something has happened.</p><div style="height:3000px"></div>
  <script src="/ads.js"></script><script src="/static/app.js"></script><script src="/pagead/show.js"></script>
  <script src="https://stats.g.doubleclick.net/dc.js"></script>
  <img src="/tracking-pixel.gif"><img src="https://www.facebook.com/tr?id=1">
  <iframe src="https://ads.pubmatic.com/frame"></iframe><iframe src="/inside"></iframe>
  <div id="CookieConsentContainer" style="position:fixed;inset:0;background:rgb(255,0,0)">We value your privacy</div>`

interface Seen {
  readonly html: string
  readonly asked: string[]
  readonly failed: string[]
}

/** Loads a page with or without the blocker; returns its requests. */
async function load(
  path: string,
  use?: (page: Page, banners: BannerBlocker) => Promise<unknown>,
): Promise<Seen> {
  const setting = { proxy: 'basic', skipTlsVerification: true, headers: {}, context: {} } as const
  return browser.withPage(setting, callerUntil(AbortSignal.timeout(60_000)), async (opened) => {
    const { page } = opened
    const failed: string[] = []
    page.on('requestfailed', (request) => {
      failed.push(request.url())
    })
    const from = site.requests.length
    const banners = use && (await createAdBlocker({ folder }).attach(opened, site.url + path))
    await page.goto(site.url + path)
    if (banners) await use(page, banners)
    const asked = site.requests.slice(from).map(({ url = '' }) => url)
    return { html: await page.content(), asked, failed }
  })
}

test('advertisements and trackers are not loaded, and the page is', async () => {
  const { asked, failed, html } = await load('/news', async () => {})
  assert.deepEqual(asked.toSorted(), ['/inside', '/news', '/static/app.js'])
  assert.deepEqual(failed.map((url) => url.replace(site.url, '')).toSorted(), [
    '/ads.js',
    '/pagead/show.js',
    '/tracking-pixel.gif',
    'https://ads.pubmatic.com/frame',
    'https://stats.g.doubleclick.net/dc.js',
    'https://www.facebook.com/tr?id=1',
  ])
  assert.match(html, /Loaded: .*\/static\/app\.js/)
})

test('without the blocker everything is loaded', async () => {
  const { asked } = await load('/news')
  assert.ok(
    asked.includes('/ads.js') &&
      asked.includes('/pagead/show.js') &&
      asked.includes('/tracking-pixel.gif'),
  )
})

test('a banner is hidden, and its page can be scrolled', async () => {
  await load('/news', async (page, banners) => {
    const colour = async () => {
      const { data } = await sharp(await page.screenshot())
        .extract({ left: 600, top: 600, width: 1, height: 1 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return [...data]
    }
    assert.deepEqual(await colour(), [255, 0, 0])
    const before = await page.content()
    await banners.hide()
    assert.deepEqual(await colour(), [0, 128, 0])
    assert.equal(await page.evaluate('getComputedStyle(document.body).overflowY'), 'auto')
    assert.equal(await page.content(), before)
  })
})

test('a banner is removed from the document', async () => {
  const { html } = await load('/news', (_page, banners) => banners.remove())
  assert.match(html, /Something has happened/)
  assert.doesNotMatch(html, /We value your privacy/)
})

test('a rule that would hide the whole page is ignored', async () => {
  const { html } = await load('/all', (_page, banners) => banners.remove())
  assert.match(html, /Everything is in here/)
})

test('compiled rules are cached, and compiled again if the cache is damaged', async () => {
  const names = { classes: ['cookie-banner'], ids: [] }
  const own = join(folder, 'own')
  const style = () => createPopUpRules(own).styleFor('https://news.example/', names)
  const first = await style()
  assert.match(first, /\.cookie-banner[,\s{]/)
  const [file = ''] = readdirSync(own)
  assert.equal(await style(), first)
  writeFileSync(join(own, file), 'broken')
  assert.equal(await style(), first)
})

test('advertising companies are blocked, except those that also serve content', () => {
  const urls = createBlockedUrls()
  const page = 'https://news.example/a'
  for (const host of [
    'doubleclick.net',
    'ads.g.doubleclick.net',
    'static.hotjar.com',
    'cdn.cookielaw.org',
  ]) {
    assert.ok(urls.isBlockedFrame(`https://${host}/x`, page), host)
  }
  for (const host of [
    's.yimg.com',
    'www.linkedin.com',
    'cdn.jwplayer.com',
    'notdoubleclick.net',
    'news.example',
  ]) {
    assert.ok(!urls.isBlockedFrame(`https://${host}/x`, page), host)
  }
  assert.ok(!urls.isBlockedFrame('https://static.hotjar.com/x', 'https://www.hotjar.com/'))
  const patterns = urls.patternsFor('https://www.hotjar.com/')
  assert.ok(patterns.length > 1_000)
  assert.ok(!patterns.some((pattern) => pattern.includes('hotjar.com')))
})
