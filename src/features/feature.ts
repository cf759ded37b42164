import type { Endpoint, MissingEndpoint } from '#http/endpoint.ts'
import type { GaugeSource } from '#http/metrics.ts'
import type { JobType } from '#jobs/job-types.ts'
import type { Queue } from '#queue/queue.ts'

/** Deletes what has expired; called about once a minute. */
export interface Sweep {
  sweep(): Promise<void>
}

/** Everything a feature adds to the service. Each feature returns one of these from its `createXFeature`. */
export interface Feature {
  /** All endpoints: with an access key, a session, a link, or public. */
  readonly endpoints?: readonly Endpoint[]
  /** Endpoints for the other processes of the service; served by worker processes as well. */
  readonly peerEndpoints?: readonly Endpoint[]
  /** Endpoints that return 501. */
  readonly missingEndpoints?: readonly MissingEndpoint[]
  readonly jobTypes?: readonly JobType[]
  readonly queues?: readonly Queue[]
  readonly sweeps?: readonly Sweep[]
  /** Start background work that runs until it is disposed; called in processes that are workers. */
  readonly loops?: readonly (() => AsyncDisposable)[]
  /** The same for processes that may run browser sessions: all but those of the role `api`. */
  readonly hostLoops?: readonly (() => AsyncDisposable)[]
  readonly gauges?: readonly GaugeSource[]
  /** Of the whole database; one process reports them. */
  readonly sharedGauges?: readonly GaugeSource[]
  /** Ends what a deleted team runs; jobs are ended in any case. Can be repeated. */
  readonly endTeam?: (teamId: string) => Promise<void>
}
