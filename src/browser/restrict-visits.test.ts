import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import { createRender } from './render.ts'

/** Requests to the other site. */
let visits = 0

const words = 'The reeds along the lake are cut in winter, when the ice carries. '.repeat(4)
const page = (rest: string) => `<!doctype html><title>Reeds</title><p>${words}</p>${rest}`

const browsers = await startBrowsers()
const other = await startSite((_request, response) => {
  visits += 1
  response.setHeader('content-type', 'text/html').end(page('secret'))
})
const site = await startSite(({ url }, response) => {
  const pages: Readonly<Record<string, string>> = {
    '/here': page('here'),
    '/script': page(`<script>location = '${other.url}/'</script>`),
    '/refresh': page(`<meta http-equiv="refresh" content="0;url=${other.url}/">`),
    '/frame': page(`<iframe src="${other.url}/"></iframe>`),
    '/window': page(`<script>open('${other.url}/')</script>`),
    '/form': page(
      `<form action="${other.url}/" method="post"></form><script>document.forms[0].submit()</script>`,
    ),
  }
  const location = url === '/same' ? '/here' : `${other.url}/`
  if (url === '/redirect' || url === '/same') response.writeHead(302, { location }).end()
  else response.setHeader('content-type', 'text/html').end(pages[url ?? ''] ?? '')
})
disposeAfterTests(browsers, other, site)

const show = (path: string, mayVisit?: (url: string) => boolean) =>
  createRender({ browsers })(
    {
      url: `${site.url}${path}`,
      headers: {},
      mobile: false,
      location: { country: 'US' },
      blockAds: false,
      skipTlsVerification: true,
      proxy: 'basic',
      waitMs: 300,
      actions: [],
      bodyBytesMax: 1_000_000,
      comparesSource: false,
      mayVisit,
    },
    callerUntil(AbortSignal.timeout(60_000)),
  )
const isOfSite = (url: string) => url.startsWith(site.url)

test('documents that may not be visited are refused before their server is dialled', async () => {
  for (const path of ['/script', '/refresh', '/frame', '/form', '/window']) {
    const shown = await show(path, isOfSite)
    assert.ok(shown.kind === 'page', path)
    assert.equal(shown.url, `${site.url}${path}`)
    assert.match(Buffer.from(shown.body).toString(), /The reeds along/)
    assert.equal(other.connections.total, 0, path)
  }
  await assert.rejects(show('/redirect', isOfSite), { code: 'FORBIDDEN' })
  const same = await show('/same', isOfSite)
  assert.equal(same.kind === 'page' && same.url, `${site.url}/here`)
  assert.equal(other.connections.total, 0)
})

test('without a rule all of them are visited', async () => {
  for (const path of ['/redirect', '/script', '/frame']) {
    const earlier = visits
    await show(path)
    assert.ok(visits > earlier, path)
  }
})
