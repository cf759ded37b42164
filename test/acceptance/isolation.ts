// acceptance: quick
/** A page cannot read what an earlier page has stored, and concurrent pages cannot see each other. */
import { chromium, type Page } from 'playwright-core'
import type { Browsers } from '#browser/browsers.ts'
import { unpackBrowser } from '#browser/unpack.ts'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import {
  browsersUnderTest,
  plainSetting,
  startBrowsers,
  type BrowserUnderTest,
} from '#test/fixtures/browsers.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const [first] = Object.values(browsersUnderTest)
if (!first) {
  process.stdout.write('isolation: skipped: needs a Chromium\n')
  process.exit(0)
}

/** Counts requests per path: a cached response sends none. */
const asked = new Map<string, number>()
await using site = await startSite((request, response) => {
  const path = request.url ?? '/'
  asked.set(path, (asked.get(path) ?? 0) + 1)
  const [type, body] = bodies[path] ?? ['text/html', '<h1>Page</h1>']
  response.setHeader('content-type', type)
  if (path === '/cached') response.setHeader('cache-control', 'max-age=3600')
  response.end(body)
})
const bodies: Record<string, readonly [string, string]> = {
  '/worker.js': ['text/javascript', 'self.addEventListener("fetch", () => {})'],
  '/cached': ['text/plain', 'kept'],
}
const origin = `http://localhost:${site.port}`

/** Writes a value to every kind of browser storage. */
const leave = `(async () => {
  document.cookie = 'before=yes; max-age=3600'
  localStorage.setItem('before', 'yes')
  sessionStorage.setItem('before', 'yes')
  await new Promise((done) => {
    const opening = indexedDB.open('before')
    opening.onsuccess = done
    opening.onerror = done
  })
  await (await caches.open('before')).put('/kept', new Response('yes'))
  await navigator.serviceWorker.register('/worker.js').catch(() => {})
  await (await fetch('/cached')).text()
})()`

/** Returns the kinds of storage in which the value is found. */
const look = `(async () => {
  const found = []
  if (document.cookie.includes('before')) found.push('cookie')
  if (localStorage.getItem('before')) found.push('localStorage')
  if (sessionStorage.getItem('before')) found.push('sessionStorage')
  if ((await indexedDB.databases()).some(({ name }) => name === 'before')) found.push('IndexedDB')
  if (await caches.has('before')) found.push('Cache')
  if ((await navigator.serviceWorker.getRegistrations()).length) found.push('serviceWorker')
  await (await fetch('/cached')).text()
  return found
})()`

const listen = `new Promise((done) => {
  const heard = []
  const channel = new BroadcastChannel('before')
  channel.onmessage = ({ data }) => heard.push(data)
  channel.postMessage('here')
  setTimeout(() => done(heard.length), 300)
})`

/** Opens a page that is closed after use, or not. */
type WithPage = <T>(use: (page: Page) => Promise<T>) => Promise<T>

async function storesCarried(withPage: WithPage): Promise<string[]> {
  await withPage(async (page) => {
    await page.goto(origin)
    await page.evaluate(leave)
  })
  asked.delete('/cached')
  const carried = await withPage(async (page) => {
    await page.goto(origin)
    return page.evaluate<string[]>(look)
  })
  return asked.has('/cached') ? carried : [...carried, 'HTTP cache']
}

const soon = () => callerUntil(AbortSignal.timeout(180_000))

/** Concurrent pages: what each receives from others, and how many other pages it can detect. */
async function neighbours(browsers: Browsers) {
  const heard = await Promise.all(
    [1, 2, 3].map(() =>
      browsers.withPage(plainSetting, soon(), async ({ page, context }) => {
        await page.goto(origin)
        const messages = Number(await page.evaluate(listen))
        return messages + context.pages().length - 1
      }),
    ),
  )
  return heard.filter((count) => count > 0).length
}

/** The second page is opened after the first is closed, in the same browser. */
async function measure(browser: BrowserUnderTest) {
  await using browsers = await startBrowsers({
    ...browser,
    net: { guard: createGuard({ allowedHosts: ['localhost'] }) },
  })
  const carried = await storesCarried((use) =>
    browsers.withPage(plainSetting, soon(), ({ page }) => use(page)),
  )
  const foreign = await neighbours(browsers)
  return { carried: carried.length, foreign, started: browsers.gauges().started }
}

const all: Awaited<ReturnType<typeof measure>>[] = []
for (const browser of Object.values(browsersUnderTest)) all.push(await measure(browser))

const { path: executablePath, env } = await unpackBrowser(first.found)
const plain = await chromium.launch({
  executablePath,
  chromiumSandbox: false,
  env: { ...process.env, ...env },
})
const shared = await (await plain.newContext()).newPage()
const theirs = await storesCarried((use) => use(shared))
await plain.close()

const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((n, it) => n + of(it), 0)
const [carried, foreign] = [sum((it) => it.carried), sum((it) => it.foreign)]
report(
  'isolation',
  carried + foreign === 0 && all.every((it) => it.started === 1) && theirs.length === 7,
  `${carried} of ${7 * all.length} stores leaked, ${foreign} of ${3 * all.length} pages see others, ` +
    `in ${sum((it) => it.started)} of ${all.length} browsers; control ${theirs.length} of 7`,
)
