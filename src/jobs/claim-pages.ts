import { readTime } from '#kernel/ids.ts'
import { openReadable } from '#storage/content-seals.ts'
import type { FrontierDeps } from './frontier.ts'
import { leaseMs } from './lease.ts'
import type { Frontier, LeasedPage, WorkerCapacity } from './frontier.ts'

/** A page with free slots is claimed within this time. */
const claimMsMax = 1_000

interface ClaimOf extends WorkerCapacity {
  readonly worker: string
  readonly alone: boolean
}

interface ClaimedPage extends Omit<LeasedPage, 'queuedMs' | 'number'> {
  /** Null for a job whose pages cannot be claimed because of an error; `url` is then the error message. */
  readonly number: number | null
  readonly zeroDataRetention: boolean
  /** The job, or the team, had no free slot for this page when its leases were full. */
  readonly isJobAtLimit: boolean
  readonly isTeamAtLimit: boolean
}

const isPage = (row: ClaimedPage): row is ClaimedPage & { readonly number: number } =>
  row.number !== null

const claimPages = `
  select job_id as "jobId", number, url, depth, scrape_id as "scrapeId", attempts, crash_points as "crashPoints",
    zero_data_retention as "zeroDataRetention", is_job_at_limit as "isJobAtLimit", is_team_at_limit as "isTeamAtLimit"
  from claim_pages($1, $2, $3, $4, $5, make_interval(secs => $6), $7, $8, $9)`

/** Leases pages; `migrations/functions/claim_pages.sql` says how. */
export function createClaimPages({
  database,
  hostPagesMax,
  contentSeals,
  log,
}: FrontierDeps): Pick<Frontier, 'claim' | 'claimAlone'> {
  async function claim({ fetched = [], read = [], ...wanted }: ClaimOf): Promise<LeasedPage[]> {
    const rows = await database.query<ClaimedPage>(claimPages, [
      wanted.worker,
      wanted.wanted,
      wanted.slots,
      wanted.reserve,
      hostPagesMax,
      leaseMs / 1_000,
      fetched,
      read,
      wanted.alone,
    ])
    for (const { jobId, number, url: reason } of rows) {
      if (number === null) log.error({ jobId, reason }, 'pages of a job cannot be claimed')
    }
    return openReadable(rows.filter(isPage), open, { log })
  }

  async function open(row: ClaimedPage & { readonly number: number }): Promise<LeasedPage> {
    const { zeroDataRetention, isJobAtLimit, isTeamAtLimit, ...page } = row
    const seal = await contentSeals.of({ id: page.jobId, zeroDataRetention })
    const waitedMs = Math.max(1, Date.now() - readTime(page.scrapeId))
    // The first pages of a team may fill its slots without having waited.
    const hasWaited = isJobAtLimit || (isTeamAtLimit && waitedMs > claimMsMax)
    const leased = { ...page, queuedMs: hasWaited ? waitedMs : 0 }
    try {
      return { ...leased, url: seal.openText(page.url) }
    } catch (err) {
      log.warn({ err, jobId: page.jobId }, 'page of a job cannot be decrypted')
      return { ...leased, url: '', isUnreadable: true }
    }
  }

  return {
    claim: (worker, capacity) => claim({ ...capacity, worker, alone: false }),
    async claimAlone(worker, capacity) {
      const [page] = await claim({ ...capacity, wanted: 1, worker, alone: true })
      return page
    },
  }
}
