/** Limits of the plan of a team. */
interface PlanLimits {
  readonly concurrencyMax: number
  readonly queuedJobsMax: number
}

/** Pages of a team that may wait or run at the same time (docs/credits.md). */
export const queueCapacity = ({ queuedJobsMax, concurrencyMax }: PlanLimits): number =>
  queuedJobsMax + concurrencyMax

/** Error message when a team would exceed it. */
export const queueFull = ({ queuedJobsMax }: PlanLimits): string =>
  `The maximum number of queued jobs (${queuedJobsMax}) of your team would be exceeded.`
