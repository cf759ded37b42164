// acceptance: quick
/** Every renderer process is in Chromium's sandbox, none runs as root, and none was started without a sandbox. */
import { readdirSync } from 'node:fs'
import { listProcesses } from '#browser/processes.ts'
import { listProcessTree, readProcessFile } from '#kernel/processes.ts'
import { report } from '#test/fixtures/acceptance.ts'
import {
  browsersUnderTest,
  plainSetting,
  startBrowsers,
  type BrowserUnderTest,
} from '#test/fixtures/browsers.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

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
  const [status, command] = [readProcessFile(pid, 'status'), readProcessFile(pid, 'cmdline')]
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return {
    uid: field('Uid'),
    seccomp: field('Seccomp'),
    noNewPrivileges: field('NoNewPrivs'),
    isRenderer: command.includes('--type=renderer'),
    isUnboxed: /--no-sandbox|--disable-seccomp|--disable-setuid/.test(command),
  }
}

/** The processes of the running browser of this process, and those that only name its folder, such as a crash handler. */
function browserProcesses(): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const main = [...listProcessTree(process.pid)].find(isBrowser)
  if (main === undefined) throw new Error('No browser of this process runs.')
  const [folder = ''] = /--user-data-dir=[^\0]+/.exec(readProcessFile(main, 'cmdline')) ?? []
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  const naming = all.map(Number).filter((pid) => readProcessFile(pid, 'cmdline').includes(name))
  return [...new Set([...listProcesses(main).map(({ pid }) => pid), ...naming])]
}

const isBrowser = (pid: number) => /--remote-debugging-pipe/.test(readProcessFile(pid, 'cmdline'))

/** Opens pages of different sites concurrently and inspects every process. */
async function measure(browser: BrowserUnderTest, hasSandbox: boolean) {
  await using site = await startSite((_request, response) => response.end('<h1>Page</h1>'))
  await using browsers = await startBrowsers({ ...browser, hasSandbox, pagesMax: pagesAtOnce })
  const ready = Promise.withResolvers<void>()
  const looked = Promise.withResolvers<void>()
  let opened = 0
  const pages = Array.from({ length: pagesAtOnce }, () =>
    browsers.withPage(plainSetting, callerUntil(AbortSignal.timeout(120_000)), async ({ page }) => {
      await page.goto(site.url)
      if (++opened === pagesAtOnce) ready.resolve()
      await looked.promise
    }),
  )
  await ready.promise
  const family = browserProcesses().map(look)
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
for (const browser of Object.values(browsersUnderTest)) ours.push(await measure(browser, true))
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
