import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import {
  startConsoleBrowser,
  findViolations,
  type ConsolePage,
} from '#test/fixtures/console-browser.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { hostileStrings } from '#test/fixtures/hostile-strings.ts'
import { startSite, type Site } from '#test/fixtures/site.ts'
import { until } from '#test/fixtures/until.ts'
import { startService } from '#test/service.ts'

const missing = await missingForSessions()
const skip = missing === undefined ? false : `skipped: ${missing}`

let service: Awaited<ReturnType<typeof startService>>
let browser: Awaited<ReturnType<typeof startConsoleBrowser>>
let base: string
let site: Site
let member: ConsolePage
/** What was typed into the field of the site. */
const typed: string[] = []
const password = 'correct horse battery'

before(async () => {
  if (skip !== false) return
  site = await startSite((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/typed') typed.push(searchParams.get('text') ?? '')
    response.setHeader('content-type', 'text/html')
    response.end(`<title>Shop</title><body style="background:#0a0"><input autofocus
      style="position:fixed;inset:0;width:100%;height:100%;background:none"
      oninput="fetch('/typed?text=' + encodeURIComponent(value))">`)
  })
  service = await startService({ env: { WEIR_BROWSER_PAGES_MAX: '1' } })
  base = (await service.listen()).replace('127.0.0.1', 'localhost')
  browser = await startConsoleBrowser(base)
  member = await browser.open()
  const person = { name: 'Ada', email: 'ada@example.org', password }
  await post(member.page, 'set-up', { ...person, code: service.setUpCode })
})
after(async () => {
  await browser?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
  await site?.[Symbol.asyncDispose]()
})

/** Sends a request as a page of the console. */
async function post(page: Page, path: string, data: object) {
  const headers = { 'x-weir-console': '1', origin: base }
  const answer = await page.request.post(`${base}/console/api/${path}`, { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
  return (await answer.json()) as { data: { link: string } }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const live = (page: Page) => page.frameLocator('iframe[title="The browser of the session"]')

async function run(page: Page, program: string): Promise<void> {
  await page.getByLabel('Program', { exact: true }).fill(program)
  await page.keyboard.press('Control+Enter')
  await page.getByText(/^(?:done|failed with \d+)$/).waitFor()
}

test('a session is started, watched, used, taken over and ended', { skip }, async () => {
  const { page, foreign, complaints } = member
  await page.goto(`${base}/console/sessions`)
  await heading(page, 'No session in the last 24 hours').waitFor()
  await page.getByRole('button', { name: 'New session' }).click()
  await page.getByLabel('Minutes').fill('50')
  assert.deepEqual(await findViolations(page, 'new session'), [])
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('running').waitFor()
  await page.getByText(/^[45]\d min \d+ s left$/).waitFor()
  await live(page).getByRole('heading', { name: 'Empty page' }).waitFor()

  await run(page, `await page.goto(${JSON.stringify(site.url)}); await page.title()`)
  await page.getByLabel('Result', { exact: true }).getByText('Shop', { exact: true }).waitFor()
  await live(page).locator('#state[data-state=live]').waitFor()
  const screen = live(page).locator('#screen')
  await screen.click()
  await page.keyboard.type('ignored')
  await page.getByRole('button', { name: 'Take control' }).click()
  await live(page).locator('#screen.control').waitFor()
  await live(page).locator('#notice').waitFor({ state: 'hidden' })
  await screen.click()
  await page.keyboard.type('Tea')
  assert.ok(await until(() => typed.includes('Tea')))
  assert.ok(!typed.some((text) => text.startsWith('i')))
  await page.getByRole('button', { name: 'Give back control' }).click()

  await run(
    page,
    `console.log(${JSON.stringify(hostileStrings.join('\n'))}); throw new Error('no')`,
  )
  await page.getByLabel('Errors', { exact: true }).getByText('Error: no').waitFor()
  assert.equal(await page.evaluate('globalThis.hit'), undefined)
  await page.getByRole('button', { name: 'Prompt' }).click()
  await page.getByLabel('Prompt', { exact: true }).fill('Buy tea.')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('alert').getByText('WEIR_LLM_PROVIDER').waitFor()
  assert.deepEqual(await findViolations(page, 'session'), [])

  await page.getByRole('button', { name: 'End session' }).click()
  await page.getByText('ended', { exact: true }).waitFor()
  await page.getByText(/^\d+ credits$/).waitFor()
  assert.deepEqual(foreign, [])
  // Of the prompt without a language model.
  assert.deepEqual(
    complaints.splice(0).map((text) => text.replace(/.*status of (\d+).*/, '$1')),
    ['503'],
  )
})

/** Plays the recording at a position; the colour of the picture there. */
const colourAt = (seconds: string) => `(async (video) => {
  const event = (name) => new Promise((done) => video.addEventListener(name, done, { once: true }))
  if (video.readyState < 1) await event('loadedmetadata')
  const sought = event('seeked')
  video.currentTime = ${seconds}
  await sought
  if (video.readyState < 2) await event('loadeddata')
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d')
  paper.drawImage(video, 0, 0, 1, 1)
  return [...paper.getImageData(0, 0, 1, 1).data.slice(0, 3)]
})(document.querySelector('video'))`

const isGreen = ([red, green, blue]: readonly [number, number, number]) =>
  green > red + 80 && green > blue + 80

test('the recording of an ended session plays and seeks', { skip }, async () => {
  const { page, complaints } = member
  await page.locator('video').waitFor()
  const read = (seconds: string) => page.evaluate<[number, number, number]>(colourAt(seconds))
  const duration = await page.evaluate<number>(
    `new Promise((done) => { const video = document.querySelector('video')
      if (video.readyState > 0) done(video.duration)
      video.addEventListener('loadedmetadata', () => done(video.duration)) })`,
  )
  assert.ok(duration > 1)
  // Browsers draw a picture somewhat after they have reported that it is there.
  const colour = await eventually(() => read('video.duration - 0.3'), isGreen)
  assert.ok(isGreen(colour), String(colour))
  assert.equal(await page.evaluate(`document.querySelector('video').videoWidth`), 1280)
  await read('0.1')
  assert.deepEqual(await findViolations(page, 'recording'), [])
  assert.deepEqual(complaints, [])
})

test('a viewer sees a session, and gets nothing to use it with', { skip }, async () => {
  const { body: created } = await service.ask('POST', '/v2/interact', {
    body: { recordSession: false },
  })
  const invite = { role: 'viewer', email: 'eve@example.org' }
  const { data } = await post(member.page, 'invites', invite)
  const token = new URL(data.link).hash.slice(1)
  const { page } = await browser.open()
  await post(page, 'link/use', { token, name: 'Eve', password })
  const read = async (path: string) => {
    const headers = { 'x-weir-console': '1' }
    return (await page.request.get(`${base}${path}`, { headers })).json()
  }
  const [listed] = (await read('/v2/interact?status=active')).sessions
  for (const session of [listed, await read(`/v2/interact/${created.id}`)]) {
    assert.deepEqual([session.cdpUrl || null, session.interactiveLiveViewUrl], [null, null])
    assert.match(session.liveViewUrl, /\/live\//)
  }
  await page.goto(`${base}/console/sessions/${created.id}`)
  await live(page).getByRole('heading', { name: 'Empty page' }).waitFor()
  for (const name of ['Run', 'Take control', 'End session'])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
  await service.ask('DELETE', `/v2/interact/${created.id}`)
  await heading(page, 'No recording').waitFor()
})

for (const look of [{ theme: 'dark' }, { theme: 'light', width: 390 }] as const) {
  const name = Object.values(look).join(', ')
  test(`axe finds nothing on the pages of sessions: ${name}`, { skip }, async () => {
    const { page, complaints } = await browser.open(look, member.page)
    const { body: created } = await service.ask('POST', '/v2/interact', { body: {} })
    await page.goto(`${base}/console/sessions`)
    await page.getByRole('row', { name: created.id }).getByText('running').waitFor()
    const found = await findViolations(page, 'sessions')
    await page.getByRole('link', { name: created.id }).click()
    await live(page).getByRole('heading', { name: 'Empty page' }).waitFor()
    found.push(...(await findViolations(page, 'session')))
    await service.ask('DELETE', `/v2/interact/${created.id}`)
    assert.deepEqual(found, [])
    assert.deepEqual(complaints, [])
  })
}

test('what the actions of a scrape gave is in a tab of its result', { skip }, async () => {
  const { page } = member
  await page.goto(`${base}/console/playground`)
  await page.getByRole('button', { name: 'JSON' }).first().click()
  const actions = [{ type: 'executeJavascript', script: '6 * 7' }, { type: 'screenshot' }]
  await page
    .getByLabel('Request as JSON')
    .fill(JSON.stringify({ url: `${site.url}/`, formats: ['html'], actions }))
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('tab', { name: 'Actions' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByText('javascriptReturns').waitFor()
  const picture = panel.getByRole('img').first()
  await picture.waitFor()
  assert.match(String(await picture.getAttribute('src')), /\/files\//)
  assert.deepEqual(await findViolations(page, 'actions'), [])
})
