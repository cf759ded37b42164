import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainSetting, startBrowsers } from '#test/fixtures/browsers.ts'
import { startSite } from '#test/fixtures/site.ts'
import { packedBrowser } from './find-browser.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const found = packedBrowser()

test('the browser of the npm package renders text in its sandbox', { skip: !found }, async () => {
  await using site = await startSite((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>')
  })
  await using browsers = await startBrowsers({ found })

  const text = await browsers.withPage(
    plainSetting,
    callerUntil(AbortSignal.timeout(60_000)),
    async ({ page }) => {
      await page.goto(site.url)
      return page.innerText('h1')
    },
  )

  assert.equal(text, 'Hello')
  assert.match(browsers.describe(), /of the packages, sandbox on/)
})
