import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openConsole } from '#test/fixtures/open-console.ts'

/** Against a walk that finds new pages for ever. */
const pagesMax = 200

const { demo, operator } = await openConsole()

interface Walk {
  /** Pages that were looked at, each with what is wrong with it. */
  readonly faults: string[]
  readonly paths: ReadonlySet<string>
}

/** Follows the links of the console as a person does, one page of each kind; other pages of the service are fetched. */
async function followLinks(start: string): Promise<Walk> {
  const { page } = operator
  const { paths, queue } = { paths: new Set<string>(), queue: [[start, 'the start']] }
  const kinds = new Set<string>()
  const faults: string[] = []
  for (const [link = '', from = ''] of queue) {
    const { pathname, search, hash } = new URL(link, demo.base)
    const kind = toKind(pathname + search) + hash
    if (kinds.has(kind)) continue
    kinds.add(kind)
    assert.ok(kinds.size <= pagesMax, `more than ${pagesMax} pages`)
    paths.add(toKind(pathname))
    const isConsole = /^\/console(?:\/|$)/.test(pathname)
    const fault = isConsole ? await open(page, pathname + search) : await fetchPage(page, link)
    if (fault !== undefined) faults.push(`${link} of ${from}: ${fault}`)
    if (isConsole) queue.push(...(await listLinks(page)).map((next) => [next, link]))
  }
  return { faults, paths }
}

/** Ids and values of queries make no other kind of page. */
const toKind = (path: string) =>
  path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id').replaceAll(/=[^&]*/g, '=')

async function open(page: Page, path: string): Promise<string | undefined> {
  await page.goto(demo.base + path)
  await page.locator('main:not(:has(.loading)) h1').first().waitFor()
  const title = await page.locator('h1').first().textContent()
  const alerts = await page.locator('main [role=alert]').allTextContents()
  if (title === 'Not found') return 'there is no such page'
  return alerts.length > 0 ? alerts.join('; ') : undefined
}

async function fetchPage(page: Page, link: string): Promise<string | undefined> {
  const response = await page.request.get(link)
  if (!response.ok()) return String(response.status())
  const id = decodeURIComponent(new URL(link).hash.slice(1))
  if (id === '' || !response.headers()['content-type']?.includes('text/html')) return undefined
  return (await response.text()).includes(` id="${id}"`) ? undefined : `nothing is called ${id}`
}

/** Absolute URLs of the links to this service. */
async function listLinks(page: Page): Promise<string[]> {
  const targets = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href]')].map(({ href }) => href)`,
  )
  return targets.filter((url) => url.startsWith(demo.base))
}

test('every link of the console leads to a page that has something to say', async () => {
  const { faults, paths } = await followLinks(`${demo.base}/console`)
  assert.deepEqual(faults, [])
  for (const path of ['/console/jobs/:id', '/console/monitors/:id', '/console/agent/:id'])
    assert.ok(paths.has(path), `${path} is not linked`)
  assert.deepEqual(operator.complaints, [])
})

test('a link that leads nowhere is found (control)', async () => {
  const { page } = operator
  assert.equal(await open(page, '/console/nothing'), 'there is no such page')
  assert.match(
    (await open(page, '/console/jobs/018f0000-0000-7000-8000-000000000000')) ?? '',
    /no such job/,
  )
  assert.equal(await fetchPage(page, `${demo.base}/docs/nothing`), '404')
})
