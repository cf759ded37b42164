import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainSetting, startBrowsers } from '#test/fixtures/browsers.ts'
import { startSite } from '#test/fixtures/site.ts'

test('a page is shown', async () => {
  await using site = await startSite((_request, response) => response.end('<h1>Hello</h1>'))
  await using browsers = await startBrowsers()
  const text = await browsers.withPage(
    plainSetting,
    AbortSignal.timeout(20_000),
    async ({ page }) => {
      await page.goto(site.url)
      return page.innerText('h1')
    },
  )
  assert.equal(text, 'Hello')
})
