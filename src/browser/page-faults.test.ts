import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainSetting, startBrowsers } from '#test/fixtures/browsers.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startSite, type Site } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import type { OpenedPage, PageSetting } from './browsers.ts'

const browsers = await startBrowsers()
const site: Site = await startSite((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://site.test')
  response.setHeader('content-type', 'text/html')
  response.end(searchParams.get('html') ?? '<h1>Hello</h1>')
})
disposeAfterTests(browsers, site)

const show = <T>(use: (opened: OpenedPage) => Promise<T>, setting: Partial<PageSetting> = {}) => {
  const caller = callerUntil(AbortSignal.timeout(60_000))
  return browsers.withPage({ ...plainSetting, ...setting }, caller, use)
}

const readTitle = ({ page }: OpenedPage) => page.goto(site.url).then(() => page.innerText('h1'))

/** Listeners that cannot throw. */
const harmless: Record<string, readonly string[]> = {
  'actions/page-change.ts': ['page'],
  'page-clock.ts': ['session'],
  'connect.ts': ['browser'],
}

test('all listeners for events of pages are guarded', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const listeners = sources.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    const found = source.matchAll(
      /\b(page|context|session|browser)\.(?:on|once)\(\s*[^,]+,\s*(\w*)/g,
    )
    return [...found].map(([, emitter = '', listener]) => ({ file, emitter, listener }))
  })
  const unguarded = listeners.filter(
    ({ file, emitter, listener }) => listener !== 'guarded' && !harmless[file]?.includes(emitter),
  )

  assert.ok(listeners.length >= 10)
  assert.deepEqual(unguarded, [])
})

test('a failing listener ends only its own page', async () => {
  const both = Promise.withResolvers<void>()
  const quiet = show(async (opened) => {
    await both.promise
    return readTitle(opened)
  })
  const faulty = show(async ({ page, guarded }) => {
    page.on(
      'request',
      guarded(() => {
        throw new Error('of a listener')
      }),
    )
    page.on(
      'response',
      guarded(() => Promise.reject(new Error('of a listener, later'))),
    )
    await page.goto(site.url)
    await sleep(10_000)
  })

  await assert.rejects(faulty, { code: 'SCRAPE_SITE_ERROR' })
  both.resolve()
  assert.equal(await quiet, 'Hello')
})

test('a page that requests invalid URLs is loaded, also with headers of the caller', async () => {
  const script = `for (const url of ['http://a b/', 'http://[/', 'http://%', 'https://x:99999/', 'http://\\u0000'])
    for (const ask of [fetch, (it) => { new Image().src = it }, (it) => { frames[0].location = it }])
      try { Promise.resolve(ask(url)).catch(() => {}) } catch {}`
  const html = `<h1>Hello</h1><iframe></iframe><img src="http://a b/"><script>${script}</script><iframe src="http://a b/"></iframe>`
  const title = await show(
    async ({ page }) => {
      await page.goto(`${site.url}/?html=${encodeURIComponent(html)}`)
      return page.innerText('h1')
    },
    { headers: { 'x-name': 'Reed' } },
  )

  assert.equal(title, 'Hello')
  assert.equal(await show(readTitle), 'Hello')
})
