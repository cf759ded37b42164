import type { JobHandlers } from './job-handler.ts'

/** Properties of a job type that its feature declares; no other module lists job types. */
export interface JobTypeProperties {
  /** Stored with each job, and with the charges of its pages. */
  readonly kind: string
  /** Its name in the activity list and in webhook events: `crawl` in `crawl.page`. */
  readonly publicName: string
  /** Whether each page is charged when it ends; otherwise the feature charges for the job as a whole. */
  readonly chargesPages: boolean
  /** Whether its pages are compared with earlier versions, so that `normalisedText` is needed. */
  readonly comparesPages: boolean
  /** How the console shows its jobs; absent for jobs that are part of other work. */
  readonly shownAs?: ShownAs
}

export interface ShownAs {
  readonly label: string
  /** Path of its endpoints: that of a job is below it. */
  readonly path: `/v2/${string}`
}

/** A type of job that runs on the frontier. */
export interface JobType extends JobTypeProperties {
  readonly handlers: JobHandlers
}

export interface JobTypes {
  /** Throws when the kind is registered already. */
  register(type: JobType): void
  /** Throws for a kind that no feature has registered. */
  of(kind: string): JobType
  /** Kinds of the jobs that the console shows, and how. */
  shown(): ReadonlyMap<string, ShownAs>
}

/** Returns an empty registry; `compose.ts` fills it with the job types of all features before any job runs. */
export function createJobTypes(): JobTypes {
  const types = new Map<string, JobType>()
  return {
    register(type) {
      if (types.has(type.kind)) throw new Error(`The job type ${type.kind} is registered twice.`)
      types.set(type.kind, type)
    },
    of(kind) {
      const type = types.get(kind)
      if (!type) throw new Error(`No feature has registered the job type ${kind}.`)
      return type
    },
    shown: () =>
      new Map(
        [...types.values()].flatMap(({ kind, shownAs }) => (shownAs ? [[kind, shownAs]] : [])),
      ),
  }
}
