import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'
import type { Metric } from 'prom-client'
import type { Log } from '#kernel/log.ts'
import type { LoadShedding } from './load-shedding.ts'

/** A gauge of another module, read on demand. */
export interface GaugeSource {
  /** Prometheus name with its unit last, for example `weir_database_connections`. */
  readonly name: string
  readonly help: string
  /** With a label, there is a figure for each of its values. */
  readonly label?: string
  read(): Figures | Promise<Figures>
}

type Figures = number | Readonly<Record<string, number>>

/** Gauges of the whole database, which one process reports. */
export interface SharedGauges {
  readonly sources: readonly GaugeSource[]
  /** Whether this process is the one. */
  readonly isReporter: () => Promise<boolean>
}

interface MetricsParts {
  readonly loadShedding: LoadShedding
  readonly gauges: readonly GaugeSource[]
  readonly counters?: readonly CounterSource[]
  /** Of `Measures`. */
  readonly measured?: readonly Metric[]
  readonly shared?: SharedGauges
  readonly log: Log
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

/** Metrics in the text format of Prometheus. */
export function createMetrics(parts: MetricsParts) {
  const { loadShedding, gauges, counters = [], measured = [], shared } = parts
  const registry = new Registry()
  const registers = [registry]
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
  for (const source of [...ownGauges(loadShedding), ...gauges]) addGauge(source, registers)
  for (const source of counters) register(source, registers)
  for (const metric of measured) registry.registerMetric(metric)
  const readShared = shared && addShared(shared, registry, parts.log)
  return {
    observe({ method, route, status, seconds }: Exchange) {
      requests.inc({ method, route, status })
      duration.observe({ method, route }, seconds)
    },
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    async print() {
      await readShared?.()
      return registry.metrics()
    },
  }
}

function addGauge(source: GaugeSource, registers: Registry[]): Gauge {
  const { name, help, label } = source
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers,
    labelNames: label === undefined ? [] : [label],
    async collect() {
      setFigures(gauge, source, await source.read())
    },
  })
  return gauge
}

function setFigures(gauge: Gauge, { label }: GaugeSource, figures: Figures): void {
  gauge.reset()
  if (typeof figures === 'number') gauge.set(figures)
  else if (label !== undefined)
    for (const [value, figure] of Object.entries(figures)) gauge.set({ [label]: value }, figure)
}

/** They are absent from what other processes report, and while the database is away. */
function addShared({ sources, isReporter }: SharedGauges, registry: Registry, log: Log) {
  const state = new Gauge({
    name: 'weir_reports_database',
    help: 'Whether this process reports the figures of the whole database.',
    registers: [registry],
  })
  async function read(): Promise<(() => void)[]> {
    if (!(await isReporter())) return []
    return Promise.all(
      sources.map(async (source) => {
        const figures = await source.read()
        const { name, help, label } = source
        const labelNames = label === undefined ? [] : [label]
        return () =>
          setFigures(new Gauge({ name, help, labelNames, registers: [registry] }), source, figures)
      }),
    )
  }
  return async function readShared(): Promise<void> {
    const show = await read().catch((err: unknown) => {
      log.warn({ err }, 'figures of the database cannot be read')
      return []
    })
    for (const { name } of sources) registry.removeSingleMetric(name)
    state.set(show.length > 0 ? 1 : 0)
    for (const each of show) each()
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
