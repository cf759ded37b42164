import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { startPages } from '#test/fixtures/pages.ts'
import type { Image, ScreenshotOptions } from './actions/action.ts'
import type { ContextSetting } from './browsers.ts'
import { createTakeScreenshot } from './screenshot.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const takeScreenshot = createTakeScreenshot()

const browser = await startLocalBrowser()
const busy = Promise.withResolvers<void>()
const site = await startPages({
  '/quarters': `<style>body{margin:0;height:100vh;background:
    conic-gradient(rgb(0,0,255) 25%, rgb(255,255,0) 25% 50%, rgb(0,128,0) 50% 75%, rgb(255,0,0) 75%)}</style>`,
  '/lazy': `<style>body{margin:0}p{margin:0;height:1000px}</style>${'<p></p>'.repeat(6)}<script>
    const watch = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) target.style.background = 'rgb(0,128,0)'
    })
    document.querySelectorAll('p').forEach((it) => watch.observe(it))</script>`,
  '/tall': `<style>body{margin:0}i{display:block;height:100px}</style>
    <i style="background:rgb(255,0,0)"></i><div style="height:40000px;background:rgb(0,0,255)"></div>`,
  '/endless': `<style>p{height:900px}</style><p>0</p><script>
    addEventListener('scroll', () => document.body.append(document.createElement('p')))</script>`,
  '/fading': `<style>body{margin:0;background:rgb(0,128,0)}
    div{height:100vh;background:white;animation:go 60s forwards}@keyframes go{to{opacity:0}}</style><div></div>`,
  '/busy': `<h1>Busy</h1><script>const request = new XMLHttpRequest()
    request.open('GET', '/busy-now', false)
    request.send()
    for (;;);</script>`,
  '/busy-now': () => {
    busy.resolve()
    return { body: '' }
  },
})
disposeAfterTests(browser, site)

function picture(
  path: string,
  options: Partial<ScreenshotOptions> = {},
  context: ContextSetting = {},
) {
  const setting = { proxy: 'basic', skipTlsVerification: true, headers: {}, context } as const
  const signal = AbortSignal.timeout(60_000)
  return browser.withPage(setting, callerUntil(signal), async ({ page }) => {
    await page.goto(site.url + path)
    const image = await takeScreenshot(page, { fullPage: false, ...options }, signal)
    return { image, window: page.viewportSize() }
  })
}

/** The colour of one pixel as red, green and blue. */
async function colourAt({ bytes }: Image, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

async function readSize({ bytes }: Image) {
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height }
}

const [red, green, blue, yellow] = [
  [255, 0, 0],
  [0, 128, 0],
  [0, 0, 255],
  [255, 255, 0],
]

test('a screenshot has the content of the window, as PNG', async () => {
  const { image } = await picture('/quarters')
  assert.equal(image.contentType, 'image/png')
  assert.deepEqual(await readSize(image), { format: 'png', width: 1280, height: 720 })
  assert.deepEqual(await colourAt(image, 10, 10), red)
  assert.deepEqual(await colourAt(image, 1270, 10), blue)
  assert.deepEqual(await colourAt(image, 1270, 710), yellow)
  assert.deepEqual(await colourAt(image, 10, 710), green)
})

test('with a quality it is a JPEG, smaller with lower quality', async () => {
  const [rough, fine] = [
    await picture('/quarters', { quality: 5 }),
    await picture('/quarters', { quality: 95 }),
  ]
  assert.equal(rough.image.contentType, 'image/jpeg')
  assert.deepEqual(await readSize(rough.image), { format: 'jpeg', width: 1280, height: 720 })
  assert.ok(rough.image.bytes.byteLength < fine.image.bytes.byteLength)
  const [r = 0, g = 0, b = 255] = await colourAt(fine.image, 10, 10)
  assert.ok(r > 250 && g < 5 && b < 5)
})

test('a viewport of its own applies to the screenshot only', async () => {
  const { image, window } = await picture('/quarters', { viewport: { width: 400, height: 300 } })
  assert.deepEqual(await readSize(image), { format: 'png', width: 400, height: 300 })
  assert.deepEqual(await colourAt(image, 390, 290), yellow)
  assert.deepEqual(window, { width: 1280, height: 720 })
})

test('the largest permitted viewport has a screenshot', async () => {
  const { image } = await picture('/quarters', {
    viewport: { width: 7680, height: 4320 },
    quality: 80,
  })
  assert.deepEqual(await readSize(image), { format: 'jpeg', width: 7680, height: 4320 })
})

test('a full page is scrolled before its screenshot is taken', async () => {
  const { image } = await picture('/lazy', { fullPage: true })
  assert.deepEqual(await readSize(image), { format: 'png', width: 1280, height: 6000 })
  for (const top of [500, 2500, 5999]) assert.deepEqual(await colourAt(image, 640, top), green)
})

test('a page that is too long for a screenshot is cut', async () => {
  const { image } = await picture('/tall', { fullPage: true })
  assert.deepEqual(await readSize(image), { format: 'png', width: 1280, height: 16384 })
  assert.deepEqual(await colourAt(image, 5, 50), red)
  for (const top of [150, 8000, 16300]) assert.deepEqual(await colourAt(image, 5, top), blue)
})

test('an endless page has a screenshot of its start', async () => {
  const { image } = await picture('/endless', { fullPage: true })
  const { height } = await readSize(image)
  assert.ok(height > 3000 && height <= 16384, String(height))
})

test('the screenshot has the pixel density of the device', async () => {
  const phone = { viewport: { width: 400, height: 800 }, deviceScaleFactor: 2.5, isMobile: true }
  const { image } = await picture('/tall', { fullPage: true }, phone)
  const { width, height } = await readSize(image)
  assert.ok(width >= 1000 && height <= 16384, `${width} × ${height}`)
})

test('elements that fade in are visible', async () => {
  const { image } = await picture('/fading')
  assert.deepEqual(await colourAt(image, 640, 360), green)
})

test('a page that is always busy has no screenshot, and the timeout of the request ends the wait', async () => {
  const setting = { proxy: 'basic', skipTlsVerification: true, headers: {}, context: {} } as const
  const late = new AbortController()
  const taking = browser.withPage(setting, callerUntil(late.signal), async ({ page }) => {
    await page.goto(`${site.url}/busy`, { waitUntil: 'commit' })
    await busy.promise
    setTimeout(() => late.abort(new Error('late')), 1_000)
    return takeScreenshot(page, { fullPage: true }, late.signal)
  })
  await assert.rejects(taking, /late/)
})
