import type { Reservation } from '#credits/credits.ts'
import type { Document } from '#features/scrape/document.ts'
import type { Results } from '#features/scrape/results.ts'
import type { Account } from '#kernel/account.ts'
import type { Log } from '#kernel/log.ts'
import type { Database, Sql } from '#storage/database.ts'

export interface BooksDeps {
  readonly database: Database
  readonly results: Pick<Results, 'pack' | 'save'>
  readonly activity: {
    record(
      entry: {
        readonly id: string
        readonly teamId: string
        readonly keyId: string
        readonly endpoint: 'parse'
        readonly target: string | null
        readonly succeeded: boolean
      },
      within?: Sql,
    ): Promise<void>
  }
  readonly log: Log
}

/** A file that was let in; no target where nothing may be kept of it. */
interface Entry {
  readonly id: string
  readonly account: Account
  readonly target: string | null
}

function entryOf({ id, account, target }: Entry, succeeded: boolean) {
  const { teamId, keyId } = account
  return { id, teamId, keyId, endpoint: 'parse' as const, target, succeeded }
}

/** What is written at the end of a parse: result, charge and activity, together or not at all. */
export function createBooks({ database, results, activity, log }: BooksDeps) {
  return {
    async finish(done: Entry & { document: Document; reservation: Reservation }): Promise<void> {
      const { id, account, target, document, reservation } = done
      const packed = target === null ? undefined : await results.pack(document)
      await database.transaction(async (sql) => {
        const { teamId } = account
        if (packed) await results.save({ id, teamId, document: packed }, sql)
        await reservation.settle(document.metadata.creditsUsed, sql)
        await activity.record(entryOf(done, true), sql)
      })
    },
    /** Never fails: the failure itself is what the caller must hear. */
    async fail(entry: Entry): Promise<void> {
      try {
        await activity.record(entryOf(entry, false))
      } catch (err) {
        log.warn({ err }, 'failed parse not recorded')
      }
    },
  }
}
