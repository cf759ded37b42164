import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame } from 'playwright-core'
import { ServiceError } from '#kernel/errors.ts'
import { createGuard } from '#net/guard.ts'
import { plainSetting, silent, startBrowsers } from '#test/fixtures/browsers.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startSite, type Site } from '#test/fixtures/site.ts'
import type { Browsers, OpenedPage, PageSetting } from './browsers.ts'
import { findBrowser, packedBrowser } from './find-browser.ts'
import { listProcesses } from './processes.ts'
import { until } from '#test/fixtures/until.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const asked: { path: string; headers: NodeJS.Dict<string | string[]> }[] = []

const browsers = await startBrowsers()
const site: Site = await startSite((request, response) => {
  const url = new URL(request.url ?? '/', 'http://site.test')
  asked.push({ path: url.pathname, headers: request.headers })
  const to = url.searchParams.get('to')
  response.writeHead(to ? 302 : 200, { 'content-type': 'text/html', ...(to && { location: to }) })
  response.end(url.searchParams.get('html') ?? '<h1>Hello</h1>')
})
disposeAfterTests(browsers, site)

const soon = (ms = 60_000) => AbortSignal.timeout(ms)

const show = <T>(
  use: (opened: OpenedPage) => Promise<T>,
  { by = browsers, setting = {} }: { by?: Browsers; setting?: Partial<PageSetting> } = {},
) => by.withPage({ ...plainSetting, ...setting }, callerUntil(soon()), use)

const readTitle = ({ page }: OpenedPage) => page.goto(site.url).then(() => page.innerText('h1'))

/** The main process of the browser of a page. */
async function findProcess({ context }: OpenedPage): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  return processInfo.find(({ type }) => type === 'browser')?.id ?? 0
}

const hasCode = (code: string) => (error: unknown) =>
  error instanceof ServiceError && error.code === code

test('a browser runs in its sandbox and not as root', async () => {
  const found = await show(async (opened) => {
    const family = listProcesses(await findProcess(opened))
    return { title: await readTitle(opened), family: family.map(({ pid }) => readStatus(pid)) }
  })

  assert.equal(found.title, 'Hello')
  assert.ok(found.family.some(({ seccomp }) => seccomp === 2))
  assert.ok(found.family.every(({ uid, command }) => uid !== 0 && !command.includes('no-sandbox')))
  assert.match(browsers.describe(), /^Chromium \d+\..+sandbox on/)
})

function readStatus(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    uid: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]),
    seccomp: Number(/^Seccomp:\s+(\d)/m.exec(status)?.[1]),
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
  }
}

test('a browser that does not work is replaced by the fallback, with a log entry', async (t) => {
  const fallback = packedBrowser()
  if (!fallback) return t.skip('needs the browser of the packages')
  const logged: unknown[] = []
  const log = { ...silent, warn: (...line: unknown[]) => void logged.push(line) }
  const found = { kind: 'program', path: '/bin/false', source: 'of the system' } as const
  await using second = await startBrowsers({ found, fallback, log })

  const titles = [await show(readTitle, { by: second }), await show(readTitle, { by: second })]

  assert.deepEqual(titles, ['Hello', 'Hello'])
  assert.match(second.describe(), /of the packages/)
  assert.match(second.complaint() ?? '', /\/bin\/false did not start/)
  assert.equal(logged.length, 1)
  assert.match(JSON.stringify(logged), /fallback used/)
})

test('a page waits for a free slot, until the signal aborts', async () => {
  await using narrow = await startBrowsers({ pagesMax: 1, waitingMax: 1 })
  const hold = Promise.withResolvers<void>()
  const first = show(() => hold.promise, { by: narrow })
  await until(() => narrow.gauges().open === 1)

  const impatient = narrow.withPage(plainSetting, callerUntil(soon(20)), async () => 'shown')
  await assert.rejects(impatient, { name: 'TimeoutError' })
  const second = show(async ({ queuedMs }) => queuedMs, { by: narrow })
  await until(() => narrow.gauges().waiting === 1)
  await assert.rejects(show(readTitle, { by: narrow }), hasCode('SERVICE_UNAVAILABLE'))
  await sleep(30)
  hold.resolve()

  await first
  assert.ok((await second) >= 20)
})

test('open pages of one team leave some slots for another', async () => {
  await using narrow = await startBrowsers({ pagesMax: 1 })
  const stop = new AbortController()
  const long = [1, 2, 3].map(() =>
    narrow.withPage(plainSetting, callerUntil(stop.signal), () => new Promise(() => {})),
  )
  const other = callerUntil(soon(), 'another team')

  assert.equal(await narrow.withPage(plainSetting, other, readTitle), 'Hello')

  assert.deepEqual([narrow.gauges().waiting, long.length], [2, 3])
  stop.abort(new Error('enough'))
  for (const { status } of await Promise.allSettled(long)) assert.equal(status, 'rejected')
})

test('the signal ends a page in any state and frees its slot', async () => {
  const endless = '<script>setTimeout(() => { for (;;); })</script>'
  for (let round = 0; round < 5; round++) {
    const shown = browsers.withPage(plainSetting, callerUntil(soon(400)), async ({ page }) => {
      await page.goto(`${site.url}/?html=${encodeURIComponent(endless)}`)
      return page.title()
    })
    await assert.rejects(shown, { name: 'TimeoutError' })
  }

  await until(() => browsers.gauges().open === 0)
  assert.equal(await show(readTitle), 'Hello')
  assert.equal(browsers.gauges().started, 1)
})

test('an error of `use` reaches the caller', async () => {
  const thrown = new Error('of the caller')
  await assert.rejects(
    show(() => Promise.reject(thrown)),
    thrown,
  )
})

test('a page whose browser crashes is loaded again in another one', async () => {
  await using mortal = await startBrowsers()
  let tries = 0
  const title = await show(
    async (opened) => {
      if (tries++ === 0) process.kill(await findProcess(opened), 'SIGKILL')
      return readTitle(opened)
    },
    { by: mortal },
  )

  assert.deepEqual([title, tries, mortal.gauges().started], ['Hello', 2, 2])
})

test('a page that crashes every browser fails', async () => {
  await using mortal = await startBrowsers()
  const deadly = show(
    async (opened) => {
      process.kill(await findProcess(opened), 'SIGKILL')
      return readTitle(opened)
    },
    { by: mortal },
  )

  await assert.rejects(deadly, hasCode('SCRAPE_ALL_ENGINES_FAILED'))
  assert.equal(await show(readTitle, { by: mortal }), 'Hello')
})

test('without a working browser, pages are refused with the reason', async () => {
  await using none = await startBrowsers({ found: undefined })
  const found = { kind: 'program', path: '/bin/false', source: 'configured' } as const
  await using broken = await startBrowsers({ found })

  assert.deepEqual([none.isAvailable, broken.isAvailable], [false, true])
  for (const by of [none, broken]) {
    await assert.rejects(show(readTitle, { by }), hasCode('SCRAPE_ALL_ENGINES_FAILED'))
  }
  assert.throws(() => findBrowser({ path: '/nowhere/chromium' }), /WEIR_BROWSER_PATH/)
  if (packedBrowser()) assert.deepEqual(findBrowser({ path: 'packages' }), packedBrowser())
})

test('browsers are replaced after a number of pages', async () => {
  await using short = await startBrowsers({ pagesPerBrowserMax: 2, idleMs: 600_000 })
  const pids = new Set<number>()
  for (let count = 0; count < 4; count++) pids.add(await show(findProcess, { by: short }))

  assert.equal(pids.size, 2)
})

test('browsers end when idle', async () => {
  await using short = await startBrowsers({ idleMs: 30 })
  const pid = await show(findProcess, { by: short })

  await until(() => !isAlive(pid))
  assert.equal(short.gauges().running, 0)
})

test('nothing is left of a browser when the service stops, even with open pages', async () => {
  const stopped = await startBrowsers()
  const opened = Promise.withResolvers<number>()
  const shown = show(
    async (it) => {
      opened.resolve(await findProcess(it))
      await it.page.waitForEvent('close', { timeout: 0 })
    },
    { by: stopped },
  )
  const refused = assert.rejects(shown, hasCode('SERVICE_UNAVAILABLE'))
  const family = listProcesses(await opened.promise).map(({ pid }) => pid)
  const [, folder = ''] = /user-data-dir=([^\0]+)/.exec(readStatus(family[0] ?? 0).command) ?? []
  assert.ok(existsSync(folder) && family.length > 2)

  await stopped[Symbol.asyncDispose]()

  await refused
  await until(() => family.every((pid) => !isAlive(pid)))
  assert.ok(!existsSync(folder))
})

/** A zombie process counts as ended. */
function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !/\) [ZX] /.test(readFileSync(path, 'utf8'))
}

test('private targets are refused, also by name and after a redirect, with the reason', async () => {
  const guard = createGuard({ allowedHosts: ['localhost'] })
  await using guarded = await startBrowsers({ net: { guard } })
  const home = `http://localhost:${site.port}`
  const urls = [
    site.url,
    site.url.replace('http:', 'https:'),
    'http://no-such-host.invalid/',
    `${home}/?to=${encodeURIComponent('http://169.254.169.254/')}`,
  ]

  const failures = await Promise.all(
    urls.map((url) =>
      show(
        async ({ page, lastFailure }) => {
          await assert.rejects(page.goto(url))
          return lastFailure()?.kind
        },
        { by: guarded },
      ),
    ),
  )

  assert.deepEqual(new Set(failures), new Set(['address']))
})

test('local files and internal pages of the browser cannot be opened', async () => {
  const urls = [
    'file:///etc/passwd',
    'view-source:file:///etc/passwd',
    'chrome://version',
    'devtools://devtools/',
  ]
  for (const url of urls) {
    const text = await show(async ({ page }) => {
      await assert.rejects(page.goto(url), url)
      return page.innerText('html')
    })
    assert.equal(text, '')
  }
})

/** A refused frame may have no document. */
const readContent = (frame: Frame) => Promise.race([frame.content(), sleep(1_000, '')])

test('a page cannot load local files, neither in frames nor by navigation', async () => {
  const file = 'file:///etc/passwd'
  const pages = [
    `<iframe src="${file}"></iframe><object data="${file}"></object><embed src="${file}">`,
    `<script>location = ${JSON.stringify(file)}</script>`,
    `<script>open(${JSON.stringify(file)}); fetch(${JSON.stringify(file)}).then((r) => r.text()).then((t) => document.write(t), () => {})</script>`,
    `<meta http-equiv="refresh" content="0;url=${file}">`,
  ]
  for (const html of pages) {
    const texts = await show(async ({ page }) => {
      await page.goto(`${site.url}/page?html=${encodeURIComponent(html)}`).catch(() => {})
      await page.waitForTimeout(300)
      return Promise.all(page.frames().map((frame) => readContent(frame).catch(() => '')))
    })
    assert.doesNotMatch(texts.join('\n'), /root:/, html)
  }
})

test('control characters do not turn a URL into a file path', async () => {
  for (const url of ['\u0001file:///etc/passwd', 'fi\nle:///etc/passwd', ' \tfile:///etc/passwd']) {
    const text = await show(async ({ page }) => {
      await page.goto(url).catch(() => {})
      return page.innerText('html')
    })
    assert.equal(text, '', JSON.stringify(url))
  }
})

test("the caller's headers are sent only to the origin of the page", async () => {
  await using other = await startSite((request, response) => {
    asked.push({ path: 'other', headers: request.headers })
    response.end()
  })
  asked.length = 0
  const html = `<img src="/own.png"><img src="${other.url}/">`
  const start = `/start?to=${encodeURIComponent(`/page?html=${encodeURIComponent(html)}`)}`
  const setting = { headers: { 'X-Token': 'secret', Cookie: 'a=b', 'User-Agent': 'Test/1' } }

  const seen = await show(
    async ({ page }) => {
      await page.goto(site.url + start, { waitUntil: 'load' })
      const agent = await page.evaluate('navigator.userAgent')
      await page.goto(`${site.url}/away?to=${encodeURIComponent(other.url)}`)
      return agent
    },
    { setting },
  )

  assert.equal(seen, 'Test/1')
  for (const { path, headers } of asked) {
    const isOwn = path !== 'other'
    assert.equal(headers['x-token'], isOwn ? 'secret' : undefined, path)
    assert.equal(headers.cookie, isOwn ? 'a=b' : undefined, path)
  }
  assert.equal(asked.filter(({ path }) => path === 'other').length, 2)
  assert.ok(asked.some(({ path }) => path === '/own.png'))
})
