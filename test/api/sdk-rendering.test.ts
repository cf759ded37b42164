import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl, SdkError } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startPages } from '#test/fixtures/pages.ts'
import {
  reedsShown,
  clientRenderedPages,
  startClientRenderedSite,
} from '#test/fixtures/client-rendered-site.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService({ env: { WEIR_BROWSER_PAGES_MAX: '4' } })
const sdk = new Firecrawl({ apiKey: firstKey, apiUrl: await service.listen(), maxRetries: 1 })
const applications = await startClientRenderedSite()
const site = await startPages({
  '/own': (request) => `<title>Own</title><div id="root"></div><script>
    root.innerHTML = '<h1>${String(request.headers['x-own'])}</h1><p>${String(request.headers['accept-language'])}</p>'
    fetch('/elsewhere')</script>`,
  '/soon': `<main><h1>Soon</h1><p id="text">Not yet.</p></main>
    <script>setTimeout(() => { text.textContent = 'It has come.' }, 600)</script>`,
  '/loop': '<title>Loop</title><div id="root"></div><script>while (true);</script>',
})
disposeAfterTests(service, applications, site)

test('the SDK gets client-rendered pages of every framework in every format without options', async () => {
  for (const path of Object.keys(clientRenderedPages).filter((name) => name !== '/moved')) {
    const document = await sdk.scrape(`${applications.url}${path}`, {
      formats: ['markdown', 'html', 'rawHtml', 'links'],
      onlyMainContent: false,
    })
    for (const text of reedsShown) assert.match(document.markdown ?? '', text)
    assert.match(document.rawHtml ?? '', /Bulrush/)
    assert.match(document.html ?? '', /<li>/)
    assert.equal(document.metadata?.statusCode, 200)
    assert.equal(document.metadata?.creditsUsed, 1)
    assert.equal(document.warning, undefined)
  }
})

test('the SDK waits with waitFor', async () => {
  const document = await sdk.scrape(`${site.url}/soon`, { waitFor: 1_000, maxAge: 0 })
  assert.match(document.markdown ?? '', /It has come/)
  assert.equal(document.metadata?.cacheState, undefined)
  const again = await sdk.scrape(`${site.url}/soon`, { waitFor: 1_000 })
  assert.equal(again.metadata?.cacheState, 'hit')
})

test('headers sent by the SDK reach the site through the browser', async () => {
  const document = await sdk.scrape(`${site.url}/own`, {
    waitFor: 1,
    headers: { 'X-Own': 'mine' },
    location: { country: 'DE', languages: ['de'] },
  })
  assert.match(document.markdown ?? '', /# mine/)
  assert.match(document.markdown ?? '', /^de\b/m)
})

const late = (thrown: unknown) => {
  assert.ok(thrown instanceof SdkError, String(thrown))
  assert.deepEqual([thrown.status, thrown.code], [408, 'SCRAPE_TIMEOUT'])
  return true
}

test('the timeout of the SDK aborts a page that never loads', async () => {
  await assert.rejects(sdk.scrape(`${site.url}/loop`, { waitFor: 1, timeout: 2_000 }), late)
  const plain = await sdk.scrape(`${site.url}/loop`, { timeout: 9_000 })
  assert.match(plain.warning ?? '', /Scripts render this page/)
})
