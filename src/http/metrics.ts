import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'
import type { LoadShedding } from './load-shedding.ts'

/** A gauge of another module, read on demand. */
export interface GaugeSource {
  /** Prometheus name with its unit last, for example `weir_database_connections`. */
  readonly name: string
  readonly help: string
  read(): number
}

/** A counter of another module with one label. */
export interface CounterSource {
  /** Prometheus name that ends with `_total`. */
  readonly name: string
  readonly help: string
  readonly label: string
  /** Totals by value of the label. */
  read(): Readonly<Record<string, number>>
}

/** A finished request. `route` is the pattern, so that the number of series does not grow with teams or URLs. */
interface Exchange {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

export type Metrics = ReturnType<typeof createMetrics>

/** Request metrics in the text format of Prometheus. */
export function createMetrics(
  loadShedding: LoadShedding,
  sources: readonly GaugeSource[],
  counters: readonly CounterSource[] = [],
) {
  const registers = [new Registry()]
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({
    name: 'weir_http_requests_total',
    help: 'Finished HTTP requests.',
    labelNames,
    registers,
  })
  const duration = new Histogram({
    name: 'weir_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  for (const source of [...ownGauges(loadShedding), ...sources]) {
    const { name, help } = source
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: (): void => gauge.set(source.read()),
    })
  }
  for (const source of counters) register(source, registers)
  return {
    observe({ method, route, status, seconds }: Exchange) {
      requests.inc({ method, route, status })
      duration.observe({ method, route }, seconds)
    },
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    print: () => registers[0]?.metrics() ?? '',
  }
}

function register(source: CounterSource, registers: Registry[]): void {
  const { name, help, label } = source
  const counter: Counter = new Counter({
    name,
    help,
    labelNames: [label],
    registers,
    collect(): void {
      counter.reset()
      for (const [value, total] of Object.entries(source.read()))
        counter.inc({ [label]: value }, total)
    },
  })
}

function ownGauges(loadShedding: LoadShedding): GaugeSource[] {
  return [
    {
      name: 'weir_http_requests_in_flight',
      help: 'Requests in progress.',
      read: () => loadShedding.inFlight(),
    },
    {
      name: 'weir_event_loop_lag_seconds',
      help: 'Mean delay of the event loop over half a second.',
      read: () => loadShedding.lagMs() / 1000,
    },
    {
      name: 'weir_http_accept_delay_seconds',
      help: 'How long new connections wait until they are accepted.',
      read: () => loadShedding.acceptMs() / 1000,
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory size in bytes.',
      read: () => process.memoryUsage.rss(),
    },
    {
      name: 'process_uptime_seconds',
      help: 'Seconds since the process started.',
      read: () => process.uptime(),
    },
  ]
}
