import type { Config } from '#config.ts'
import { requestOperatorService, isListening } from '#net/operator-services.ts'
import { acceptsCredentials } from '#net/probe-proxy.ts'
import type { DoctorFinding } from './finding.ts'

/** Checks the service address: ready, not ready, or a free port. */
export async function checkService(config: Config): Promise<DoctorFinding> {
  const subject = 'service'
  const host = reachable(config.http.host)
  const port = config.http.port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (!(await isListening(host, port))) {
    return { subject, state: 'ok', text: `not running, port ${port} is free` }
  }
  const answer = await requestOperatorService(`${url}/health/ready`)
  if (answer?.status === 200) return { subject, state: 'ok', text: `running and ready on ${url}` }
  if (answer?.status === 503) {
    const text = `running on ${url}, not ready: ${partsDown(answer.body)}`
    return { subject, state: 'missing', text, mend: 'See its log.' }
  }
  const mend = 'Stop the other program, or set WEIR_PORT to another port.'
  return { subject, state: 'missing', text: `another program listens on port ${port}`, mend }
}

/** One line per upstream proxy, without password. */
export async function checkProxies(config: Config): Promise<DoctorFinding[]> {
  const pools = { basic: config.secrets.proxiesBasic, enhanced: config.secrets.proxiesEnhanced }
  const proxies = Object.entries(pools).flatMap(([pool, urls]) =>
    urls.map((url) => ({ pool, url })),
  )
  if (proxies.length === 0) {
    return [{ subject: 'proxies', state: 'note', text: 'none: requests are sent directly' }]
  }
  return Promise.all(proxies.map(({ pool, url }) => checkProxy(pool, url)))
}

const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443, 'socks5:': 1080 }

async function checkProxy(pool: string, url: string): Promise<DoctorFinding> {
  const subject = `${pool} proxy`
  const setting = `WEIR_PROXY_${pool.toUpperCase()}`
  const proxy = new URL(url)
  const port = Number(proxy.port) || (defaultPorts[proxy.protocol] ?? 80)
  const country = /^#[a-z]{2}$/i.test(proxy.hash) ? ` (${proxy.hash.slice(1).toUpperCase()})` : ''
  const text = `${proxy.protocol}//${proxy.hostname}:${port}${country}`
  if (!(await isListening(proxy.hostname.replaceAll(/^\[|\]$/g, ''), port))) {
    const mend = `Start the proxy, or take it out of ${setting}.`
    return { subject, state: 'missing', text: `${text} is unreachable`, mend }
  }
  if (await acceptsCredentials(url)) {
    return { subject, state: 'ok', text: `${text} accepts connections` }
  }
  const mend = `Correct user name and password in ${setting}.`
  return { subject, state: 'missing', text: `${text} refuses its credentials`, mend }
}

/** Wildcard addresses are tested by the loopback address. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

function partsDown(body: unknown): string {
  const parts = (body as { parts?: Record<string, boolean> } | undefined)?.parts ?? {}
  const down = Object.keys(parts).filter((name) => !parts[name])
  return down.length === 0 ? 'it does not say why' : `${down.join(', ')} does not work`
}
