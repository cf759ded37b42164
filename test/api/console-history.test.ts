import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join } from 'node:path'
import { build } from 'esbuild'
import { startConsoleBrowser } from '#test/fixtures/console-browser.ts'
import { startPages, type Pages } from '#test/fixtures/pages.ts'

const web = join(import.meta.dirname, '../../web')
/** The requests of one tab, remembered all at once. */
const program = `
  import { remember, remembered } from './pages/request-history.ts'
  import { session } from './session.ts'
  session.value = { state: 'signed-in', person: { id: 'ada' }, team: { id: 'team', zeroDataRetention: 'off' } }
  globalThis.addRequests = (tab, count) => Promise.all(Array.from({ length: count }, (_, number) =>
    remember({ key: 'post /v2/scrape', values: { url: tab + number } })))
  globalThis.countRequests = async () => (await remembered()).length`

let site: Pages
let browser: Awaited<ReturnType<typeof startConsoleBrowser>>

before(async () => {
  const stdin = { contents: program, resolveDir: web, loader: 'ts' } as const
  const built = await build({ stdin, bundle: true, write: false, format: 'iife' })
  const script = built.outputFiles[0]?.text ?? ''
  site = await startPages({
    '/': '<title>Tab</title><script src="/tab.js"></script>',
    '/tab.js': { headers: { 'content-type': 'text/javascript' }, body: script },
  })
  browser = await startConsoleBrowser(site.url)
})
after(async () => {
  await browser[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

test('requests that two tabs remember at the same time are all there', async () => {
  const { page } = await browser.open()
  const other = await page.context().newPage()
  await Promise.all([page, other].map((tab) => tab.goto(site.url)))
  await Promise.all([page.evaluate(`addRequests('a', 12)`), other.evaluate(`addRequests('b', 12)`)])
  assert.equal(await page.evaluate(`countRequests()`), 24)
})
