/**
 * No browser of the service goes around the filtering proxy: while it starts, shows a page and stays idle, all of its processes
 * connect only to the proxy, send no packet, and query no name. The proxy refuses what no page has requested. Control: the full
 * browser with the settings of a user.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalBrowser } from '#browser/find-browser.ts'
import { unpackBrowser } from '#browser/unpack.ts'
import { killGroup } from '#kernel/kill-group.ts'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import {
  browsersUnderTest,
  plainSetting,
  startBrowsers,
  type BrowserUnderTest,
} from '#test/fixtures/browsers.ts'
import { startCanary } from '#test/fixtures/canary.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const full = Object.values(browsersUnderTest).find(({ isLikeWindow }) => isLikeWindow)?.found
const pageUrl = 'http://pub.test/'
const form =
  '<form><label>E-mail <input type="email" name="email"></label><p>Guten Tag, wie geht es Ihnen?</form>'
const tracer = '/usr/bin/strace'
if (process.platform !== 'linux' || full?.kind !== 'program' || !existsSync(tracer)) {
  process.stdout.write('own-connections: skipped: needs Linux, strace and a full Chromium\n')
  process.exit(0)
}
enterNamespace()
await using dns = await startDns()
await using canary = await startCanary(80, (_url, response) => {
  response.setHeader('content-type', 'text/html').end(form)
  return true
})
await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-traced-'))
await chmod(folder.path, 0o777)

/** How long a browser is watched without work. */
const idleMs = 30_000
const closingMs = 5_000

interface Traced {
  /** Starts the browser with the given arguments and writes its connections and packets to a file. */
  readonly script: string
  /** Connections and packets over IP so far, and how many of them are not for the filtering proxy. */
  readonly count: () => Promise<{
    readonly all: readonly string[]
    readonly stray: readonly string[]
  }>
}

async function traced(name: string, found: LocalBrowser): Promise<Traced> {
  const { path, env } = await unpackBrowser(found)
  const [script, trace, args] = ['', '.trace', '.args'].map((end) => join(folder.path, name + end))
  if (!script || !trace || !args) throw new Error('No path.')
  const exports = Object.entries(env).map(([key, value]) => `export ${key}='${value}'\n`)
  const calls = '-e trace=connect,sendto,sendmsg,sendmmsg'
  const lines = `printf '%s\\n' "$@" > ${args}\nexec ${tracer} -f -qq -yy ${calls} -o ${trace} ${path} "$@"\n`
  await writeFile(script, `#!/bin/sh\n${exports.join('')}${lines}`)
  await chmod(script, 0o755)
  return {
    script,
    async count() {
      const server = /^--proxy-server=.*:(\d+)$/m.exec(await readFile(args, 'utf8'))
      const proxy = `sin_port=htons(${server?.[1]}), sin_addr=inet_addr("127.0.0.1")`
      const ip = (await readFile(trace, 'utf8')).split('\n').filter(isUse)
      return { all: ip, stray: ip.filter((line) => !line.includes(proxy)) }
    },
  }
}

/**
 * Whether a system call uses the network: all over IP except the connection of a UDP socket, which sends nothing. Chromium connects
 * one to a public address to find out whether there is a route for IPv6.
 */
function isUse(call: string): boolean {
  const isUdp = /^\d+ +\w+\(\d+<UDP/.test(call)
  if (call.includes(' connect(')) return /AF_INET6?\b/.test(call) && !isUdp
  return isUdp || /AF_INET6?\b/.test(call)
}

/** Starts a browser, shows a page with a form, and leaves the browser without work. */
async function measure(browser: BrowserUnderTest, name: string) {
  const { script, count } = await traced(name, browser.found)
  const found = { kind: 'program', path: script, source: 'configured' } as const
  const net = { guard: createGuard() }
  await using browsers = await startBrowsers({ ...browser, found, net, idleMs: 4 * idleMs })
  const caller = callerUntil(AbortSignal.timeout(300_000))
  await browsers.withPage(plainSetting, caller, async ({ page }) => {
    await page.goto(pageUrl)
    await page.fill('input', 'user@example.org')
  })
  // The page is closed by then.
  await sleep(closingMs)
  const before = await count()
  await sleep(idleMs)
  const { all, stray } = await count()
  // No page is open: the proxy admits none of them.
  const idle = all.slice(before.all.length)
  for (const line of stray.slice(0, 20)) process.stderr.write(`${name}: ${line}\n`)
  return { used: before.all.length, idle: idle.length, stray: stray.length }
}

/** Control: the full browser as a user starts it. */
async function measurePlain(found: LocalBrowser): Promise<number> {
  const { script, count } = await traced('plain', found)
  const profile = `--user-data-dir=${join(folder.path, 'profile')}`
  const flags = ['--headless', '--no-sandbox', profile, pageUrl]
  const child = spawn(script, flags, { detached: true, stdio: 'ignore' })
  await once(child, 'spawn')
  await sleep(idleMs)
  const { stray } = await count()
  killGroup(child.pid)
  await once(child, 'exit')
  return stray.filter((line) => !line.includes('93.184.216.34')).length
}

const ours: Awaited<ReturnType<typeof measure>>[] = []
for (const [index, browser] of Object.values(browsersUnderTest).entries())
  ours.push(await measure(browser, `browser-${index}`))
const theirs = await measurePlain(full)
const sum = (of: (one: (typeof ours)[number]) => number) => ours.reduce((n, it) => n + of(it), 0)
const names = [...dns.names].filter((name) => name !== 'pub.test')
report(
  'own-connections',
  ours.every(({ used }) => used > 0) &&
    sum((it) => it.stray) + canary.touched.connections === 0 &&
    theirs > 0,
  `${ours.length} browsers: ${sum((it) => it.stray)} connections or packets beside the proxy, ` +
    `${sum((it) => it.idle)} refused by the proxy in ${idleMs / 1_000} idle seconds each; ` +
    `control ${theirs}, of ${names.length} names`,
)
