import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { browserUnderTest } from '#test/fixtures/browsers.ts'
import { launchBrowser } from '#test/fixtures/launch-browser.ts'
import { startSite } from '#test/fixtures/site.ts'
import { until } from '#test/fixtures/until.ts'
import { startViewer } from '#test/fixtures/viewer.ts'
import { startService } from '#test/service.ts'

const missing = await missingForSessions()
const skip = missing === undefined ? false : `skipped: ${missing}`

let service: Awaited<ReturnType<typeof startService>>
let url: string
let site: Awaited<ReturnType<typeof startSite>>
let browser: Browser
/** What the page of the site has reported: the text of its field, and its scroll position. */
const reported: string[] = []
before(async () => {
  if (skip !== false || !browserUnderTest()) return
  service = await startService({ env: { WEIR_BROWSER_PAGES_MAX: '1' } })
  url = await service.listen()
  site = await startSite((request, response) => {
    const moving = `<b id=b style="position:fixed">on</b><script>let x = 0
      setInterval(() => (b.style.left = (x = (x + 9) % 500) + 'px'), 30)</script>`
    const form = `<input id=q autofocus style="position:fixed;left:0;top:0;width:400px;height:100px">
      <div style="height:3000px"></div><script>
        const report = (text) => fetch('/report?' + encodeURIComponent(text))
        q.oninput = () => report(q.value); onscroll = () => report(scrollY)
        onload = () => requestAnimationFrame(() => report('shown'))</script>`
    if (request.url?.startsWith('/report?')) reported.push(decodeURIComponent(request.url.slice(8)))
    const body = request.url === '/moving' ? moving : form
    response.setHeader('content-type', 'text/html').end(`<title>Shop</title>${body}`)
  })
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await site?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})

interface Created {
  readonly id: string
  readonly liveViewUrl: string
  readonly interactiveLiveViewUrl: string
}

const here = (link: unknown) => String(link).replace(/^http:\/\/[^/]+/, url)

async function create(body: object = {}): Promise<Created> {
  const { body: created } = await service.ask('POST', '/v2/interact', { body })
  const { liveViewUrl, interactiveLiveViewUrl } = created
  return {
    id: created.id,
    liveViewUrl: here(liveViewUrl),
    interactiveLiveViewUrl: here(interactiveLiveViewUrl),
  }
}
const run = async (id: string, code: string): Promise<string> =>
  (await service.ask('POST', `/v2/interact/${id}/execute`, { body: { code } })).body.result
const end = (id: string) => service.ask('DELETE', `/v2/interact/${id}`)

test('the page of the live view shows the session and passes input on', { skip }, async () => {
  const { id, interactiveLiveViewUrl } = await create()
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } })
  context.setDefaultTimeout(120_000)
  await using page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(interactiveLiveViewUrl)
  await page.waitForSelector('text=Empty page')
  await page.fill('#address', site.url)
  await page.press('#address', 'Enter')
  await page.waitForSelector('#notice', { state: 'hidden' })
  await until(() => reported.includes('shown'))

  // The field is in the upper left corner of the picture.
  const box = await page.locator('#screen').boundingBox()
  assert.ok(box)
  const width = Math.min(box.width, (box.height * 1_280) / 720)
  const left = box.x + (box.width - width) / 2
  await page.mouse.click(left + 30, box.y + 30)
  await page.keyboard.type('Bläck tea')
  await page.keyboard.press('Backspace')
  await until(() => reported.includes('Bläck te'))
  await page.keyboard.press('Control+a')
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'pasted')
    keys.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
  }`)
  await until(() => reported.includes('pasted'))
  await page.mouse.move(left + 400, box.y + 300)
  await page.mouse.wheel(0, 200)
  await until(() => reported.includes('200'))

  await run(id, 'await context.newPage(); 1')
  await page.locator('#tabs button').nth(1).waitFor()
  await page.locator('#tabs button').first().click()
  await page.waitForSelector('#tabs button:first-child[aria-current=true]')
  await end(id)
  await page.waitForSelector('text=The session has ended')
  assert.deepEqual(problems, [])
  const again = await page.goto(interactiveLiveViewUrl)
  assert.equal(again?.status(), 404)
  await page.waitForSelector('text=The session has ended')
})

test(
  'a viewer that only looks changes nothing, and tokens end with the session',
  { skip },
  async () => {
    const { id, liveViewUrl, interactiveLiveViewUrl } = await create()
    await run(id, `await page.goto(${JSON.stringify(site.url)})`)
    using looking = await startViewer(liveViewUrl)
    await until(() => looking.frames.length > 0)
    looking.send({ type: 'text', text: 'forged' })
    looking.send({ type: 'open', url: `${site.url}/moving` })
    looking.send({ type: 'move', by: 'reload' })
    using acting = await startViewer(interactiveLiveViewUrl)
    acting.send({ type: 'text', text: 'real' })
    await until(() => reported.includes('real'))
    assert.ok(!reported.includes('forged'))
    assert.equal(new URL(await run(id, 'page.url()')).pathname, '/')
    acting.send({ type: 'open', url: 'file:///etc/passwd' })
    await until(() => acting.news.some(({ type }) => type === 'problem'))
    assert.deepEqual(
      [looking, acting].map(({ news }) => news.at(0)?.hasControl),
      [false, true],
    )
    const wrong = liveViewUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    await assert.rejects(startViewer(wrong), /404/)
    acting.send({ type: 'mouse', action: 'mousePressed', x: 7, y: 0 })
    await once(acting.socket, 'close')
    await end(id)
    await until(() => looking.socket.readyState === looking.socket.CLOSED)
    assert.deepEqual(looking.news.at(-1), { type: 'ended', reason: 'The session ended.' })
    await assert.rejects(startViewer(interactiveLiveViewUrl), /404/)
  },
)

test(
  'a viewer that does not draw gets two pictures, and delays no other viewer',
  { skip },
  async () => {
    const { id, liveViewUrl } = await create()
    await run(id, `await page.goto(${JSON.stringify(`${site.url}/moving`)})`)
    using slow = await startViewer(liveViewUrl, { draws: false })
    using quick = await startViewer(liveViewUrl)
    await until(() => quick.frames.length >= 20)
    assert.equal(slow.frames.length, 2)
    slow.send({ type: 'drawn' })
    await until(() => slow.frames.length === 3)
    await end(id)
  },
)

test(
  'the live view can be switched off, and its page loads nothing from elsewhere',
  { skip },
  async () => {
    const { body } = await service.ask('POST', '/v2/interact', { body: { streamWebView: false } })
    assert.deepEqual([body.liveViewUrl, body.interactiveLiveViewUrl], [null, null])
    const { id, liveViewUrl } = await create()
    const hidden = liveViewUrl.replace(id, body.id)
    await assert.rejects(startViewer(hidden), /404/)
    const { headers } = await service.server.inject({ url: new URL(liveViewUrl).pathname })
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self' *",
    )
    for (const file of ['view.js', 'view.css'])
      assert.equal((await service.server.inject({ url: `/live/page/${file}` })).statusCode, 200)
    await Promise.all([end(id), end(body.id)])
  },
)
