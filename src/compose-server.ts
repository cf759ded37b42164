import type { Config } from '#config.ts'
import type { Feature } from '#features/feature.ts'
import { explainListen, type ListenPlace } from '#http/explain-listen.ts'
import { createMetricsServer } from '#http/metrics-server.ts'
import { createMetrics, type CounterSource, type GaugeSource } from '#http/metrics.ts'
import { createLoadShedding } from '#http/load-shedding.ts'
import { isOperation, type Endpoint, type KeyEndpoint } from '#http/endpoint.ts'
import { createServer, type ServerParts } from '#http/server.ts'
import { createSharedPort, type SharedPort } from '#http/shared-port.ts'
import type { Measures } from '#kernel/measures.ts'
import type { FaultScopes } from '#kernel/fault-scopes.ts'
import { createMcpEndpoints } from '#mcp/endpoint.ts'
import { version } from '#kernel/version.ts'
import { isListed } from '#net/address-list.ts'
import { parseAddress } from '#net/address.ts'
import { connectToSelf } from '#net/connect-to-self.ts'
import { listenAddress } from '#net/listen-address.ts'
import type { OwnAddresses } from '#net/own-addresses.ts'

type ServedParts = Pick<
  ServerParts,
  | 'authenticate'
  | 'findSession'
  | 'redeemTicket'
  | 'rateLimits'
  | 'credits'
  | 'keyless'
  | 'idempotency'
  | 'readFile'
  | 'keepUpload'
  | 'isReady'
  | 'hurried'
  | 'adminKey'
  | 'log'
> & {
  readonly features: readonly Feature[]
  /** Of the foundations. */
  readonly gauges: readonly GaugeSource[]
  readonly counters: readonly CounterSource[]
  readonly measures: Measures
  /** Of the foundations, for the whole database. */
  readonly sharedGauges: readonly GaugeSource[]
  readonly isReporter: () => Promise<boolean>
  readonly own: OwnAddresses
  readonly faultScopes: FaultScopes
  readonly lagMsMax: number | undefined
  /** Whether a language model is configured. */
  readonly hasModel: boolean
}

/** The server of the API and, where it has a port of its own, that of `/metrics`. */
export function composeServer(config: Config, parts: ServedParts) {
  const { host, metricsPort, stopDelaySeconds } = config.http
  const loadShedding = createLoadShedding(config.http.requestsMax, parts.lagMsMax)
  // Other processes serve only health, metrics and pages, and what other processes ask for.
  const isApi = config.service.role === 'api' || config.service.role === 'all'
  const served = isApi ? parts.features : []
  const gauges = parts.features.flatMap((feature) => feature.gauges ?? [])
  const metrics = createMetrics({
    loadShedding,
    gauges: [...parts.gauges, ...gauges],
    counters: parts.counters,
    measured: parts.measures.metrics,
    shared: {
      isReporter: parts.isReporter,
      sources: [
        ...parts.sharedGauges,
        ...parts.features.flatMap((feature) => feature.sharedGauges ?? []),
      ],
    },
    log: parts.log,
  })
  const endpoints = [
    ...served.flatMap((feature) => feature.endpoints ?? []),
    ...parts.features.flatMap((feature) => feature.peerEndpoints ?? []),
  ]
  const contained = endpoints.map((endpoint) => inFaultScope(endpoint, parts.faultScopes))
  const mcp = createMcpEndpoints({
    endpoints: contained,
    unavailable: parts.hasModel ? [] : ['POST /v2/agent'],
    hasProviders: config.providers.names.length > 0 || config.providers.file !== undefined,
    version: version(),
    charactersMax: config.mcp.charactersMax,
    keyInPath: config.mcp.keyInPath === 'on',
  })
  const sharedPort = createSharedPort(parts.log)
  const server = createServer({
    ...parts,
    sharedPort,
    endpoints: isApi ? [...contained, ...mcp] : contained,
    missingEndpoints: served.flatMap((feature) => feature.missingEndpoints ?? []),
    isListed,
    version: version(),
    trustedProxies: config.http.trustedProxies,
    publicUrl: config.http.publicUrl,
    loadShedding,
    connectToSelf,
    metrics,
    servesMetrics: metricsPort === undefined && isLoopback(host),
    times: { leavingMs: 1_000 * (stopDelaySeconds ?? (config.service.role === 'api' ? 5 : 0)) },
  })
  const metricsServer =
    metricsPort === undefined ? undefined : createMetricsServer(metrics, parts.log)

  return {
    server,
    /** Returns the URL of the API. */
    listen: () => listenAll({ server, sharedPort, metricsServer }, config.http, parts),
    async [Symbol.asyncDispose]() {
      await server.close()
      await metricsServer?.close()
    },
  }
}

interface Servers {
  readonly server: ReturnType<typeof createServer>
  readonly sharedPort: SharedPort
  readonly metricsServer: ReturnType<typeof createMetricsServer> | undefined
}

/** Opens a port, and returns its URL. */
type Listen = (place: { readonly host: string; readonly port: number }) => Promise<string>

/** Returns the URL of the API. */
async function listenAll(
  { server, sharedPort, metricsServer }: Servers,
  { host, port, metricsHost, metricsPort = 0 }: Config['http'],
  { own, log }: Pick<ServedParts, 'own' | 'log'>,
): Promise<string> {
  async function listenAt(listen: Listen, place: ListenPlace): Promise<string> {
    const address = await listenAddress(place.host)
    const url = await listen({ host: address, port: place.port })
    await own.add(place.host, Number(new URL(url).port))
    return url
  }
  const explained = (listen: Listen, place: ListenPlace) =>
    listenAt(listen, place).catch((error: unknown) => {
      throw explainListen(error, place)
    })

  const settings = { hostSetting: 'WEIR_HOST (--host)', portSetting: 'WEIR_PORT (--port)' }
  const url = await explained((place) => sharedPort.listen(server, place), {
    host,
    port,
    ...settings,
  })
  if (!metricsServer) return url
  const metricsUrl = await explained((place) => metricsServer.listen(place), {
    host: metricsHost,
    port: metricsPort,
    hostSetting: 'WEIR_METRICS_HOST',
    portSetting: 'WEIR_METRICS_PORT',
  })
  log.info({ url: `${metricsUrl}/metrics` }, 'metrics are served')
  return url
}

/** An uncaught error fails the request whose handler caused it. */
function inFaultScope(endpoint: Endpoint, faultScopes: FaultScopes): Endpoint {
  if (!isOperation(endpoint)) return endpoint
  const { handle } = endpoint
  const contained: KeyEndpoint = {
    ...endpoint,
    handle: (input) =>
      faultScopes.run(async (failed) => {
        const signal = AbortSignal.any([input.call.signal, failed])
        return handle({ ...input, call: { ...input.call, signal } })
      }),
  }
  return contained
}

const isLoopback = (host: string) =>
  host === 'localhost' || parseAddress(host)?.range() === 'loopback'
