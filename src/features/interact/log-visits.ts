import type { BrowserSession } from '#interact/session.ts'
import type { Call } from '#kernel/call.ts'
import type { ScreenSubject } from '#kernel/caller.ts'
import type { FetchActivity, FetchedUrl } from '#kernel/fetch-activity.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { RecordFetches } from '#operations/record-fetch.ts'
import type { Sql } from '#storage/database.ts'
import { threatFacts } from '#threat/decision.ts'
import type { ThreatScreen } from '#threat/screen.ts'

export interface LogVisitsDeps {
  readonly database: Sql
  readonly recordFetches: RecordFetches
  /** Of these teams, those with an audit log. */
  readonly siemSettings: {
    enabled(sql: Sql, teamIds: ReadonlySet<string>): Promise<ReadonlySet<string>>
  }
  readonly threats: { findScreen(caller: ScreenSubject): ThreatScreen }
  readonly log: Log
}

/** Writes the pages that a session opens to the audit log of its team, if the team has one when the session starts. */
export type LogVisits = (id: string, session: BrowserSession, call: Call) => Promise<void>

const decideMsMax = 5_000

export function createLogVisits(deps: LogVisitsDeps): LogVisits {
  const { database, recordFetches, siemSettings, threats, log } = deps

  async function write(visit: FetchedUrl, source: Source): Promise<void> {
    const screen = threats.findScreen(source)
    const decision = await screen.decide(visit.url, AbortSignal.timeout(decideMsMax))
    const isBlocked = !decision.isAllowed && 'code' in visit.outcome
    const outcome = isBlocked ? blocked : visit.outcome
    const threat = threatFacts(decision)
    const fetched = { ...source, ...visit, outcome, threat, scrapeId: newId() }
    await recordFetches(database, [fetched])
  }

  return async function logVisits(id, session, call) {
    const { teamId } = call.account
    if (!(await siemSettings.enabled(database, new Set([teamId]))).has(teamId)) return
    const source = readSource(id, call)
    const writing = new Set<Promise<void>>()
    session.beforeEnd(async () => void (await Promise.all(writing)))
    await session.watchVisits((visit) => {
      const written = write(visit, source)
        .catch((err: unknown) => log.warn({ err }, 'page of a browser session not logged'))
        .finally(() => writing.delete(written))
      writing.add(written)
    })
  }
}

type Source = Pick<
  FetchActivity,
  'teamId' | 'principal' | 'endpoint' | 'requestId' | 'zeroDataRetention'
>

/** A session of a run belongs to the request that started the run. */
const readSource = (id: string, { account, parent }: Call): Source => ({
  teamId: account.teamId,
  principal: account.principal,
  endpoint: parent?.endpoint ?? 'interact',
  requestId: parent?.id ?? id,
  zeroDataRetention: account.zeroDataRetention === 'forced',
})

const blocked = {
  code: 'unsafe_domain_blocked',
  message: 'Blocked by the threat protection policy.',
}
