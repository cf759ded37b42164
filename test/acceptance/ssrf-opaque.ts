// acceptance: quick, alone
/** An open port, a closed port and an unknown name are indistinguishable for the caller. */
import { fetch } from 'undici'
import { ServiceError } from '#kernel/errors.ts'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { startCanary } from '#test/fixtures/canary.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { pageRequest, startFetchPage } from '#test/fixtures/fetch-page.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

enterNamespace()
await using dns = await startDns()
await using canary = await startCanary()
await using fixture = startFetchPage({ guard: createGuard(), dialTimeoutMs: 2_000 })

const literals = [
  '127.0.0.1',
  '10.0.0.5',
  '172.16.0.5',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '168.63.129.16',
  '[::1]',
  '[fd00:ec2::254]',
  '[64:ff9b::a9fe:a9fe]',
]
const names = ['priv-loop.test', 'priv-meta.test', 'priv-10.test', 'multi.test', 'mapped.test']
const missing = ['no-such-name.test', 'also-missing.test']
const hosts = [...literals, ...names, ...missing]
const targets = [
  ...hosts.map((host) => `http://${host}/`),
  ...hosts.map((host) => `http://${host}:81/`),
  ...hosts.map((host) => `https://${host}/`),
  ...[...literals.slice(0, 7), ...missing].map(
    (host) => `http://pub.test/r?code=302&to=${encodeURIComponent(`http://${host}/`)}`,
  ),
]

async function ours(url: string): Promise<string> {
  try {
    await fixture.fetchPage(pageRequest(url), callerUntil(AbortSignal.timeout(60_000)))
    return 'reached'
  } catch (error) {
    if (!(error instanceof ServiceError)) return String(error)
    return `${error.status} ${error.code} ${error.message}`
  }
}

async function plain(url: string): Promise<string> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return `reached ${status}`
  } catch (error) {
    const cause = error instanceof Error ? error.cause : error
    return cause instanceof Error ? cause.message : String(error)
  }
}

async function answers(get: (url: string) => Promise<string>): Promise<Set<string>> {
  const distinct = new Set<string>()
  for (const url of targets) {
    dns.reset()
    distinct.add(await get(url))
  }
  return distinct
}

/** Median duration in microseconds: open, closed and unknown must be close together. */
async function medianMicroseconds(url: string): Promise<number> {
  const taken: number[] = []
  for (let count = 0; count < 41; count++) {
    const start = performance.now()
    await ours(url)
    taken.push(performance.now() - start)
  }
  return Math.round((taken.toSorted((a, b) => a - b)[20] ?? 0) * 1_000)
}

const distinct = await answers(ours)
const { connections } = canary.touched
const control = await answers(plain)
const open = await medianMicroseconds('http://127.0.0.1/')
const closed = await medianMicroseconds('http://127.0.0.1:81/')
const privateName = await medianMicroseconds('http://priv-loop.test/')
const unknownName = await medianMicroseconds('http://no-such-name.test/')

const [only = ''] = distinct
const passed =
  targets.length === 60 &&
  distinct.size === 1 &&
  connections === 0 &&
  only.includes('SCRAPE_DNS_RESOLUTION_ERROR') &&
  control.size > 3
report(
  'ssrf-opaque',
  passed,
  `${distinct.size} distinct answer over ${targets.length} private targets; ` +
    `control ${control.size} distinct; medians open ${open} us, closed ${closed} us, private name ${privateName} us, unknown name ${unknownName} us`,
)
