// acceptance: quick
/**
 * Every element that works has a number in the description of a page, and rules that see only the description solve a task on each
 * page. Control: the accessibility tree without roles for elements that work without one. With a folder of HTML files as argument,
 * also how long the descriptions of the first forty are, compared with the HTML.
 */
import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { linesOf } from '#interact/observe/lines.ts'
import { createPageObserver, PageAction } from '#interact/observe/page-observer.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { browserUnderTest, plainSetting } from '#test/fixtures/browsers.ts'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { observedTasks, type Hands } from '#test/fixtures/observed-pages.ts'
import { startSite } from '#test/fixtures/site.ts'

if (!browserUnderTest()) {
  process.stdout.write('observe: skipped: there is no Chromium\n')
  process.exit(0)
}

const seeds = isQuick ? [1] : [1, 2, 3]
const [folder] = process.argv.slice(2)
const realPages = folder === undefined ? [] : globSync(`${folder}/*.html`).toSorted().slice(0, 40)
const realShareMax = 0.15

/** Notes the elements that listen to input, before the scripts of the page run. */
const listenerNotes = `(() => {
  const types = /^(click|dblclick|mousedown|mouseup|pointerdown|touchstart|keydown|mousemove)$/
  const { addEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (types.test(type) && this instanceof Element) this.setAttribute('data-works', '')
    return addEventListener.call(this, type, ...rest)
  }
})()`
const native =
  'a[href], button, input, select, textarea, [contenteditable=true], [onclick], [data-works]'

await using site = await startSite(({ url = '' }, response) => {
  const [, kind, at = '0', seed = '1'] = url.split('/')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  const file = realPages[Number(at)]
  if (kind === 'real') response.end(file === undefined ? '' : readFileSync(file))
  else
    response.end(
      `<!doctype html><script>const seed = ${seed}</script>${observedTasks[Number(at)]?.html ?? ''}`,
    )
})
await using browsers = await startLocalBrowser()
const waiter = { teamId: 'test', signal: new AbortController().signal }

const Snapshot = z.array(z.any())
/** The control: what a model sees without roles for the time of the snapshot. */
async function plainText(page: Page): Promise<string> {
  return linesOf(Snapshot.parse(await page.ariaSnapshotJSON({ mode: 'ai' })), 'all').join('\n')
}

/** Elements that work and are visible, and those of them without a number in the text. */
async function missingIn(page: Page, text: string): Promise<{ works: number; missing: number }> {
  for (const [, ref = ''] of text.matchAll(/\[((?:f\d+)?e\d+)\]/g))
    await page.getByRef(ref).evaluate((element) => element.setAttribute('data-ref', ''))
  return page.evaluate<{ works: number; missing: number }>(`(() => {
    const all = [...document.querySelectorAll('${native}')].filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility()
    })
    const isNumbered = (element) => element.closest('[data-ref]') === element || element.querySelector('[data-ref]')
    const missing = all.filter((element) => !isNumbered(element)).length
    for (const element of document.querySelectorAll('[data-ref]')) element.removeAttribute('data-ref')
    return { works: all.length, missing }
  })()`)
}

interface Score {
  works: number
  missing: number
  solved: number
}

async function solveTask(
  { index, seed, withRoles }: { index: number; seed: number; withRoles: boolean },
  score: Score,
) {
  await browsers.withPage(plainSetting, waiter, async ({ page, context }) => {
    await page.addInitScript(listenerNotes)
    await page.goto(`${site.url}/task/${index}/${seed}`)
    const observer = createPageObserver(context, page)
    let text = ''
    const hands: Hands = {
      text: () => text,
      look: async () => (text = withRoles ? await observer.look() : await plainText(page)),
      act: async (action, element, of) => {
        await observer.act(PageAction.parse({ action, element, text: of }))
      },
    }
    const { works, missing } = await missingIn(page, await hands.look())
    score.works += works
    score.missing += missing
    const goal = await page.evaluate<string>('window.goal')
    await observedTasks[index]?.solve(hands, goal).catch(() => {})
    if (await page.evaluate<boolean>('isDone')) score.solved++
  })
}

const empty = (): Score => ({ works: 0, missing: 0, solved: 0 })
const [own, control] = [empty(), empty()]
for (const index of observedTasks.keys()) {
  for (const seed of seeds) await solveTask({ index, seed, withRoles: true }, own)
  await solveTask({ index, seed: 1, withRoles: false }, control)
}

/** Length of a description compared with the HTML, the median of all pages. */
async function realShares(): Promise<number> {
  const shares: number[] = []
  for (const index of realPages.keys()) {
    await browsers.withPage(plainSetting, waiter, async ({ page, context }) => {
      await page.goto(`${site.url}/real/${index}`, { waitUntil: 'domcontentloaded' })
      const text = await createPageObserver(context, page).look()
      shares.push(text.length / (await page.content()).length)
    })
  }
  return shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0
}

const share = await realShares()
const tasks = observedTasks.length * seeds.length
report(
  'observe',
  own.missing === 0 &&
    own.solved >= tasks * 0.9 &&
    control.missing >= own.works / seeds.length / 4 &&
    control.solved < observedTasks.length / 2 &&
    share <= realShareMax,
  `${own.missing} of ${own.works} working elements without a number, ${own.solved} of ${tasks} tasks solved` +
    `${realPages.length > 0 ? `, ${realPages.length} pages described in ${Math.round(share * 100)} % of their HTML` : ''}; ` +
    `control: ${control.missing} of ${control.works} and ${control.solved} of ${observedTasks.length}`,
)
