import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { browsersUnderTest, plainSetting, startBrowsers } from '#test/fixtures/browsers.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const enhanced = Object.values(browsersUnderTest).find(({ isLikeWindow }) => isLikeWindow)
const plain = Object.values(browsersUnderTest).find(({ isLikeWindow }) => !isLikeWindow)
const skip = (!enhanced || !plain) && 'needs a full Chromium and another'

/** Notices whether something reads the stack of an error that it writes to the console. */
const noticing = `let seen = 0
  Error.prepareStackTrace = () => { seen += 1; return '' }
  console.log(new Error(''))
  console.debug({ error: new Error('') })
  delete Error.prepareStackTrace`

const ofEnhanced = await startBrowsers(enhanced)
disposeAfterTests(ofEnhanced)

async function withSite(
  use: (page: Page, url: string) => Promise<void>,
  browsers = ofEnhanced,
): Promise<void> {
  await using site = await startSite(({ url = '', headers }, response) => {
    response.setHeader('content-type', 'text/html')
    if (url.startsWith('/frame'))
      return response.end(
        `<script>${noticing}; window.name2 = 'frame'</script><p id="inside">In</p>`,
      )
    if (url === '/many') return response.end('<iframe srcdoc="<p>In</p>"></iframe>'.repeat(20))
    if (url === '/worker.js')
      return response
        .setHeader('content-type', 'text/javascript')
        .end(`${noticing}; setTimeout(() => postMessage(seen))`)
    const other = `http://127.0.0.1:${headers.host?.split(':')[1]}/frame`
    return response.end(`<title>Mills</title><script>${noticing}; window.name2 = 'page'</script>
      <button onclick="document.title = 'Pressed'">Press</button>
      <iframe src="/frame"></iframe><iframe src="${other}"></iframe>
      <iframe srcdoc="<script>name2 = 'srcdoc'</script>"></iframe><iframe></iframe>`)
  })
  const caller = callerUntil(AbortSignal.timeout(120_000))
  await browsers.withPage({ ...plainSetting, context: {} }, caller, ({ page }) =>
    use(page, `http://localhost:${site.port}`),
  )
}

test('a page and its frames cannot notice the connection of DevTools', { skip }, async () => {
  await withSite(async (page, url) => {
    for (const path of ['/', '/again']) {
      await page.goto(url + path)
      const noticed = page.frames().slice(0, 3)
      const seen = await Promise.all(noticed.map((frame) => frame.evaluate('seen')))
      assert.deepEqual(seen, [0, 0, 0])
    }
    const ofWorker = await page.evaluate(`new Promise((done) => {
      new Worker('/worker.js').onmessage = ({ data }) => done(data)
    })`)
    assert.equal(ofWorker, 0)
  })
})

test('a page can notice the connection to a browser of the other modes', { skip }, async () => {
  await using ofPlain = await startBrowsers(plain)
  await withSite(async (page, url) => {
    await page.goto(url)
    assert.notEqual(await page.evaluate('seen'), 0)
  }, ofPlain)
})

test(
  'the driver finds the contexts of every document of a page and its frames',
  { skip },
  async () => {
    await withSite(async (page, url) => {
      const names = () => Promise.all(page.frames().map((frame) => frame.evaluate('window.name2')))
      const all = ['page', 'frame', 'frame', 'srcdoc', undefined]
      for (const path of ['/', '/again']) {
        await page.goto(url + path)
        assert.deepEqual(await names(), all)
        await page.click('button')
        assert.equal(await page.title(), 'Pressed')
        const button = await page.waitForSelector('button')
        assert.equal(await button.evaluate((element) => element.textContent), 'Press')
        const [, near, far] = page.frames()
        for (const frame of [near, far])
          assert.equal(await frame?.locator('#inside').textContent(), 'In')
        assert.ok((await page.screenshot()).length > 0)
      }
      await page.reload()
      assert.deepEqual(await names(), all)
      await page.goBack()
      assert.deepEqual(await names(), all)
      await page.evaluate("location.href = '/frame'")
      await page.waitForURL('**/frame')
      assert.equal(await page.evaluate('window.name2'), 'frame')
      await page.evaluate("document.body.append(document.createElement('iframe'))")
      const late = page.frames().at(-1)
      await late?.evaluate("document.body.append('Late')")
      assert.equal(await late?.locator('body').textContent(), 'Late')
      const popup = page.waitForEvent('popup')
      await page.evaluate("window.open('/frame')")
      assert.equal(await (await popup).evaluate('window.name2'), 'frame')
    })
  },
)

test('the contexts of many frames are found at the same time', { skip }, async () => {
  await withSite(async (page, url) => {
    for (let round = 0; round < 5; round++) {
      await page.goto(`${url}/many`)
      const texts = await Promise.all(
        page.frames().map((frame) => frame.evaluate('document.body.innerText')),
      )
      assert.deepEqual(
        texts.slice(1),
        Array.from({ length: 20 }, () => 'In'),
      )
    }
  })
})
