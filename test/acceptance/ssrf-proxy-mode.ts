/** With an operator's open proxy, the service sends no CONNECT to a private name or address. */
import { fetch, ProxyAgent } from 'undici'
import { addressForms, isGlobalUnicast, parseAddress } from '#net/address.ts'
import { createClient } from '#net/client.ts'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { publicText, startCanary } from '#test/fixtures/canary.ts'
import { getText } from '#test/fixtures/client.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { enterNamespace, readVectors } from '#test/fixtures/namespace.ts'
import { startProxy } from '#test/fixtures/proxy-server.ts'

enterNamespace()
const { vectors, controls } = readVectors()
await using dns = await startDns()
await using canary = await startCanary()
await using proxy = await startProxy({ host: '93.184.216.34', port: 8888 })
await using client = createClient({
  guard: createGuard(),
  proxies: { basic: [proxy.url], enhanced: [] },
  dialTimeoutMs: 2_000,
})
const timeoutMs = 2_500

type Get = (url: string) => Promise<string>

const guarded: Get = (url) =>
  getText(client, url, { signal: AbortSignal.timeout(timeoutMs), skipTlsVerification: true })

const plainAgent = new ProxyAgent({ uri: proxy.url })
const plain: Get = async (url) => {
  const signal = AbortSignal.timeout(timeoutMs)
  return (await fetch(url, { dispatcher: plainAgent, signal })).text()
}

/** A host name in a CONNECT counts as a failure as well, because the proxy would resolve it. */
function isPublicAuthority(authority: string): boolean {
  const { hostname } = new URL(`http://${authority}`)
  const address = parseAddress(hostname.replace(/^\[|\]$/g, ''))
  return address !== null && addressForms(address).every(isGlobalUnicast)
}

async function attack(get: Get) {
  let misled = 0
  let reached = 0
  for (const { cat, url } of vectors) {
    dns.reset()
    canary.reset()
    proxy.asked.length = 0
    for (let count = 0; count < (cat === 'dns-rebind' ? 3 : 1); count++) {
      await get(url).catch(() => '')
    }
    if (!proxy.asked.every(isPublicAuthority)) misled++
    if (canary.touched.requests > 0) reached++
  }
  return { misled, reached }
}

async function publicReached(get: Get): Promise<number> {
  let reached = 0
  for (const { url } of controls) {
    dns.reset()
    const before = proxy.asked.length
    const text = await get(url).catch(() => '')
    if (text.includes(publicText) && proxy.asked.length >= before) reached++
  }
  return reached
}

const ours = await attack(guarded)
const reachable = await publicReached(guarded)
const usedProxy = proxy.asked.length > 0
const theirs = await attack(plain)
await plainAgent.destroy()

const total = vectors.length
const passed =
  total === 226 &&
  ours.misled + ours.reached === 0 &&
  theirs.reached >= 150 &&
  usedProxy &&
  reachable === controls.length
report(
  'ssrf-proxy-mode',
  passed,
  `${ours.misled} of ${total} CONNECTs to private names or addresses, ` +
    `${ours.reached} reached; control ${theirs.reached} reached; public ${reachable}/${controls.length} through the proxy`,
)
