import { timeOf } from '#kernel/ids.ts'
import { openKnown } from '#storage/content-seals.ts'
import type { FrontierDeps } from './frontier.ts'
import { holdMs } from './lease.ts'
import type { Frontier, HeldPage, WorkerRoom } from './jobs.ts'

/** Who finds free places has its pages after this time. */
const turnMsMax = 1_000

interface ClaimOf extends WorkerRoom {
  readonly worker: string
  readonly alone: boolean
}

interface ClaimedPage extends Omit<HeldPage, 'queuedMs' | 'number'> {
  /** Null for a job whose pages cannot be handed out; the URL is the reason. */
  readonly number: number | null
  readonly zeroDataRetention: boolean
  /** No more pages of the job, or of the team, may be worked on now, and this one is beyond what began with it. */
  readonly isOfFullJob: boolean
  readonly isOfFullTeam: boolean
}

const isPage = (row: ClaimedPage): row is ClaimedPage & { readonly number: number } =>
  row.number !== null

const claimPages = `
  select job_id as "jobId", number, url, depth, scrape_id as "scrapeId", attempts, suspicion,
    zero_data_retention as "zeroDataRetention", is_of_full_job as "isOfFullJob", is_of_full_team as "isOfFullTeam"
  from claim_pages($1, $2, $3, $4, $5, make_interval(secs => $6), $7, $8, $9)`

/** Leases pages; `migrations/functions/claim_pages.sql` says how. */
export function createClaimPages({
  database,
  hostPagesMax,
  contentSeals,
  log,
}: FrontierDeps): Pick<Frontier, 'claim' | 'claimAlone'> {
  async function claim({ fetched = [], read = [], ...wanted }: ClaimOf): Promise<HeldPage[]> {
    const rows = await database.query<ClaimedPage>(claimPages, [
      wanted.worker,
      wanted.wanted,
      wanted.slots,
      wanted.reserve,
      hostPagesMax,
      holdMs / 1_000,
      fetched,
      read,
      wanted.alone,
    ])
    for (const { jobId, number, url: reason } of rows) {
      if (number === null) log.error({ jobId, reason }, 'pages of a job cannot be handed out')
    }
    return openKnown(rows.filter(isPage), open, { log })
  }

  async function open(row: ClaimedPage & { readonly number: number }): Promise<HeldPage> {
    const { zeroDataRetention, isOfFullJob, isOfFullTeam, ...page } = row
    const seal = await contentSeals.of({ id: page.jobId, zeroDataRetention })
    const waitedMs = Math.max(1, Date.now() - timeOf(page.scrapeId))
    // The first pages of a team may fill it without having waited for anybody.
    const hasWaited = isOfFullJob || (isOfFullTeam && waitedMs > turnMsMax)
    const held = { ...page, queuedMs: hasWaited ? waitedMs : 0 }
    try {
      return { ...held, url: seal.openText(page.url) }
    } catch (err) {
      log.warn({ err, jobId: page.jobId }, 'page of a job not readable')
      return { ...held, url: '', isUnreadable: true }
    }
  }

  return {
    claim: (worker, room) => claim({ ...room, worker, alone: false }),
    async claimAlone(worker, room) {
      const [page] = await claim({ ...room, wanted: 1, worker, alone: true })
      return page
    },
  }
}
