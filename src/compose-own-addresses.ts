import type { Config } from '#config.ts'
import type { Log } from '#kernel/log.ts'
import { chooseLlmUrl } from '#llm/compose.ts'
import { createOwnAddresses, type OwnAddresses } from '#net/own-addresses.ts'
import { every, startPolling } from '#queue/poll.ts'
import { urlsOfHosts } from '#storage/database-url.ts'

/** Interval for resolving the addresses of this machine and of the servers it uses. */
const renewMs = 60_000

/** The servers that Weir uses, which callers must not fetch from. */
export async function composeOwnAddresses(
  config: Config,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<OwnAddresses> {
  const own = createOwnAddresses()
  const used = [
    ...urlsOfHosts(config.secrets.databaseUrl ?? ''),
    ...config.secrets.browserUrl,
    config.secrets.smtpUrl,
    config.storage.s3Endpoint,
    chooseLlmUrl(config),
    config.safety.piiUrl,
    config.safety.guardUrl,
    config.threat.classifierUrl,
    config.accounts.oidcIssuer,
    ...config.secrets.proxiesBasic,
    ...config.secrets.proxiesEnhanced,
  ]
  for (const url of used) await own.addUrl(url ?? '')
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

/** Base URL of links in documents of jobs. */
export function choosePublicUrl(config: Config): string {
  const { host, port } = config.http
  if (config.http.publicUrl !== undefined) return config.http.publicUrl
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
