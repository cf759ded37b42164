/**
 * No attack URL reaches a private address through the service's client, or through the network stack of its browser; the same URLs do
 * through a plain client.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { contextSetting } from '#browser/context-setting.ts'
import { createReceive } from '#browser/receive.ts'
import { createClient } from '#net/client.ts'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { browsersUnderTest, startBrowsers } from '#test/fixtures/browsers.ts'
import { publicText, secret, startCanary } from '#test/fixtures/canary.ts'
import { getText } from '#test/fixtures/client.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { enterNamespace, readVectors, type Vector } from '#test/fixtures/namespace.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

enterNamespace()
const { vectors, controls } = readVectors()
await using dns = await startDns()
await using canary = await startCanary()
await using client = createClient({ guard: createGuard(), dialTimeoutMs: 2_000 })
const timeoutMs = 2_500

type Get = (url: string) => Promise<string>

const guarded: Get = (url) =>
  getText(client, url, { signal: AbortSignal.timeout(timeoutMs), skipTlsVerification: true })

/** The full browser, if it is installed. */
const browser = Object.values(browsersUnderTest).at(-1)
await using browsers = await startBrowsers({ ...browser, net: { guard: createGuard() } })
const browserTimeoutMs = 20_000

const byBrowser: Get = async (url) => {
  const place = { url, headers: {}, mobile: false, location: { country: 'US' } }
  const limits = { skipTlsVerification: true, bodyBytesMax: 1_000_000, cutsBody: false }
  const receive = createReceive({ browsers, contextSetting })
  const caller = callerUntil(AbortSignal.timeout(browserTimeoutMs))
  const { body } = await receive({ ...place, ...limits, proxy: 'enhanced' }, caller)
  return Buffer.from(body).toString()
}

const plainAgent = new Agent({ connect: { timeout: timeoutMs } })
const plain: Get = async (url) => {
  const signal = AbortSignal.timeout(timeoutMs)
  return (await fetch(url, { dispatcher: plainAgent, signal })).text()
}

async function attack(get: Get) {
  const reached = { tcp: 0, http: 0, secrets: 0 }
  for (const vector of vectors) {
    dns.reset()
    canary.reset()
    const bodies = await tries(get, vector)
    // An abandoned connection may reach the canary a moment later.
    await sleep(5)
    if (canary.touched.connections > 0) reached.tcp++
    if (canary.touched.requests > 0) reached.http++
    if (bodies.some((body) => body.includes(secret) || body.includes('root:'))) reached.secrets++
  }
  return reached
}

/** Names with changing DNS records are requested more than once. */
async function tries(get: Get, { cat, url }: Vector): Promise<string[]> {
  const bodies: string[] = []
  for (let count = 0; count < (cat === 'dns-rebind' ? 3 : 1); count++) {
    bodies.push(await get(url).catch(() => ''))
  }
  return bodies
}

async function publicReached(get: Get): Promise<number> {
  let reached = 0
  for (const { url } of controls) {
    dns.reset()
    if ((await get(url).catch(() => '')).includes(publicText)) reached++
  }
  return reached
}

const ours = await attack(guarded)
const reachable = await publicReached(guarded)
const received = browser && (await attack(byBrowser))
const receivable = browser ? await publicReached(byBrowser) : controls.length
const theirs = await attack(plain)
await plainAgent.destroy()

const total = vectors.length
const isSafe = ({ tcp, http, secrets }: typeof ours) => tcp + http + secrets === 0
const passed =
  total === 226 &&
  isSafe(ours) &&
  (!received || isSafe(received)) &&
  theirs.http >= 150 &&
  Math.min(reachable, receivable) === controls.length
const shown = ({ tcp, http, secrets }: typeof ours) =>
  `${tcp} of ${total} TCP, ${http} HTTP, ${secrets} secrets`
report(
  'ssrf-fetch',
  passed,
  `${shown(ours)}; ${received ? `by the browser ${shown(received)}` : 'no browser'}; ` +
    `control ${theirs.http}; public ${reachable} and ${receivable} of ${controls.length}`,
)
