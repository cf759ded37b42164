import type { Config } from '#config.ts'
import { createApiClient } from '#net/api-client.ts'
import { askNameServer } from '#net/ask-name-server.ts'
import { createClient } from '#net/client.ts'
import { createGuard } from '#net/guard.ts'
import type { Lookup } from '#net/lookup.ts'
import { every, startPolling } from '#queue/poll.ts'
import { createBlockCounts } from '#threat/block-counts.ts'
import { createBlocklists, type Blocklists } from '#threat/blocklists/blocklists.ts'
import {
  blocklistFolder,
  createListRefresh,
  isAddress,
  type OpenList,
} from '#threat/blocklists/refresh-lists.ts'
import type { Classifier } from '#threat/classifier.ts'
import { dnsVerdict, readResolver } from '#threat/classifiers/dns-verdict.ts'
import { httpClassifier } from '#threat/classifiers/http-endpoint.ts'
import { safeBrowsing } from '#threat/classifiers/safe-browsing.ts'
import { webRisk } from '#threat/classifiers/web-risk.ts'
import { createThreatSettings } from '#threat/settings-store.ts'
import { createThreats } from '#threat/threats.ts'
import { createVerdicts } from '#threat/verdicts.ts'

type ThreatDeps = Parameters<typeof createThreatSettings>[0] &
  Pick<Parameters<typeof createVerdicts>[0], 'clock' | 'log'> &
  Pick<Parameters<typeof createThreats>[0], 'findKeyHosts'> & { readonly lookup: Lookup }

/** How often lists that are due are read; one that could not be read is due. */
const refreshEveryMs = 300_000
const hourMs = 3_600_000
const storeCountsEveryMs = 10_000

/** Threat protection with the configured lists and classifiers; `stack` disposes it. */
export function composeThreat(config: Config, deps: ThreatDeps, stack: AsyncDisposableStack) {
  const { clock, lookup, log } = deps
  const blocklists = createBlocklists(config.threat.lists)
  const threatGauges = blocklists.isConfigured
    ? startLists(config, { blocklists, lookup, log }, stack)
    : []
  const classifiers = composeClassifiers(config, lookup, stack)
  const { answerMsMax } = config.threat
  const verdicts = createVerdicts({ blocklists, classifiers, clock, log, answerMsMax })
  const threatSettings = createThreatSettings(deps)
  const blockCounts = createBlockCounts(deps)
  stack.defer(() => blockCounts.flush())
  stack.use(
    startPolling({
      ticks: [() => blockCounts.flush()],
      pause: every(storeCountsEveryMs),
      pausesFirst: true,
      log,
      failure: 'counts of blocked URLs not stored',
    }),
  )
  return {
    threatSettings,
    threatGauges,
    threatClassifiers: verdicts.names,
    blockCounts,
    threats: createThreats({ settings: threatSettings, verdicts, blockCounts, ...deps }),
  }
}

function composeClassifiers(
  config: Config,
  lookup: Lookup,
  stack: AsyncDisposableStack,
): Classifier[] {
  const { classifierUrl, webRiskUrl, safeBrowsingUrl, dns } = config.threat
  const { threatClassifierKey, webRiskKey, safeBrowsingKey } = config.secrets
  const resolvers = dns.map((text) => dnsVerdict(readResolver(text), askNameServer))
  const configuredUrls = [webRiskUrl, safeBrowsingUrl, ...(classifierUrl ? [classifierUrl] : [])]
  if (!classifierUrl && !webRiskKey && !safeBrowsingKey) return resolvers
  const guard = createGuard({ lookup })
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls, lookup }))
  return [
    ...resolvers,
    ...(webRiskKey ? [webRisk({ url: webRiskUrl, key: webRiskKey, callApi })] : []),
    ...(safeBrowsingKey
      ? [safeBrowsing({ url: safeBrowsingUrl, key: safeBrowsingKey, callApi })]
      : []),
    ...(classifierUrl
      ? [httpClassifier({ url: classifierUrl, key: threatClassifierKey, callApi })]
      : []),
  ]
}

function startLists(
  config: Config,
  { blocklists, lookup, log }: Pick<ThreatDeps, 'lookup' | 'log'> & { blocklists: Blocklists },
  stack: AsyncDisposableStack,
) {
  const { lists: sources, listHours } = config.threat
  const refresh = stack.use(
    createListRefresh({
      sources,
      blocklists,
      openList: createOpenList(config, lookup, stack),
      folder: blocklistFolder(config.storage.dataDir),
      refreshMs: listHours * hourMs,
      log,
    }),
  )
  stack.use(
    startPolling({
      ticks: [() => refresh.loadDue()],
      pause: every(refreshEveryMs),
      log,
      failure: 'blocklists not read',
    }),
  )
  return [
    {
      name: 'weir_threat_list_entries',
      help: 'Entries of the loaded blocklists.',
      read: () => blocklists.entries,
    },
    {
      name: 'weir_threat_lists_failed',
      help: 'Blocklists whose last refresh failed; what was loaded before is still used.',
      read: () => refresh.gauges().failed,
    },
    {
      name: 'weir_threat_lists_oldest_seconds',
      help: 'Unix time at which the oldest blocklist was loaded; 0 if one was never loaded.',
      read: () => refresh.gauges().oldestAt / 1_000,
    },
  ]
}

const listBytesMax = 512 * 1024 * 1024

/** Addresses of lists come from the operator, and may therefore be private. */
function createOpenList(
  { threat, fetch }: Config,
  lookup: Lookup,
  stack: AsyncDisposableStack,
): OpenList {
  const allowedHosts = threat.lists
    .filter(isAddress)
    .map((source) => new URL(source).hostname.replaceAll(/^\[|\]$/g, ''))
  const guard = createGuard({ lookup, allowedHosts })
  const client = stack.use(createClient({ guard }))
  return (url, signal) =>
    client.open(
      {
        url,
        headers: { 'user-agent': fetch.userAgent, accept: '*/*' },
        credentials: {},
        proxy: 'basic',
        skipTlsVerification: false,
        bodyBytesMax: listBytesMax,
      },
      { teamId: 'blocklists', signal },
    )
}
