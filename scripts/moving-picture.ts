/**
 * Makes the moving picture of the README, docs/pictures/tour.webp, from the console of a real service: a URL, its Markdown, values for a
 * schema, and an answer. Without a language model.
 *
 *     node scripts/moving-picture.ts
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { startConsoleBrowser } from '#test/fixtures/console-browser.ts'
import { setUpConsole } from '#test/fixtures/console-set-up.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { globalSetup, globalTeardown } from '#test/global-setup.ts'
import { startService } from '#test/service.ts'

const root = join(import.meta.dirname, '..')
const size = { width: 1200, height: 720 }
const shownWidth = 900
const frameMs = 2_200

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, sku: { type: 'string' } },
}

const shown = [
  ['markdown'],
  [{ type: 'json', schema }],
  [{ type: 'question', question: 'Who designed the kettle, and when?' }],
]

await globalSetup()
try {
  const frames = await takeFrames()
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 85, effort: 6, loop: 0, delay: frames.map(() => frameMs) })
    .toFile(join(root, 'docs/pictures/tour.webp'))
} finally {
  globalTeardown()
}

async function takeFrames(): Promise<Buffer[]> {
  const kettle = readFileSync(join(root, 'examples/kettle.html'), 'utf8')
  await using site = await startPages({ '/kettle': kettle })
  await using service = await startService()
  const base = (await service.listen()).replace('127.0.0.1', 'localhost')
  await using browser = await startConsoleBrowser(base)
  const { page } = await setUpConsole({ base, service }, browser)
  await page.setViewportSize(size)
  const url = `${site.url}/kettle`
  await page.getByLabel('url', { exact: true }).fill(url)
  const frames = [await take(page)]
  for (const formats of shown) {
    // The first request of a kind loads what it needs.
    await service.ask('POST', '/v2/scrape', { body: { url, formats, maxAge: 0 } })
    const values = encodeURIComponent(JSON.stringify({ url, formats }))
    await page.goto(`${base}/console/playground?run=post+%2Fv2%2Fscrape&with=${values}`)
    await page.getByLabel('url', { exact: true }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('200', { exact: true }).first().waitFor()
    await page.waitForTimeout(500)
    frames.push(await take(page))
  }
  return frames
}

async function take(page: Page): Promise<Buffer> {
  return sharp(await page.screenshot())
    .resize({ width: shownWidth })
    .png()
    .toBuffer()
}
