import { setTimeout as sleep } from 'node:timers/promises'
import type { Replay } from '#pages/replay.ts'
import type { Call } from '#kernel/call.ts'
import { isUnavailable, ServiceError } from '#kernel/errors.ts'
import { findNetworkId } from '#kernel/principal.ts'
import type { SessionRow } from './session-rows.ts'
import { ScrapeHasSessionError } from './admission.ts'
import type { SessionStore } from './session-store.ts'
import type { NewSessionRequest, Sessions } from './sessions.ts'
import type { SessionWork, WorkResult } from './work.ts'

/** What a request wants of the session of a scrape. */
export interface BoundRequestParts {
  readonly scrapeId: string
  readonly work: SessionWork
  readonly times: Pick<NewSessionRequest, 'ttl' | 'activityTtl'>
  readonly existingSessionId?: string | undefined
}

/** Sessions that show the page of a scrape: one for each scrape, created by the first call. */
export interface BoundSessions {
  work(request: BoundRequestParts, call: Call): Promise<{ row: SessionRow; result: WorkResult }>
  /** Ends the session; fails with `NOT_FOUND` when the scrape has none. */
  end(scrapeId: string, call: Call): Promise<SessionRow>
}

interface BoundDeps {
  readonly sessions: Sessions
  readonly store: Pick<SessionStore, 'findOfScrape'>
  /** How to open the page again. Fails with `NOT_FOUND` and `CONFLICT`. */
  readonly readReplay: (scrapeId: string, call: Call) => Promise<Replay>
  /** Fails where no language model is configured. */
  readonly assertModel: () => void
}

const startMsMax = 180_000
const lookEveryMs = 200
/** Another request may have created a session that did not start. */
const attemptsMax = 3

export function createBoundSessions(deps: BoundDeps): BoundSessions {
  const { sessions, store, readReplay, assertModel } = deps

  async function latest(scrapeId: string, call: Call): Promise<SessionRow | undefined> {
    const row = await store.findOfScrape(scrapeId, call.account.teamId)
    // Requests without a key share a team.
    const isTheirs = row && findNetworkId(row.principal) === findNetworkId(call.account.principal)
    return isTheirs ? sessions.find(row.id, call) : undefined
  }

  /** Waits until the session of another request has its page. Undefined when that did not start. */
  async function started(scrapeId: string, call: Call): Promise<SessionRow | undefined> {
    const until = performance.now() + startMsMax
    for (;;) {
      const row = await latest(scrapeId, call)
      if (!row || row.state === 'error') return undefined
      if (row.state === 'destroyed') throw new ServiceError('BROWSER_SESSION_DESTROYED')
      if (row.startedAt) return row
      if (performance.now() > until) throw new ServiceError('BROWSER_SESSION_FAILED')
      await sleep(lookEveryMs, undefined, { signal: call.signal })
    }
  }

  async function create(
    { scrapeId, times }: BoundRequestParts,
    call: Call,
  ): Promise<SessionRow | undefined> {
    const replay = await readReplay(scrapeId, call)
    try {
      const bound = { scrapeId, replay }
      return await sessions.create(
        { ...times, streamWebView: true, recordSession: true, bound },
        call,
      )
    } catch (thrown) {
      if (thrown instanceof ScrapeHasSessionError) return undefined
      // A concurrent first call may have taken the last capacity.
      if (isUnavailable(thrown) && (await latest(scrapeId, call))?.state === 'active')
        return undefined
      throw thrown
    }
  }

  async function makeSession(request: BoundRequestParts, call: Call): Promise<SessionRow> {
    const { scrapeId, existingSessionId } = request
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const found = await started(scrapeId, call)
      if (existingSessionId !== undefined && found?.id !== existingSessionId) throw noSession()
      const row = found ?? (await create(request, call))
      if (row) return row
    }
    throw new ServiceError('BROWSER_SESSION_FAILED', 'Failed to create browser session.')
  }

  return {
    async work(request, call) {
      if (request.work.prompt !== undefined) assertModel()
      const { id } = await makeSession(request, call)
      const result = await sessions.work(id, request.work, call)
      return { row: await sessions.find(id, call), result }
    },
    async end(scrapeId, call) {
      const row = await latest(scrapeId, call)
      if (!row) throw noSession()
      return sessions.end(row.id, call)
    },
  }
}

const noSession = () => new ServiceError('NOT_FOUND', 'Browser session not found.')
