/** Hostile pages end in time for every kind of request, and the browsers still work after each. */
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '#browser/find-browser.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { plainSetting, startBrowsers } from '#test/fixtures/browsers.ts'
import { hostilePages } from '#test/fixtures/hostile-pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const found = findBrowser({})
if (found?.kind !== 'program') {
  process.stdout.write('hostile-pages: skipped: needs a Chromium of the system\n')
  process.exit(0)
}

const rounds = Number(process.env['WEIR_BAR_ROUNDS'] ?? 4)
const timeoutMs = 2_500
const graceMs = 2_000
const friendlyMsMax = 15_000
const friendly = '<!doctype html><h1>Friendly</h1>'

await using site = await startSite((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site.test')
  response.setHeader('content-type', 'text/html')
  response.end(hostilePages[pathname.slice(1)] ?? friendly)
})
await using browsers = await startBrowsers({ pagesMax: 2, pageBytesMax: 512 * 1024 ** 2 })

/** The steps of a scrape: navigate, wait until idle, read, take a screenshot. */
async function scrape(page: Page, name: string): Promise<void> {
  await page.goto(`${site.url}/${name}`, { waitUntil: 'commit', timeout: 0 })
  await sleep(300)
  await page.content()
  await page.screenshot({ fullPage: true, timeout: 0 })
}

const outcomes = { answered: 0, late: [] as string[], useless: [] as string[] }

async function attack(name: string) {
  const startedAtMs = performance.now()
  await browsers
    .withPage(plainSetting, callerUntil(AbortSignal.timeout(timeoutMs)), ({ page }) =>
      scrape(page, name),
    )
    .catch(() => {})
  const tookMs = performance.now() - startedAtMs
  if (tookMs <= timeoutMs + graceMs) outcomes.answered++
  else outcomes.late.push(name)
}

async function isUsable(): Promise<boolean> {
  const signal = AbortSignal.timeout(friendlyMsMax)
  const reading = browsers.withPage(plainSetting, callerUntil(signal), async ({ page }) => {
    await page.goto(`${site.url}/friendly`)
    return page.innerText('h1')
  })
  return (await reading.catch(() => '')) === 'Friendly'
}

const names = Object.keys(hostilePages)
for (let round = 0; round < rounds; round++) {
  for (const name of names) {
    await attack(name)
    if (!(await isUsable())) outcomes.useless.push(name)
  }
}
const { started } = browsers.gauges()

/** Control: the same with a plain browser, where calls without a timeout wait forever. */
const plain = await chromium.launch({ executablePath: found.path, chromiumSandbox: false })
const stuck: string[] = []
for (const name of names.filter((one) => /^(loop|alertForever|unload|microtasks)/.test(one))) {
  const context = await plain.newContext()
  const done = scrape(await context.newPage(), name).then(
    () => 'done',
    () => 'failed',
  )
  const end = await Promise.race([done, sleep(timeoutMs + graceMs, 'stuck')])
  if (end === 'stuck') stuck.push(name)
  await Promise.race([context.close(), sleep(1_000)])
}
await Promise.race([plain.close(), sleep(2_000)])

const total = names.length * rounds
report(
  'hostile-pages',
  outcomes.answered === total && outcomes.useless.length === 0 && stuck.length > 0 && total >= 120,
  `${outcomes.answered} of ${total} answered in time, ${total - outcomes.useless.length} of ${total} ` +
    `times usable afterwards, ${started} browsers; control ${stuck.length} never ended` +
    (outcomes.late.length + outcomes.useless.length > 0
      ? ` (late: ${outcomes.late.join(' ')}; unusable: ${outcomes.useless.join(' ')})`
      : ''),
)
process.exit()
