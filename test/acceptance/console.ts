/**
 * Every page of the console, with its dialogs, without content and with failed requests, in light, dark and on a phone: axe finds
 * nothing, no page is wider than the window, no other host is asked, and 100
 * hostile strings in every field of every answer run nothing. With `WEIR_PICTURES` it leaves a picture of each in that folder.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { report } from '#test/fixtures/acceptance.ts'
import {
  startConsoleBrowser,
  findViolations,
  type ConsolePage,
} from '#test/fixtures/console-browser.ts'
import { startConsoleDemo } from '#test/fixtures/console-demo.ts'
import { consolePaths, consoleStops, type ConsoleStop } from '#test/fixtures/console-stops.ts'
import { hostileStrings } from '#test/fixtures/hostile-strings.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

const pictures = process.env['WEIR_PICTURES']
if (pictures !== undefined) mkdirSync(pictures, { recursive: true })

const looks = [
  { name: 'light', theme: 'light', width: 1440 },
  { name: 'dark', theme: 'dark', width: 1440 },
  { name: 'phone', theme: 'light', width: 390 },
] as const

await using demo = await startConsoleDemo({ browser: true })
const { base, service } = demo
await using browser = await startConsoleBrowser(base)
const findings: string[] = []
const foreign: string[] = []
const complaints: string[] = []

async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) })
}

/** Pages ask again and again, so that the network is never idle; they say while they wait for their first answers. */
async function isShown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('main:not(:has(.loading))').waitFor()
}

async function visit(page: Page, stop: ConsoleStop): Promise<void> {
  await page.goto(`${base}/${stop.path}`)
  await isShown(page)
  await stop.act?.(page)
  await isShown(page)
}

/** The person who sets the service up; also the pages that need no session. */
async function setUp(): Promise<ConsolePage> {
  const opened = await browser.open()
  const { page } = opened
  await page.goto(`${base}/console`)
  await page.getByLabel('Set-up code').fill(service.setUpCode ?? '')
  findings.push(...(await findViolations(page, 'set-up')))
  await takePicture(page, 'light-set-up')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('url', { exact: true }).waitFor()
  return opened
}

const operator = await setUp()
const stops = consoleStops(demo)
const paths = consolePaths(stops)
const { teamId: emptyTeam } = await addTeam(service.database)
const [{ id: ownTeam } = { id: '' }] = await service.database.query<{ id: string }>(
  'select id from teams where is_first',
)
const isSession = (route: Route) => route.request().url().endsWith('/console/api/session')

/** What requests of a page get instead of the content of the team. */
const otherAnswers: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  empty: (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-weir-team': emptyTeam } }),
  failed: (route) =>
    isSession(route)
      ? route.continue()
      : route.fulfill({ status: 500, json: { success: false, error: 'The database is away.' } }),
}
let otherStates = 0

/** All pages of a team without content, and all pages whose requests fail. */
async function visitOthers(look: string, options: Omit<(typeof looks)[number], 'name'>) {
  for (const [name, answer] of Object.entries(otherAnswers)) {
    const { page, foreign: asked } = await browser.open(options, operator.page)
    await page.route(/\/(?:v2|console\/api)\//, answer)
    for (const path of paths) {
      await page.goto(`${base}/${path}`)
      await isShown(page)
      const state = `${look}-${path.replaceAll('/', '-')}-${name}`
      findings.push(...(await findViolations(page, state)), ...(await findOverflow(page, state)))
      await takePicture(page, state)
      otherStates += 1
    }
    foreign.push(...asked)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  }
  await useTeam(ownTeam)
}

/** A session begins with the team that it has used last. */
async function useTeam(id: string): Promise<void> {
  const headers = { 'x-weir-console': '1', 'x-weir-team': id }
  const answer = await operator.page.request.get(`${base}/console/api/session`, { headers })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Pages may not scroll sideways, and nothing may stick out of a card. */
async function findOverflow(page: Page, name: string): Promise<string[]> {
  const found = await page.evaluate<readonly string[]>(`(() => {
    const root = document.documentElement
    const wide = root.scrollWidth > root.clientWidth ? ['page'] : []
    for (const card of document.querySelectorAll('.card, .dialog'))
      if (card.scrollWidth > card.clientWidth + 1) wide.push(card.querySelector('h2')?.textContent)
    return wide
  })()`)
  return found.map((part) => `${name}: ${part} is too wide`)
}

for (const { name: look, ...options } of looks) {
  await visitOthers(look, options)
  const opened = await browser.open(options, operator.page)
  for (const stop of stops) {
    const name = `${look} ${stop.name}`
    await visit(opened.page, stop).catch((thrown: unknown) => {
      findings.push(`${name}: ${String(thrown).split('\n')[0]}`)
    })
    findings.push(...(await findViolations(opened.page, name)))
    findings.push(...(await findOverflow(opened.page, name)))
    await takePicture(opened.page, `${look}-${stop.name}`)
  }
  foreign.push(...opened.foreign)
  complaints.push(...opened.complaints)
  await opened.page.context().close()
  const visitor = await browser.open(options)
  await visitor.page.goto(`${base}/console`)
  await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  findings.push(...(await findViolations(visitor.page, `${look} sign-in`)))
  await takePicture(visitor.page, `${look}-sign-in`)
  await visitor.page.context().close()
}

/** Members that decide what a page does, and are the service's own. */
const structural =
  /^(?:id|.*Id|state|status|role|type|kind|label|cron|timezone|.*At|days|method|operation|code|jobId|zeroDataRetention|outcome|toolName|phase|tags|\$ref|required|paths|in|enum|look|reason)$/

/** The same answer with a hostile text in place of every text. */
function poisoned(value: unknown, key = ''): unknown {
  if (structural.test(key)) return value
  if (typeof value === 'string') return hostileStrings.join(' ')
  if (Array.isArray(value)) return value.map((one) => poisoned(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, name)]))
}

async function poison(route: Route): Promise<void> {
  const answer = await route.fetch()
  const text = await answer.text()
  const isForm = route.request().url().endsWith('/v2/openapi.json')
  const json: unknown = text.startsWith('{') && !isForm ? JSON.parse(text) : undefined
  await route.fulfill({ response: answer, ...(json !== undefined && { json: poisoned(json) }) })
}

const hostile = { run: 0, dialogs: 0, left: [] as string[], pages: 0 }
for (const stop of stops) {
  const opened = await browser.open({}, operator.page)
  const { page } = opened
  page.on('dialog', (dialog) => {
    hostile.dialogs += 1
    void dialog.dismiss()
  })
  await page.route(/\/(?:v2|console\/api)\//, poison)
  await page.goto(`${base}/${stop.path}`)
  await isShown(page)
  // Texts that the page is recognised by are hostile too, so that it may not get there.
  await stop.act?.(page).catch(() => undefined)
  for (const tab of await page.getByRole('tab').all()) await tab.click().catch(() => undefined)
  if ((await page.evaluate('globalThis.hit')) !== undefined) hostile.run += 1
  if (!page.url().startsWith(`${base}/console`)) hostile.left.push(`${stop.name}: ${page.url()}`)
  hostile.pages += 1
  foreign.push(...opened.foreign)
  complaints.push(...opened.complaints.filter((text) => !/Content Security Policy/.test(text)))
  await takePicture(page, `hostile-${stop.name}`)
  // Answers that are on their way are of no more interest.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
}

/** The same strings in a page without the rules of the console. */
async function bareRuns(): Promise<{ run: number; asked: number }> {
  const { page, foreign: loaded } = await browser.open()
  let run = 0
  let asked = 0
  for (const text of hostileStrings) {
    const before = loaded.length
    await page.goto('about:blank')
    await page.setContent(`<body>${text}</body>`, { timeout: 2_000 }).catch(() => undefined)
    const isHit = await page
      .waitForFunction('globalThis.hit > 0', undefined, { timeout: 100 })
      .then(
        () => true,
        () => false,
      )
    if (isHit) run += 1
    if (loaded.length > before) asked += 1
  }
  return { run, asked }
}
const control = await bareRuns()

for (const line of [...findings, ...foreign, ...complaints, ...hostile.left])
  process.stderr.write(`${line}\n`)
const isClean = findings.length + foreign.length + complaints.length === 0
const isSafe = hostile.run + hostile.dialogs + hostile.left.length === 0
report(
  'console',
  isClean && isSafe && hostileStrings.length >= 100 && control.run > 0 && control.asked > 0,
  `${(stops.length + 1) * looks.length + 1 + otherStates} states: axe and overflow ${findings.length}, errors ${complaints.length}, other hosts ${foreign.length}; ${hostileStrings.length} hostile strings in every field of ${hostile.pages} states: ${hostile.run} run, ${hostile.dialogs} dialogs, ${hostile.left.length} left; control ${control.run} run, ${control.asked} load`,
)
