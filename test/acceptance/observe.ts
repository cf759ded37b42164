// acceptance: quick
/**
 * Every element that works has a number in the description of a page, and rules that see only the description solve a task on each
 * page. Control: the accessibility tree without roles for elements that work without one; in `npm test` on every third page. With a
 * folder of HTML files as argument, also how long the descriptions of the first forty are, compared with the HTML.
 */
import { globSync, readFileSync } from 'node:fs'
import { createPageObserver, PageAction } from '#interact/observe/page-observer.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { browserUnderTest, plainSetting } from '#test/fixtures/browsers.ts'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { listenerNotes, missingIn, plainText } from '#test/fixtures/numbered-elements.ts'
import { observedTasks, type Hands } from '#test/fixtures/observed-pages.ts'
import { startSite } from '#test/fixtures/site.ts'

if (!browserUnderTest()) {
  process.stdout.write('observe: skipped: there is no Chromium\n')
  process.exit(0)
}

const seeds = isQuick ? [1] : [1, 2, 3]
const isControlled = (index: number) => !isQuick || index % 3 === 0
const [folder] = process.argv.slice(2)
const realPages = folder === undefined ? [] : globSync(`${folder}/*.html`).toSorted().slice(0, 40)
const realShareMax = 0.15

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
const caller = { teamId: 'test', signal: new AbortController().signal }

interface Score {
  works: number
  missing: number
  solved: number
}

async function solveTask(
  { index, seed, withRoles }: { index: number; seed: number; withRoles: boolean },
  score: Score,
) {
  await browsers.withPage(plainSetting, caller, async ({ page, context }) => {
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
  if (isControlled(index)) await solveTask({ index, seed: 1, withRoles: false }, control)
}

/** Length of a description compared with the HTML, the median of all pages. */
async function realShares(): Promise<number> {
  const shares: number[] = []
  for (const index of realPages.keys()) {
    await browsers.withPage(plainSetting, caller, async ({ page, context }) => {
      await page.goto(`${site.url}/real/${index}`, { waitUntil: 'domcontentloaded' })
      const text = await createPageObserver(context, page).look()
      shares.push(text.length / (await page.content()).length)
    })
  }
  return shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0
}

const share = await realShares()
const tasks = observedTasks.length * seeds.length
const controls = [...observedTasks.keys()].filter(isControlled).length
report(
  'observe',
  own.missing === 0 &&
    own.solved >= tasks * 0.9 &&
    control.missing >= control.works / 4 &&
    control.solved < controls / 2 &&
    share <= realShareMax,
  `${own.missing} of ${own.works} working elements without a number, ${own.solved} of ${tasks} tasks solved` +
    `${realPages.length > 0 ? `, ${realPages.length} pages described in ${Math.round(share * 100)} % of their HTML` : ''}; ` +
    `control: ${control.missing} of ${control.works} and ${control.solved} of ${controls}`,
)
