import { beforeMs, type Sql } from '#storage/database.ts'

export interface FeedbackSweepDeps {
  readonly database: Sql
  readonly ratedDays: number
  readonly keptDays: number
}

const dayMs = 86_400_000
/** A rating is what keeps a search from being refunded again, so that it outlives the time in which searches are known. */
const graceFactor = 2

/** Deletes ratings that are too old. */
export function createFeedbackSweep({ database, ratedDays, keptDays }: FeedbackSweepDeps) {
  return {
    async sweep() {
      const days = Math.max(keptDays, ratedDays * graceFactor)
      await database.query(`delete from feedback where created_at < ${beforeMs('$1')}`, [
        days * dayMs,
      ])
    },
  }
}
