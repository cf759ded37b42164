// acceptance: quick
/**
 * A client of the DevTools protocol reaches neither files, nor private addresses, nor the browser itself. Control: the same commands
 * without the judge of the relay, stopped by the box alone, and in a Chromium without a box.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { browserUser } from '#browser/browser-user.ts'
import { unpackBrowser } from '#browser/unpack.ts'
import { createRelay } from '#interact/relay/relay.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'
import { browserUnderTest } from '#test/fixtures/browsers.ts'
import { until } from '#test/fixtures/until.ts'

const missing = await missingForSessions()
const found = browserUnderTest()
if (missing !== undefined || !found) {
  process.stdout.write(`interact-cdp: skipped: ${missing}\n`)
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'canary-'))
chmodSync(folder, 0o777)
const secret = join(folder, 'secret.txt')
writeFileSync(secret, 'CANARY', { mode: 0o644 })
const user = browserUser()
if (user) chownSync(folder, user.uid, user.gid)

const site = createServer((request, response) => {
  if (request.url === '/file')
    response.setHeader('content-disposition', 'attachment; filename=evil.sh')
  response.setHeader('content-type', 'text/html').end('<title>Site</title><input type=file id=f>')
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
const home = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`

type Send = (
  method: string,
  params?: object,
  sessionId?: string,
) => Promise<Record<string, unknown>>

/** Against commands that never end. A browser that is made to crash does not answer, and neither does it afterwards. */
const answerMsMax = (method: string) =>
  /^Browser\.(crash|getVersion)$/.test(method) ? 5_000 : 60_000

/** A client over the text messages of `take`. */
function createClient(write: (text: string) => void): {
  send: Send
  receive: (text: string) => void
} {
  const waiting = new Map<
    number,
    { resolve: (v: Record<string, unknown>) => void; reject: (e: Error) => void }
  >()
  let last = 0
  return {
    receive(text) {
      const { id, result, error } = JSON.parse(text) as {
        id?: number
        result: Record<string, unknown>
        error?: { message: string }
      }
      const asked = waiting.get(id ?? 0)
      if (error) asked?.reject(new Error(error.message))
      else asked?.resolve(result)
    },
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        write(JSON.stringify({ id, method, params, sessionId }))
        setTimeout(() => reject(new Error('no answer')), answerMsMax(method)).unref()
      }),
  }
}

interface Page {
  readonly send: Send
  readonly session: string
  readonly targetId: string
  readonly evaluate: (expression: string) => Promise<string>
}

async function openPage(send: Send): Promise<Page> {
  const { targetId } = (await send('Target.createTarget', { url: 'about:blank' })) as {
    targetId: string
  }
  const attached = await send('Target.attachToTarget', { targetId, flatten: true })
  const session = String(attached['sessionId'])
  await send('Page.enable', {}, session)
  const evaluate = async (expression: string) => {
    const params = { expression, awaitPromise: true, returnByValue: true }
    const { result } = (await send('Runtime.evaluate', params, session)) as {
      result: { value?: unknown }
    }
    return String(result.value)
  }
  return { send, session, targetId, evaluate }
}

const text = 'document.documentElement.innerText'

/** Opens a page and waits until it is loaded, or the error page that replaces it. */
async function open({ send, session, evaluate }: Page, url: string): Promise<void> {
  await send('Page.navigate', { url }, session)
  await until(async () => (await evaluate('document.readyState').catch(() => '')) === 'complete')
}

/** Whether the page that is open shows a sign; some pages show it only after they are loaded. */
const shows = ({ evaluate }: Pick<Page, 'evaluate'>, sign: RegExp) =>
  until(async () => sign.test(await evaluate(text).catch(() => '')), { withinMs: 1_000 })

async function goes(page: Page, url: string, sign: RegExp): Promise<boolean> {
  await open(page, url)
  return shows(page, sign)
}

async function chooses(page: Page, path: string): Promise<boolean> {
  const { send, session, evaluate } = page
  await open(page, home)
  const { root } = (await send('DOM.getDocument', {}, session)) as { root: { nodeId: number } }
  const query = { nodeId: root.nodeId, selector: '#f' }
  const { nodeId } = await send('DOM.querySelector', query, session)
  await send('DOM.setFileInputFiles', { files: [path], nodeId }, session)
  return (await evaluate(`document.querySelector('#f').files[0].text().catch(String)`)).includes(
    'CANARY',
  )
}

const works =
  (method: string, params: object = {}) =>
  async ({ send }: Page) => {
    await send(method, params)
    return true
  }
const worksOnPage =
  (method: string, params: object = {}) =>
  async ({ send, session }: Page) => {
    await send(method, params, session)
    return true
  }

const attacks: Readonly<Record<string, (page: Page) => Promise<boolean>>> = {
  'file: navigation': (page) => goes(page, `file://${secret}`, /CANARY/),
  'file: in capitals': (page) => goes(page, `FILE://${secret}`, /CANARY/),
  'file: with a tab': (page) => goes(page, `fi\tle://${secret}`, /CANARY/),
  'view-source: of a file': (page) => goes(page, `view-source:file://${secret}`, /CANARY/),
  'chrome: page': (page) => goes(page, 'chrome://version', /Command Line/i),
  'about: page of the browser': (page) => goes(page, 'about:version', /Command Line/i),
  'file: target': async ({ send }) => {
    const { targetId } = await send('Target.createTarget', { url: `file://${secret}` })
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
    const evaluate = async (expression: string) =>
      JSON.stringify(await send('Runtime.evaluate', { expression }, String(sessionId)))
    const state = 'location.href + document.readyState'
    await until(async () => /"(?!about:blank)[^"]*complete"/.test(await evaluate(state)))
    return shows({ evaluate }, /CANARY/)
  },
  'chosen file': (page) => chooses(page, secret),
  'chosen file with dots': (page) => chooses(page, `/session/..${secret}`),
  'file as a resource': async ({ send, session }) => {
    const { frameTree } = (await send('Page.getFrameTree', {}, session)) as {
      frameTree: { frame: { id: string } }
    }
    const options = { disableCache: true, includeCredentials: false }
    const params = { frameId: frameTree.frame.id, url: `file://${secret}`, options }
    const { resource } = (await send('Network.loadNetworkResource', params, session)) as {
      resource: { success: boolean }
    }
    return resource.success
  },
  'facts about a file': worksOnPage('DOM.getFileInfo', { objectId: '1' }),
  'download elsewhere': async (page) => {
    await page.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
    await open(page, home)
    await page.evaluate(
      `(() => { const a = document.createElement('a'); a.href = '/file'; a.click() })()`,
    )
    const isThere = await until(() => existsSync(join(folder, 'evil.sh')), { withinMs: 3_000 })
    rmSync(join(folder, 'evil.sh'), { force: true })
    return isThere
  },
  'context without the proxy': works('Target.createBrowserContext', { proxyServer: 'direct://' }),
  'context that bypasses it': works('Target.createBrowserContext', { proxyBypassList: '*' }),
  'context of every origin': works('Target.createBrowserContext', {
    originsWithUniversalNetworkAccess: ['http://a.test'],
  }),
  'message in a message': async ({ send, targetId }) => {
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: false })
    await send('Target.sendMessageToTarget', {
      sessionId,
      message: '{"id":1,"method":"Page.enable"}',
    })
    return true
  },
  'protocol for pages': async ({ send, targetId }) => {
    await send('Target.exposeDevToolsProtocol', { targetId, bindingName: 'cdp' })
    return true
  },
  'remote locations': works('Target.setRemoteLocations', {
    locations: [{ host: '127.0.0.1', port: 1 }],
  }),
  'facts about the system': works('SystemInfo.getInfo'),
  processes: works('SystemInfo.getProcessInfo'),
  'listening port': works('Tethering.bind', { port: 39_555 }),
  tracing: works('Tracing.start', { categories: 'x' }),
  'command line': works('Browser.getBrowserCommandLine'),
  histograms: works('Browser.getHistograms'),
  extension: works('Extensions.loadUnpacked', { path: '/tmp' }),
  'crash of the browser': async ({ send }) => {
    await send('Browser.crash').catch((error: Error) => {
      if (error.message !== 'no answer') throw error
    })
    return send('Browser.getVersion').then(
      () => false,
      () => true,
    )
  },
}

/** What refuses a command in the relay; anything else failed for another reason. */
const refusal = /not available here|Only pages of the web|Only files below|cannot have a proxy/

async function attack(send: Send) {
  const reached: string[] = []
  let refused = 0
  const page = await openPage(send)
  for (const [name, run] of Object.entries(attacks)) {
    try {
      if (await run(page)) reached.push(name)
    } catch (error) {
      if (refusal.test(String(error))) refused++
    }
  }
  return { reached, refused }
}

/** Through the WebSocket of a session. */
async function boxed(judges: boolean) {
  await using session = await startBoxedSession({ judges })
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket, request) => session.connect(socket, request.socket))
  await once(server, 'listening')
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await once(socket, 'open')
  const { send, receive } = createClient((command) => socket.send(command))
  socket.on('message', (data: Buffer) => receive(data.toString()))
  const result = await attack(send)
  socket.terminate()
  server.close()
  return result
}

/** Chromium as it is, without a box and without a judge. */
async function bare() {
  const { path, env } = await unpackBrowser(found ?? { kind: 'program', path: '', source: '' })
  const flags = [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${folder}/data`,
    '--no-first-run',
    '--disable-gpu',
    '--no-startup-window',
  ]
  const child = spawn(path, flags, {
    ...user,
    cwd: '/',
    detached: true,
    env: { ...env, HOME: folder, PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [, , , toBrowser, fromBrowser] = child.stdio
  const relay = createRelay({
    toBrowser: toBrowser as Writable,
    fromBrowser: fromBrowser as unknown as Readable,
    onBroken: () => {},
    judges: false,
  })
  const joined = await relay.join({ send: (message) => receive(String(message)) })
  const { send, receive } = createClient((command) => joined.take(command))
  const result = await attack(send)
  if (child.pid !== undefined) {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // One of the attacks has ended it.
    }
  }
  return result
}

const both = await boxed(true)
const boxAlone = await boxed(false)
const without = await bare()
site.close()
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
const total = Object.keys(attacks).length
report(
  'interact-cdp',
  both.reached.length === 0 &&
    both.refused >= total - 3 &&
    boxAlone.reached.length >= 3 &&
    without.reached.length > boxAlone.reached.length,
  `${both.reached.length} of ${total} attacks${both.reached.map((name) => `, ${name}`).join('')}, ${both.refused} refused by name; ` +
    `control without the judge ${boxAlone.reached.length}, without box and judge ${without.reached.length}`,
)
process.exit()
