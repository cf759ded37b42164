import type { Config } from '#config.ts'
import type { Log } from '#kernel/log.ts'
import { createOwnAddresses, type OwnAddresses } from '#net/own-addresses.ts'
import { every, startPolling } from '#queue/poll.ts'

/** Ports that URLs of settings mean when they name none. */
const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'ws:': 80,
  'wss:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'smtp:': 587,
  'smtps:': 465,
  'socks5:': 1080,
}

/** How often addresses of this machine and of what it uses are looked up again. */
const renewMs = 60_000

/** What Weir uses is closed to the targets of callers: database, browser, mail server, object storage, upstream proxies. */
export async function composeOwnAddresses(
  config: Config,
  { log, stack }: { readonly log: Log; readonly stack: AsyncDisposableStack },
): Promise<OwnAddresses> {
  const own = createOwnAddresses()
  const used = [
    config.DATABASE_URL,
    config.WEIR_BROWSER_URL,
    config.WEIR_SMTP_URL,
    config.WEIR_S3_ENDPOINT,
    ...config.WEIR_PROXY_BASIC,
    ...config.WEIR_PROXY_ENHANCED,
  ]
  for (const setting of used) {
    // What cannot be read as a URL is reported by whoever uses it.
    const url = URL.parse(setting ?? '')
    const port = Number(url?.port) || usualPorts[url?.protocol ?? '']
    if (url?.hostname && port) await own.add(url.hostname, port)
  }
  stack.use(
    startPolling({
      ticks: [() => own.renew()],
      pause: every(renewMs),
      pausesFirst: true,
      log,
      failure: 'own addresses not renewed',
    }),
  )
  return own
}
