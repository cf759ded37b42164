import type { LiveRoute } from '#http/live.ts'
import type { GaugeSource } from '#http/metrics.ts'
import type { OpenRoute } from '#http/open-routes.ts'
import type { AnyRoute, MissingRoute } from '#http/route.ts'
import type { JobType } from '#jobs/job-types.ts'

/** Deletes what has expired; called about once a minute. */
export interface Sweep {
  sweep(): Promise<void>
}

/** Everything a feature adds to the service. Each feature returns one of these from its `createXFeature`. */
export interface Feature {
  /** Endpoints that need an access key. */
  readonly routes?: readonly AnyRoute[]
  /** WebSocket endpoints. */
  readonly sockets?: readonly LiveRoute[]
  /** Endpoints that need no access key. */
  readonly openRoutes?: readonly OpenRoute[]
  /** Endpoints that answer 501. */
  readonly missingRoutes?: readonly MissingRoute[]
  readonly jobTypes?: readonly JobType[]
  readonly sweeps?: readonly Sweep[]
  /** Start background work that runs until it is disposed; called in processes that are workers. */
  readonly loops?: readonly (() => AsyncDisposable)[]
  readonly gauges?: readonly GaugeSource[]
}
