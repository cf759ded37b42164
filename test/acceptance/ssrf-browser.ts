/** No page can make the service's browser connect to a private address; the same pages make a plain browser do it. */
import { callerUntil } from '#test/fixtures/caller.ts'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { browsersUnderTest, plainSetting, startBrowsers } from '#test/fixtures/browsers.ts'
import { secret, startCanary } from '#test/fixtures/canary.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'
import {
  answerChannel,
  channelNames,
  channelUrl,
  sideDoors,
} from '#test/fixtures/request-channels.ts'

const controlPath = process.env['WEIR_CONTROL_BROWSER'] ?? '/usr/bin/chromium'
if (!existsSync(controlPath)) {
  process.stdout.write(`ssrf-browser: skipped: needs ${controlPath} as control\n`)
  process.exit(0)
}
enterNamespace()
await using dns = await startDns()
await using canary = await startCanary(80, answerChannel)
await using doors = await watchSideDoors()

/** Time limit for late requests of a page. */
const afterwardsMs = 1_400
const pageMsMax = 60_000
const sideDoorsMs = 2_500
const variants = {
  direct: (key: string) => `http://127.0.0.1/c?k=${key}`,
  redirect: (key: string) =>
    `http://pub.test/r?code=302&to=${encodeURIComponent(`http://127.0.0.1/c?k=${key}`)}`,
  name: (key: string) => `http://priv-loop.test/c?k=${key}`,
}
const attacks = channelNames.flatMap((channel) =>
  Object.entries(variants).map(([variant, target]) =>
    channelUrl(channel, target(`${channel}-${variant}`)),
  ),
)
const navigations = [
  'file:///etc/passwd',
  'view-source:file:///etc/passwd',
  'view-source:http://127.0.0.1/c',
  'chrome://version',
  'ftp://127.0.0.1/',
  'http://[::1]/c',
  'http://0/c',
  'http://2130706433/c',
  'http://rebind1.test/c',
  'http://multi2.test/c',
  'http://mixed6.test/c',
]

/** Opens a page for one use. */
type WithPage = <T>(use: (page: Page) => Promise<T>) => Promise<T>

async function attack(withPage: WithPage) {
  canary.paths.length = 0
  const before = dns.names.has(sideDoors.name)
  doors.open.clear()
  let loaded = 0
  await inTurns(attacks, 6, (url) =>
    withPage(async (page) => {
      await page.goto(url, { timeout: pageMsMax }).then(
        () => loaded++,
        () => {},
      )
      await sleep(afterwardsMs)
    }),
  )
  const reached = new Set(
    canary.paths.flatMap((path) => new URL(path, 'http://c').searchParams.get('k') ?? []),
  )
  await withPage(async (page) => {
    await page.goto(sideDoors.url).catch(() => {})
    await sleep(sideDoorsMs)
  })
  const asked = dns.names.has(sideDoors.name) && !before ? 1 : 0
  return {
    reached: reached.size,
    loaded,
    side: doors.open.size + asked,
    shown: await shown(withPage),
  }
}

async function shown(withPage: WithPage): Promise<number> {
  let count = 0
  for (const url of navigations) {
    dns.reset()
    const text = await withPage(async (page) => {
      await page.goto(url, { timeout: pageMsMax }).catch(() => {})
      return page.innerText('html', { timeout: 1_000 }).catch(() => '')
    })
    if (text.includes(secret) || /root:|Chromium/.test(text)) count++
  }
  return count
}

async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>) {
  const left = [...items]
  const one = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** Listens for packets and connections that are not HTTP requests. */
async function watchSideDoors() {
  const open = new Set<string>()
  const stack = new DisposableStack()
  for (const [door, port] of Object.entries(sideDoors.udp)) {
    const socket = createSocket('udp4')
      .on('message', () => open.add(door))
      .bind(port)
    stack.defer(() => socket.close())
    await once(socket, 'listening')
  }
  for (const [door, port] of Object.entries(sideDoors.tcp)) {
    const server = createServer((connection) => {
      open.add(door)
      connection.destroy()
    }).listen(port)
    stack.defer(() => server.close())
    await once(server, 'listening')
  }
  return { open, [Symbol.asyncDispose]: async () => stack.dispose() }
}

/** Runs the attacks one after the other, each in a new browser. */
const ours: Awaited<ReturnType<typeof attack>>[] = []
for (const browser of Object.values(browsersUnderTest)) {
  const net = { guard: createGuard() }
  await using browsers = await startBrowsers({ ...browser, pagesMax: 6, net })
  ours.push(
    await attack((use) =>
      browsers.withPage(plainSetting, callerUntil(AbortSignal.timeout(180_000)), ({ page }) =>
        use(page),
      ),
    ),
  )
}

const theirs = await attackPlainBrowser()

/** Control: a browser without protection. It is replaced when it crashes, which some pages make it do. */
async function attackPlainBrowser() {
  let running: Browser | undefined
  let starting: Promise<Browser> | undefined
  async function start() {
    running = await launchPlain()
    starting = undefined
    return running
  }
  async function openPage(attempts = 5): Promise<Page> {
    const browser = running?.isConnected() ? running : await (starting ??= start())
    try {
      return await browser.newPage()
    } catch (error) {
      if (attempts === 1 || browser.isConnected()) throw error
      return openPage(attempts - 1)
    }
  }
  const result = await attack(async (use) => {
    const page = await openPage()
    try {
      return await use(page)
    } finally {
      await page.close().catch(() => {})
    }
  })
  await running?.close()
  return result
}

function launchPlain(): Promise<Browser> {
  return chromium.launch({
    executablePath: controlPath,
    chromiumSandbox: false,
    args: [
      '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
      '--unsafely-treat-insecure-origin-as-secure=http://pub.test',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
}

const count = ours.length
const sum = (of: (one: typeof theirs) => number) => ours.reduce((n, it) => n + of(it), 0)
const [reached, side, seen] = [sum((it) => it.reached), sum((it) => it.side), sum((it) => it.shown)]
const total = attacks.length
const passed =
  total === 147 &&
  count > 0 &&
  reached + side + seen === 0 &&
  ours.every(({ loaded }) => loaded === total) &&
  // On a busy machine some attacks run too late.
  theirs.reached >= 0.8 * total
report(
  'ssrf-browser',
  passed,
  `${count} browsers: ${reached} of ${count * total} requests, ${side} of ${count * 5} side doors, ` +
    `${seen} of ${count * navigations.length} navigations; ` +
    `control ${theirs.reached}, ${theirs.side}, ${theirs.shown}; pages ${sum((it) => it.loaded)}/${count * total}`,
)
