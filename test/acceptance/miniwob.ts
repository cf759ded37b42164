/**
 * The tasks of MiniWoB++ as a language model sees them: every element that works has a number, and rules that see only the goal and
 * the description solve 27 of the tasks with three seeds each. `WEIR_TEST_MINIWOB` names the folder `miniwob/html` of the Python
 * package `miniwob`. Control: the accessibility tree without roles for elements that work without one.
 */
import type { Page } from 'playwright-core'
import { waitUntilCalm } from '#interact/observe/wait-until-calm.ts'
import { createPageObserver, PageAction } from '#interact/observe/page-observer.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { browserUnderTest, plainSetting } from '#test/fixtures/browsers.ts'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { miniwobRules } from '#test/fixtures/miniwob-rules.ts'
import { miniwobFolder, miniwobTasks, startMiniwobSite } from '#test/fixtures/miniwob-site.ts'
import { listenerNotes, missingIn, plainText } from '#test/fixtures/numbered-elements.ts'
import type { Hands } from '#test/fixtures/observed-pages.ts'

const folder = miniwobFolder
if (folder === undefined || !browserUnderTest()) {
  const reason = folder === undefined ? 'WEIR_TEST_MINIWOB is not set' : 'there is no Chromium'
  process.stdout.write(`miniwob: skipped: ${reason}\n`)
  process.exit(0)
}

const seeds = [1, 2, 3]
const solvedMin = 78
const tasks = miniwobTasks(folder)
await using site = await startMiniwobSite(folder)
await using browsers = await startLocalBrowser()
const caller = { teamId: 'test', signal: new AbortController().signal }

/** Starts a task; returns its goal. */
async function start(page: Page, task: string, seed: number): Promise<string> {
  await page.goto(`${site.url}/miniwob/${task}.html?${seed}`)
  return page.evaluate<string>('window.goal')
}

async function onPage<Result>(
  use: (page: Page, observer: ReturnType<typeof createPageObserver>) => Promise<Result>,
) {
  return browsers.withPage(plainSetting, caller, async ({ page, context }) => {
    await page.addInitScript(listenerNotes)
    return use(page, createPageObserver(context, page))
  })
}

const seen = { works: 0, own: 0, control: 0 }
const lacking: string[] = []
for (const task of tasks) {
  await onPage(async (page, observer) => {
    await start(page, task, 1)
    // Some draw their elements one after the other.
    await waitUntilCalm(page)
    const { missing: control } = await missingIn(page, await plainText(page))
    const { works, missing } = await missingIn(page, await observer.look({ detail: 'all' }))
    seen.works += works
    seen.own += missing
    seen.control += control
    if (missing > 0) lacking.push(`${task} ${missing}`)
  })
}

async function solve(task: string, seed: number, withRoles: boolean): Promise<boolean> {
  return onPage(async (page, observer) => {
    const goal = await start(page, task, seed)
    let text = ''
    const hands: Hands = {
      text: () => text,
      look: async () =>
        (text = withRoles ? await observer.look({ detail: 'all' }) : await plainText(page)),
      act: async (action, element, of) => {
        const given = { action, text: of, ...(element !== '' && { element }) }
        await observer.act(PageAction.parse(given))
      },
    }
    await miniwobRules[task]?.(hands, goal).catch(() => {})
    await page.waitForTimeout(100)
    return page.evaluate<boolean>('WOB_REWARD_GLOBAL > 0')
  })
}

const solved = { own: 0, control: 0 }
const unsolved: string[] = []
for (const task of Object.keys(miniwobRules)) {
  for (const seed of seeds) {
    if (await solve(task, seed, true)) solved.own++
    else unsolved.push(`${task} ${seed}`)
    if (await solve(task, seed, false)) solved.control++
  }
}
const runs = Object.keys(miniwobRules).length * seeds.length
report(
  'miniwob',
  seen.own === 0 &&
    seen.control > seen.works / 10 &&
    solved.own >= solvedMin &&
    solved.control < solved.own,
  `${seen.own} of ${seen.works} working elements of ${tasks.length} tasks without a number${lacking.map((text) => `, ${text}`).join('')}; ` +
    `${solved.own} of ${runs} solved by rules${unsolved.map((text) => `, not ${text}`).join('')}; ` +
    `control: ${seen.control} without a number, ${solved.control} solved`,
)
