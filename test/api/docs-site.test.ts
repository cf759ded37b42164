import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sectionsIn } from '#features/docs/navigation.ts'
import { findBrokenLinks } from '#test/fixtures/broken-links.ts'
import { startConsoleBrowser, findViolations } from '#test/fixtures/console-browser.ts'
import { takePicture } from '#test/fixtures/take-picture.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startService } from '#test/service.ts'

const root = join(import.meta.dirname, '../..')

const service = await startService()
disposeAfterTests(service)

async function get(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: received, body } = await service.server.inject({ url, headers })
  return { status: statusCode, type: String(received['content-type']), headers: received, body }
}

test('every document is in the navigation once', () => {
  const listed = sectionsIn(root).flatMap(({ files }) => files)
  const present = globSync('docs/**/*.md', { cwd: root })
  assert.deepEqual(listed.filter((file) => file.startsWith('docs/')).toSorted(), present.toSorted())
  assert.equal(new Set(listed).size, listed.length)
})

test('no link and no anchor of the site is broken', async () => {
  const { broken, pages, links } = await findBrokenLinks(get, '/docs')
  assert.deepEqual(broken, [])
  assert.ok(pages > 60 && links > 3_000, `${pages} pages, ${links} links`)
})

test('planted broken links and anchors are found (control)', async () => {
  const site: Record<string, string> = {
    '/docs': '<a href="/docs/a#here">a</a><a href="/docs/a#gone">b</a><img src="/gone.png">',
    '/docs/a': '<h2 id="here">Here</h2><a href="missing">c</a>',
  }
  const { broken } = await findBrokenLinks(
    async (path) => ({ status: site[path] ? 200 : 404, type: 'text/html', body: site[path] ?? '' }),
    '/docs',
  )
  assert.deepEqual(broken, ['/docs: /docs/a#gone', '/docs: /gone.png', '/docs/a: missing'])
})

test('pages come as Markdown from their address with .md, and for clients that ask for it', async () => {
  const page = await get('/docs/guides/search')
  assert.match(page.type, /^text\/html/)
  assert.match(String(page.headers['vary']), /Accept/)
  const markdown = await get('/docs/guides/search.md')
  assert.match(markdown.type, /^text\/markdown/)
  assert.ok(markdown.body.startsWith('# Search the web\n'))
  assert.ok(markdown.body.includes('](/docs/api/search.md)'))
  const accepting = (accept: string) => get('/docs/guides/search', { accept })
  assert.equal((await accepting('text/markdown, text/html, */*')).body, markdown.body)
  assert.equal((await accepting('text/html;q=0.5, text/markdown')).body, markdown.body)
  for (const accept of ['text/html,*/*;q=0.8', '*/*', 'text/html, text/markdown;q=0.5', 'x;q=y'])
    assert.equal((await accepting(accept)).body, page.body, accept)
  const broken = await findBrokenLinks(get, '/docs/guides/search.md')
  assert.deepEqual(broken.broken, [])
})

test('llms.txt lists every page, llms-full.txt has their text, and the skill names this service', async () => {
  const list = await get('/llms.txt', { host: 'weir.example' })
  const links = [...list.body.matchAll(/\]\(http:\/\/weir\.example([^)]+)\)/g)].map(
    ([, path = '']) => path,
  )
  assert.ok(links.length > 60)
  for (const path of links) assert.equal((await get(path)).status, 200, path)
  const full = await get('/llms-full.txt')
  assert.ok(full.body.includes('# Search the web') && full.body.includes('# Self-hosting'))
  // Tables are not padded.
  assert.ok(full.body.includes('\n| request | rule |\n| --- | --- |\n'))
  assert.ok(Buffer.byteLength(full.body) <= 400_000, `${Buffer.byteLength(full.body)} bytes`)
  const skill = await get('/skill.md', { host: 'weir.example' })
  assert.match(skill.body, /^---\nname: weir\ndescription: /)
  assert.ok(skill.body.includes('http://weir.example/v2/scrape'))
  assert.ok(skill.body.split('\n').length <= 200)
})

test('an unknown page gets 404 with the navigation, and no page of the site permits foreign content', async () => {
  for (const url of ['/docs/nothing', '/docs/guides/nothing', '/docs/nothing.md']) {
    const { status, headers } = await get(url)
    assert.equal(status, 404, url)
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    )
  }
  for (const name of ['..%2froutes.ts', 'constructor', '__proto__', 'package.json'])
    assert.equal((await get(`/docs/assets/${name}`)).status, 404, name)
})

const shown = {
  '/docs': 'Weir',
  '/docs/guides/console': 'The console',
  '/docs/api/scrape': 'Scrape',
  '/docs/nothing': 'Page not found',
}
const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
] as const

test('people read, search and switch colours in a real browser', async (t) => {
  const base = (await service.listen()).replace('127.0.0.1', 'localhost')
  await using browser = await startConsoleBrowser(base)

  for (const look of looks) {
    await t.test(`axe finds nothing: ${look.theme}, ${look.width} pixels`, async () => {
      const { page, foreign, complaints } = await browser.open(look)
      const found: string[] = []
      for (const [path, title] of Object.entries(shown)) {
        await page.goto(base + path)
        await page.getByRole('heading', { name: title, level: 1 }).waitFor()
        found.push(...(await findViolations(page, path)))
      }
      assert.deepEqual(found, [])
      assert.deepEqual(foreign, [])
      assert.deepEqual(complaints, [])
    })
  }

  await t.test('the search is used with the keyboard alone', async () => {
    const { page, foreign, complaints } = await browser.open()
    await page.goto(`${base}/docs`)
    await page.getByRole('button', { name: /Search/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('proxy basic')
    await page.getByRole('option').first().waitFor()
    assert.deepEqual(await findViolations(page, 'search'), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/.+/)
    assert.deepEqual(foreign, [])
    assert.deepEqual(complaints, [])
  })

  await t.test('alternatives of a code block are tabs, and the choice is kept', async () => {
    const { page } = await browser.open()
    await page.goto(`${base}/docs`)
    await page.getByRole('tab', { name: 'Python' }).first().click()
    await page.getByText('from firecrawl import Firecrawl').first().waitFor()
    await page.goto(`${base}/docs/guides/quickstart`)
    await page.getByRole('tab', { name: 'Python', selected: true }).first().waitFor()
    await page.getByRole('button', { name: 'Use dark colours' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Use light colours' }).waitFor()
  })

  await t.test('links to the former address of the reference open the operation', async () => {
    const { page, complaints } = await browser.open()
    await page.goto(`${base}/docs#/Scrape/scrape`)
    await page.waitForURL(`${base}/docs/api#/Scrape/scrape`)
    const opened = page.locator('details.operation[open]')
    await opened.getByText('POST /v2/scrape').waitFor()
    assert.equal(await opened.count(), 1)
    await opened.locator('.fields summary').first().click()
    assert.deepEqual(complaints, [])
  })

  await t.test('axe finds nothing in the reference, with operations and fields open', async () => {
    for (const look of [{ theme: 'light' }, { theme: 'dark' }, { width: 390 }] as const) {
      const { page } = await browser.open(look)
      await page.goto(`${base}/docs/api#/Monitor/createMonitor`)
      const opened = page.locator('details.operation[open]')
      await opened.getByText('targets').first().waitFor()
      for (const fold of await opened.locator('.fields summary').all()) await fold.click()
      const rules = 'theme' in look && look.theme === 'dark' ? 'colours' : 'all'
      assert.deepEqual(await findViolations(page, JSON.stringify(look), rules), [])
      await takePicture(page, `reference-${JSON.stringify(look).replaceAll(/\W/g, '')}`)
      await page.getByLabel('Find an operation').fill('feeds')
      await page.getByText('Create a feed').waitFor()
      await page.getByText('Delete a monitor').waitFor({ state: 'detached' })
      await page.context().close()
    }
  })

  await t.test('on a phone the navigation opens and closes with a button', async () => {
    const { page } = await browser.open({ width: 390 })
    await page.goto(`${base}/docs`)
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    await page.getByRole('link', { name: 'Errors' }).waitFor()
    assert.deepEqual(await findViolations(page, 'menu'), [])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Errors' }).waitFor({ state: 'hidden' })
  })
})

test('files that a client has already are answered with 304', async () => {
  for (const url of [
    '/v2/openapi.json',
    '/llms-full.txt',
    '/docs/search.json',
    '/docs',
    '/console',
  ]) {
    const first = await get(url)
    const etag = String(first.headers['etag'])
    assert.match(etag, /^"[\w-]{27}"$/, url)
    assert.equal(first.headers['cache-control'], 'no-cache', url)
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(url, { 'if-none-match': tags })
      assert.deepEqual([again.status, again.body, again.headers['etag']], [304, '', etag], url)
    }
    const other = await get(url, { 'if-none-match': '"other"' })
    assert.deepEqual([other.status, other.body], [200, first.body], url)
  }
  const asset = /\/console\/assets\/main-\w+\.js/.exec((await get('/console')).body)?.[0] ?? ''
  assert.match(String((await get(asset)).headers['cache-control']), /immutable/)
  const [plain, brotli] = [
    await get('/docs/search.json'),
    await get('/docs/search.json', { 'accept-encoding': 'br' }),
  ]
  assert.notEqual(plain.headers['etag'], brotli.headers['etag'])
  assert.equal((await get('/health/live')).headers['etag'], undefined)
})
