import type { Reservation } from '#credits/credits.ts'
import { scrapePrice, type ScrapeOutcome } from '#credits/prices.ts'
import type { Call } from '#kernel/call.ts'
import type { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { ScrapeRequest } from './contract.ts'
import type { Document } from './document.ts'
import type { Results } from './results.ts'

/** A scrape that has been let in. */
export interface Work {
  readonly id: string
  readonly request: ScrapeRequest
  readonly call: Call
  /** Zero data retention: asked for, forced on the team, or implied by lockdown. */
  readonly leavesNoTrace: boolean
  readonly queuedMs: number
  /** Settled or released by the bookkeeping, not disposed: that would be one more write for every success. */
  readonly reservation: Reservation
  readonly signal: AbortSignal
  readonly deadlineAt: Date
}

export interface BookkeepingDeps {
  readonly database: Database
  readonly results: Results
  readonly activity: {
    record(
      entry: {
        readonly id: string
        readonly teamId: string
        readonly keyId: string
        readonly endpoint: 'scrape'
        /** Null when nothing may be kept. */
        readonly target: string | null
        readonly succeeded: boolean
      },
      within?: Sql,
    ): Promise<void>
  }
  readonly log: Log
}

/** What is written at the end of a scrape: result, charge and activity, together or not at all. */
export interface Bookkeeping {
  /** `alongside` is written with them. */
  finish(work: Work, document: Document, alongside?: (sql: Sql) => Promise<void>): Promise<void>
  /**
   * Charges what the contract charges for this failure and gives the rest back. Never fails: the failure itself is
   * what the caller must hear, and credits that stay reserved free themselves.
   */
  fail(work: Work, failure: ServiceError): Promise<void>
}

export function createBookkeeping(deps: BookkeepingDeps): Bookkeeping {
  const { database, results, activity, log } = deps
  return {
    async finish(work, document, alongside) {
      const { id, call, leavesNoTrace, reservation } = work
      const packed = leavesNoTrace ? undefined : await results.pack(document)
      await database.transaction(async (sql) => {
        const { teamId } = call.account
        await Promise.all([
          packed && results.save({ id, teamId, document: packed }, sql),
          reservation.settle(document.metadata.creditsUsed, sql),
          activity.record(entryOf(work, true), sql),
          alongside?.(sql),
        ])
      })
    },
    async fail(work, failure) {
      const { leavesNoTrace: zeroDataRetention, reservation } = work
      const price = scrapePrice({ kind: outcomeOf(failure) }, { zeroDataRetention })
      try {
        await database.transaction(async (sql) => {
          if (price > 0) await reservation.settle(price, sql)
          await activity.record(entryOf(work, false), sql)
        })
        await reservation.release()
      } catch (err) {
        log.warn({ err }, 'failed scrape not recorded')
      }
    },
  }
}

function entryOf({ id, request, call, leavesNoTrace }: Work, succeeded: boolean) {
  const { teamId, keyId } = call.account
  const target = leavesNoTrace ? null : withoutUserInfo(request.url)
  return { id, teamId, keyId, endpoint: 'scrape' as const, target, succeeded }
}

/** What a failure comes to, as far as its price is concerned (contract section 18). */
export function outcomeOf({ code }: { readonly code: string }): ScrapeOutcome['kind'] {
  if (code === 'SCRAPE_DNS_RESOLUTION_ERROR') return 'unresolved'
  return code === 'SCRAPE_LOCKDOWN_CACHE_MISS' ? 'lockdown-miss' : 'failed'
}
