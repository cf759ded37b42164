// acceptance: quick
/** Every renderer process is in Chromium's sandbox, none runs as root, and none was started without a sandbox. */
import { readFileSync, readdirSync } from 'node:fs'
import type { LocalBrowser } from '#browser/find-browser.ts'
import { processTreeOf } from '#browser/processes.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { browsersUnderTest, plainSetting, startBrowsers } from '#test/fixtures/browsers.ts'
import { startSite } from '#test/fixtures/site.ts'
import { waiterUntil } from '#test/fixtures/waiter.ts'

const [first] = Object.values(browsersUnderTest)
if (process.platform !== 'linux' || !first) {
  process.stdout.write('sandbox: skipped: needs Linux and a Chromium\n')
  process.exit(0)
}

const pagesAtOnce = 4

interface Look {
  readonly uid: number
  readonly seccomp: number
  readonly noNewPrivileges: number
  readonly isRenderer: boolean
  readonly isUnboxed: boolean
}

function look(pid: number): Look {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return {
    uid: field('Uid'),
    seccomp: field('Seccomp'),
    noNewPrivileges: field('NoNewPrivs'),
    isRenderer: command.includes('--type=renderer'),
    isUnboxed: /--no-sandbox|--disable-seccomp|--disable-setuid/.test(command),
  }
}

/** Main process of the browser that this process started last. */
function newestBrowser(): number {
  const own = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && parentOf(pid) === process.pid)
  return Math.max(...own)
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

/** Opens pages of different sites concurrently and inspects every process. */
async function measure(found: LocalBrowser, hasSandbox: boolean) {
  await using site = await startSite((_request, response) => response.end('<h1>Page</h1>'))
  await using browsers = await startBrowsers({ found, hasSandbox, pagesMax: pagesAtOnce })
  const ready = Promise.withResolvers<void>()
  const looked = Promise.withResolvers<void>()
  let opened = 0
  const pages = Array.from({ length: pagesAtOnce }, () =>
    browsers.withPage(plainSetting, waiterUntil(AbortSignal.timeout(30_000)), async ({ page }) => {
      await page.goto(site.url)
      if (++opened === pagesAtOnce) ready.resolve()
      await looked.promise
    }),
  )
  await ready.promise
  const family = processTreeOf(newestBrowser()).map(({ pid }) => look(pid))
  looked.resolve()
  await Promise.all(pages)
  const renderers = family.filter(({ isRenderer }) => isRenderer)
  return {
    renderers: renderers.length,
    boxed: renderers.filter((it) => it.seccomp === 2 && it.noNewPrivileges === 1).length,
    root: family.filter(({ uid }) => uid === 0).length,
    unboxed: family.filter(({ isUnboxed }) => isUnboxed).length,
  }
}

const ours: Awaited<ReturnType<typeof measure>>[] = []
for (const found of Object.values(browsersUnderTest)) ours.push(await measure(found, true))
const theirs = await measure(first, false)
const sum = (of: (one: typeof theirs) => number) => ours.reduce((n, it) => n + of(it), 0)
const [renderers, boxed] = [sum((it) => it.renderers), sum((it) => it.boxed)]
const [root, unboxed] = [sum((it) => it.root), sum((it) => it.unboxed)]
report(
  'sandbox',
  ours.every((it) => it.renderers >= pagesAtOnce) &&
    boxed === renderers &&
    root + unboxed === 0 &&
    theirs.boxed === 0 &&
    theirs.unboxed > 0,
  `${ours.length} browsers: ${boxed} of ${renderers} renderers with seccomp 2, ${root} processes as root, ` +
    `${unboxed} without a sandbox; control ${theirs.boxed} of ${theirs.renderers}, ${theirs.unboxed} without`,
)
