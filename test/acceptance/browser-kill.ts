/**
 * Chromium is killed repeatedly while pages are loaded: every request completes in time, and no process or file is left. Then
 * many pages are loaded one after the other: the number of processes and the memory stay constant.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { findBrowser } from '#browser/find-browser.ts'
import { listProcesses } from '#browser/processes.ts'
import { listProcessTree, readProcessFile } from '#kernel/processes.ts'
import { ServiceError } from '#kernel/errors.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { browsersUnderTest, plainSetting, startBrowsers } from '#test/fixtures/browsers.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const found = findBrowser({})
if (found?.kind !== 'program' || !existsSync('/proc/self/task')) {
  process.stdout.write('browser-kill: skipped: needs Linux and a Chromium of the system\n')
  process.exit(0)
}

const pages = 50
/**
 * Twice as many as can be open, so that some wait. All pages at once would each wait for all restarts: the time limit would then
 * apply to the number of pages and the speed of the machine, not to a page.
 */
const pagesAtOnce = 12
const pagesAfterwards = Number(process.env['WEIR_BAR_PAGES'] ?? 120)
const pagesPerKill = 5
const timeoutMs = 20_000
const lateMs = 2_000
const memoryGrowthMax = 1.25

const rest = (done: () => void) => void setTimeout(done, 50)
await using site = await startSite((_request, response) => rest(() => response.end('<p>Page</p>')))
/** The usual browser, or with `WEIR_TEST_BROWSER=enhanced` the full one. */
const full = Object.values(browsersUnderTest).find(({ isLikeWindow }) => isLikeWindow)
const browser = process.env['WEIR_TEST_BROWSER'] === 'enhanced' ? full : undefined
const browsers = await startBrowsers({ ...browser, pagesMax: 6 })

/** Browser processes that this process has started. */
const chromiums = () =>
  listProcesses(process.pid).filter(
    ({ pid }) => pid !== process.pid && /chrom/.test(readProcessFile(pid, 'cmdline')),
  )

/** Browser processes that have ended and are not waited for. */
const zombies = () =>
  [...listProcessTree(process.pid)].filter((pid) =>
    /\(chrom.*\) Z /.test(readProcessFile(pid, 'stat')),
  ).length

/** Browser folders of this process: their lock file contains its id. */
const folders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('weir-browser-') && isOurs(name)).length

function isOurs(folder: string): boolean {
  const owner = join(tmpdir(), folder, 'owner')
  return existsSync(owner) && readFileSync(owner, 'utf8').startsWith(`${process.pid} `)
}

const outcomes = { shown: 0, refused: 0, wrong: 0, late: 0 }

async function showOne() {
  const startedAtMs = performance.now()
  try {
    const text = await browsers.withPage(
      plainSetting,
      callerUntil(AbortSignal.timeout(timeoutMs)),
      async ({ page }) => {
        await page.goto(site.url)
        return page.innerText('p')
      },
    )
    if (text === 'Page') outcomes.shown++
    else outcomes.wrong++
  } catch (error) {
    if (error instanceof ServiceError) outcomes.refused++
    else {
      outcomes.wrong++
      process.stderr.write(`unexpected: ${String(error).slice(0, 300)}\n`)
    }
  }
  if (performance.now() - startedAtMs > timeoutMs + lateMs) outcomes.late++
}

function killOne(): boolean {
  const [victim] = chromiums().filter(
    ({ pid }) => !readProcessFile(pid, 'cmdline').includes('--type='),
  )
  victim?.kill()
  return victim !== undefined
}

/** Kills the browser once per few pages, while others are loading. */
async function showAllWhileKilling(): Promise<number> {
  let kills = 0
  let begun = 0
  let shown = 0
  async function showAndKill() {
    while (begun++ < pages) {
      await showOne()
      if (++shown % pagesPerKill === 0 && killOne()) kills++
    }
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, showAndKill))
  return kills
}

async function measure() {
  await sleep(500)
  const family = chromiums()
  const bytes = family.reduce((sum, { ownBytes }) => sum + ownBytes, 0)
  return { processes: family.length, bytes, ownBytes: process.memoryUsage.rss() }
}

const kills = await showAllWhileKilling()

for (let count = 0; count < 20; count++) await showOne()
const before = await measure()
for (let count = 0; count < pagesAfterwards; count++) await showOne()
const after = await measure()
await browsers[Symbol.asyncDispose]()
await sleep(500)
const left = {
  processes: chromiums().length,
  zombies: zombies(),
  folders: folders(),
}

/** Control: one browser without the pool, killed once. Some of its pages never complete. */
const plain = await chromium.launch({ executablePath: found.path, chromiumSandbox: false })
const shownByPlain = Array.from({ length: 10 }, async () => {
  const page = await plain.newPage()
  await page.goto(site.url)
  return page.innerText('p')
})
await sleep(100)
killOne()
const ends = shownByPlain.map((shown) => Promise.race([shown, sleep(2_000, 'lost')]))
const control = (await Promise.allSettled(ends)).filter(
  (end) => end.status === 'rejected' || end.value === 'lost',
).length

const total = pages + 20 + pagesAfterwards
const growth = after.bytes / before.bytes
report(
  'browser-kill',
  kills >= 8 &&
    outcomes.shown + outcomes.refused === total &&
    outcomes.wrong + outcomes.late === 0 &&
    outcomes.refused <= pages / 10 &&
    left.processes + left.zombies + left.folders === 0 &&
    after.processes <= before.processes + 2 &&
    growth <= memoryGrowthMax &&
    control > 0,
  `${outcomes.shown} of ${total} pages shown and ${outcomes.refused} refused through ${kills} kills, ` +
    `${outcomes.late} late, ${outcomes.wrong} wrong; left ${left.processes} processes, ${left.zombies} zombies, ` +
    `${left.folders} folders; over ${pagesAfterwards} pages ${before.processes} to ${after.processes} processes, ` +
    `memory x${growth.toFixed(2)}; control ${control} of 10 lost by one kill`,
)
process.exit()
