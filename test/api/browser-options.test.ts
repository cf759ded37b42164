import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl, SdkError, type ActionOption } from 'firecrawl'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { makeCertificate } from '#net/make-certificate.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const painted = `<title>Painted</title><style>body{margin:0;background:rgb(0,128,0)}
  h1{margin:0;height:100px;background:rgb(255,0,0)}div{height:3000px}</style><h1>Red</h1><div></div>`
const search = `<form action="/found"><input name="q"><button>Go</button></form>
  <script>document.body.insertAdjacentHTML('beforeend', '<p id=width>' + innerWidth + '</p>')</script>`
const place = `<meta name="viewport" content="width=device-width"><p id="seen"></p><script>seen.textContent = [navigator.language,
  Intl.DateTimeFormat().resolvedOptions().timeZone, screen.width < 500, navigator.maxTouchPoints > 0,
  /Mobile/.test(navigator.userAgent), /Headless/.test(navigator.userAgent)].join(' ')</script>`
const news = `<title>News</title><h1>News</h1><p>Something has happened.</p><script src="/ads.js"></script>
  <img src="/tracking-pixel.gif"><div id="CookieConsentContainer"><p>We value your privacy</p></div>`
const browsers = await startBrowsers()
const service = await startService({ browsers })
const apiUrl = await service.listen()
const site = await startPages({
  '/': painted,
  '/search': search,
  '/found': (request) =>
    `<h1>Found ${new URL(request.url ?? '', 'http://x').searchParams.get('q')}</h1>`,
  '/place': place,
  '/news': news,
})
const secure = await startSite(
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Behind TLS</h1>')
  },
  { tls: makeCertificate() },
)
disposeAfterTests(browsers, service, site, secure)

const client = (apiKey = firstKey) => new Firecrawl({ apiKey, apiUrl, maxRetries: 1 })

const failing =
  (status: number, code: string, text = /./) =>
  (thrown: unknown) => {
    assert.ok(thrown instanceof SdkError, String(thrown))
    assert.deepEqual([thrown.status, thrown.code], [status, code], thrown.message)
    assert.match(thrown.message, text)
    return true
  }

/** Gets a file by its link, as anybody who has it may. */
async function load(link = '') {
  const { pathname, search } = new URL(link)
  const url = pathname + search
  const { statusCode, headers, rawPayload } = await service.server.inject({ method: 'GET', url })
  return { status: statusCode, headers, bytes: rawPayload }
}

async function shot(options: object) {
  const formats = [{ type: 'screenshot' as const, ...options }]
  const { screenshot } = await client().scrape(`${site.url}/`, { formats })
  return load(screenshot)
}

async function readPoint(bytes: Buffer, left: number, top: number) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

test('a screenshot is a signed link that needs no key', async () => {
  const document = await client().scrape(`${site.url}/`, { formats: ['screenshot', 'markdown'] })
  assert.match(document.markdown ?? '', /Red/)
  assert.equal(document.metadata?.creditsUsed, 1)
  assert.equal(document.metadata?.timezone, 'America/New_York')
  const { status, headers, bytes } = await load(document.screenshot)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'image/png')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(String(headers['content-disposition']), /^inline; filename="[0-9a-f-]{36}\.png"$/)
  assert.match(String(headers['cache-control']), /^private, max-age=86[34]\d\d$/)
  const { format, width, height } = await sharp(bytes).metadata()
  assert.deepEqual([format, width, height], ['png', 1280, 800])
  assert.deepEqual(await readPoint(bytes, 640, 50), [255, 0, 0])
  assert.deepEqual(await readPoint(bytes, 640, 150), [0, 128, 0])
})

test('a screenshot can be of the full page, of another viewport, and a JPEG', async () => {
  const whole = await sharp((await shot({ fullPage: true })).bytes).metadata()
  assert.deepEqual([whole.width, whole.height], [1280, 3100])
  const small = await shot({ viewport: { width: 500, height: 300 }, quality: 40 })
  assert.equal(small.headers['content-type'], 'image/jpeg')
  const { format, width, height } = await sharp(small.bytes).metadata()
  assert.deepEqual([format, width, height], ['jpeg', 500, 300])
})

async function pictured(screenshot: object) {
  const formats = [{ type: 'screenshot' as const, ...screenshot }, 'markdown' as const]
  const document = await client().scrape(`${site.url}/?kept`, { formats })
  const { bytes } = await load(document.screenshot)
  const { width, height } = await sharp(bytes).metadata()
  assert.match(document.markdown ?? '', /Red/)
  return [document.metadata?.cacheState, width, height]
}

test('a default screenshot is cached with its page, others are taken again', async () => {
  assert.deepEqual(await pictured({}), ['miss', 1280, 800])
  assert.deepEqual(await pictured({}), ['hit', 1280, 800])
  assert.deepEqual(await pictured({ fullPage: true }), ['miss', 1280, 3100])
  assert.deepEqual(await pictured({ fullPage: true }), ['hit', 1280, 3100])
  for (const own of [{ quality: 50 }, { viewport: { width: 1280, height: 800 } }]) {
    assert.deepEqual(await pictured(own), [undefined, 1280, 800])
    assert.deepEqual(await pictured(own), [undefined, 1280, 800])
  }
})

test('the same picture keeps its link', async () => {
  const url = `${site.url}/?linked`
  const link = async (options: object) =>
    (await client().scrape(url, { formats: ['screenshot'], ...options })).screenshot
  const first = await link({})
  assert.match(first ?? '', /\/files\//)
  assert.equal(await link({}), first)
  const wide = { formats: [{ type: 'screenshot' as const, viewport: { width: 640, height: 480 } }] }
  assert.notEqual(await link(wide), first)
})

test('the two pictures of a page that fits the viewport have a link each', async () => {
  const links: (string | undefined)[] = []
  for (const fullPage of [false, true, false, true]) {
    const formats = [{ type: 'screenshot' as const, fullPage }]
    links.push((await client().scrape(`${site.url}/found?q=short`, { formats })).screenshot)
  }
  const [part, whole] = links
  assert.notEqual(part, whole)
  assert.deepEqual(links, [part, whole, part, whole])
})

test('a page that was cached with its picture serves requests without one', async () => {
  const url = `${site.url}/?pictured`
  await client().scrape(url, { formats: ['screenshot'] })
  const before = site.requests.length
  const plain = await client().scrape(url, { formats: ['markdown'] })
  assert.deepEqual([plain.metadata?.cacheState, plain.screenshot], ['hit', undefined])
  assert.equal(site.requests.length, before)
})

async function newsWith(blockAds: boolean) {
  const from = site.requests.length
  const options = { waitFor: 1, maxAge: 0, onlyMainContent: false, blockAds }
  const { markdown } = await client().scrape(`${site.url}/news`, options)
  return { markdown, asked: site.requests.slice(from).map(({ url = '' }) => url) }
}

test('advertisements and cookie banners are blocked unless requested', async () => {
  const without = await newsWith(true)
  assert.deepEqual(without.asked, ['/news'])
  assert.match(without.markdown ?? '', /Something has happened/)
  assert.doesNotMatch(without.markdown ?? '', /your privacy/)
  const withAll = await newsWith(false)
  assert.deepEqual(
    withAll.asked.toSorted((a, b) => a.localeCompare(b)),
    ['/ads.js', '/news', '/tracking-pixel.gif'],
  )
  assert.match(withAll.markdown ?? '', /your privacy/)
})

test('a signed link expires after a day and cannot be altered', async () => {
  const { screenshot = '' } = await client().scrape(`${site.url}/`, { formats: ['screenshot'] })
  const url = new URL(screenshot)
  const { name, expires, signature } =
    /(?<name>[^/?]+)\?expires=(?<expires>\d+)&signature=(?<signature>.+)$/.exec(screenshot)
      ?.groups ?? {}
  const changed = [
    `/files/${name}`,
    `/files/${name}?expires=${Number(expires) + 1}&signature=${signature}`,
    `/files/${name?.replace('.png', '.pdf')}?expires=${expires}&signature=${signature}`,
    `/files/${name}?expires=${expires}&signature=${signature}A`,
    `/files/${name}?expires=${expires}&signature=${signature?.slice(1)}`,
    `/files/..%2f${name}?expires=${expires}&signature=${signature}`,
    `/files/${name}?expires=${expires}&signature=${signature}&signature=${signature}`,
  ]
  for (const path of changed) {
    const { status, bytes } = await load(url.origin + path)
    assert.deepEqual([status, JSON.parse(bytes.toString()).code], [404, 'NOT_FOUND'], path)
  }
  await service.database.query("update files set expires_at = now() - interval '1 second'")
  assert.equal((await load(screenshot)).status, 404)
})

test('links use the host the caller used', async () => {
  const { body } = await service.ask('POST', '/v2/scrape', {
    body: { url: `${site.url}/`, formats: ['screenshot'] },
    headers: { host: 'weir.example:8080' },
  })
  assert.match(body.data.screenshot, /^http:\/\/weir\.example:8080\/files\//)
})

test('actions return screenshots, pages, values and PDF files', async () => {
  const actions: ActionOption[] = [
    { type: 'click', selector: 'input' },
    { type: 'write', text: 'reeds & weirs' },
    { type: 'screenshot', fullPage: true, quality: 80 },
    { type: 'press', key: 'Enter' },
    { type: 'wait', milliseconds: 20 },
    { type: 'wait', selector: 'h1' },
    { type: 'scrape' },
    { type: 'executeJavascript', script: 'document.querySelector("h1").textContent' },
    { type: 'scroll', direction: 'down' },
    { type: 'pdf', format: 'A5', landscape: true, scale: 1.5 },
  ]
  const document = await client().scrape(`${site.url}/search`, { actions })
  const { screenshots, scrapes, javascriptReturns, pdfs } = document.actions as Record<
    string,
    unknown[]
  >
  assert.match(document.markdown ?? '', /Found reeds & weirs/)
  assert.deepEqual(javascriptReturns, [{ type: 'string', value: 'Found reeds & weirs' }])
  assert.equal(scrapes?.length, 1)
  const [scrape] = scrapes as { url: string; html: string }[]
  assert.match(scrape?.url ?? '', /\/found\?q=reeds/)
  assert.match(scrape?.html ?? '', /<h1>Found reeds &amp; weirs<\/h1>/)
  const picture = await load(screenshots?.[0] as string)
  assert.equal((await sharp(picture.bytes).metadata()).format, 'jpeg')

  const file = await load(pdfs?.[0] as string)
  assert.equal(file.headers['content-type'], 'application/pdf')
  assert.match(String(file.headers['content-disposition']), /^attachment; filename=".*\.pdf"$/)
  const pdf = await (await PDFiumLibrary.init()).loadDocument(file.bytes)
  assert.equal(pdf.getPageCount(), 1)
  const page = pdf.getPage(0)
  assert.match(page.getText(), /Found reeds & weirs/)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  // A5 lying, in points.
  assert.ok(Math.abs(width - 595.3) < 2 && Math.abs(height - 419.5) < 2, `${width} × ${height}`)
  pdf.destroy()
})

test('all four action result lists are always present', async () => {
  const { actions } = await client().scrape(`${site.url}/`, { actions: [{ type: 'scrape' }] })
  assert.deepEqual(Object.keys(actions ?? {}), [
    'screenshots',
    'scrapes',
    'javascriptReturns',
    'pdfs',
  ])
})

test('a failed action is named and costs nothing', async () => {
  const { key } = await addTeam(service.database, { credits: 10 })
  const actions: ActionOption[] = [{ type: 'scrape' }, { type: 'click', selector: '#missing' }]
  await assert.rejects(
    client(key).scrape(`${site.url}/`, { actions }),
    failing(500, 'SCRAPE_ACTION_ERROR', /step 2, click "#missing"/),
  )
  assert.equal((await client(key).getCreditUsage()).remainingCredits, 10)
})

test('the page sees the requested mobile device and location', async () => {
  const seen = async (options: object) =>
    (
      await client().scrape(`${site.url}/place`, { waitFor: 1, maxAge: 0, ...options })
    ).markdown?.trim()
  assert.equal(await seen({}), 'en-US America/New_York false false false false')
  const japan = { location: { country: 'JP', languages: ['ja'] }, mobile: true }
  assert.equal(await seen(japan), 'ja Asia/Tokyo true true true false')
  const { metadata } = await client().scrape(`${site.url}/place`, {
    waitFor: 1,
    maxAge: 0,
    ...japan,
  })
  assert.equal(metadata?.timezone, 'Asia/Tokyo')
})

test('invalid certificates are accepted or refused, in the browser too', async () => {
  const url = `${secure.url}/`
  const lenient = await client().scrape(url, { waitFor: 1 })
  assert.match(lenient.markdown ?? '', /Behind TLS/)
  const strict = client().scrape(url, { waitFor: 1, skipTlsVerification: false })
  await assert.rejects(strict, failing(500, 'SCRAPE_SSL_ERROR'))
})

test('zero data retention refuses formats that are stored as files', async () => {
  const { key } = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const url = `${site.url}/`
  const refused = failing(400, 'SCRAPE_ZDR_VIOLATION_ERROR')
  await assert.rejects(client(key).scrape(url, { formats: ['screenshot'] }), refused)
  await assert.rejects(client(key).scrape(url, { actions: [{ type: 'pdf' }] }), refused)
  const { actions } = await client(key).scrape(url, { actions: [{ type: 'scrape' }] })
  assert.equal((actions?.scrapes as unknown[] | undefined)?.length, 1)
})
