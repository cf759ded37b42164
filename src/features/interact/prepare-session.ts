import type { OpenProfile, Profiles } from '#browser/profiles.ts'
import type { Replay } from '#pages/replay.ts'
import type { DrivenPage } from '#interact/drive.ts'
import { replayPage } from '#interact/replay.ts'
import type { BrowserSession } from '#interact/session.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'

/** What the browser of a new session starts with. */
export interface Preparation {
  /** Id of the session. */
  readonly id: string
  readonly ttl: number
  readonly profile?: { readonly name: string; readonly saveChanges: boolean } | undefined
  /** The scrape whose page it opens. */
  readonly bound?: { readonly scrapeId: string; readonly replay: Replay } | undefined
}

/** A preparation that has begun. Disposing it releases what no session has taken. */
export interface Preparing extends AsyncDisposable {
  readonly route: { readonly pool: 'basic' | 'enhanced'; readonly country?: string | undefined }
  /** Loads the profile and opens the page. Fails with `CONFLICT` when the page of the scrape does not open. */
  apply(session: BrowserSession): Promise<void>
}

/** Fails with `CONFLICT` if another session writes to the profile. */
export type PrepareSession = (preparation: Preparation, call: Call) => Promise<Preparing>

interface PrepareDeps {
  readonly profiles: Profiles
  readonly log: Log
}

const replayMsMax = 120_000
const saveMsMax = 20_000
/** A writer's lease outlives its session, which saves at its end. */
const leaseMarginMs = 60_000

export function createPrepareSession({ profiles, log }: PrepareDeps): PrepareSession {
  return async function prepare({ id, ttl, bound, ...asked }, { account: { teamId } }) {
    const wanted = asked.profile ?? bound?.replay.profile
    const writer = { id, leaseMs: ttl * 1_000 + leaseMarginMs }
    const profile = wanted && (await profiles.open({ teamId, ...wanted, writer }))
    let isTaken = false
    return {
      route: chooseRoute(bound?.replay),
      async apply(session) {
        if (!profile && !bound) return
        isTaken = true
        const release = () => profile && releaseLater(profile, log)
        if (session.gone.aborted) release()
        session.gone.addEventListener('abort', release)
        const driven = await session.drive()
        if (profile?.state) await driven.context.setStorageState(profile.state)
        if (bound) await open(bound.replay, driven, session.gone)
        if (profile) session.beforeEnd(() => save(profile, driven, log))
      },
      async [Symbol.asyncDispose]() {
        if (!isTaken) await profile?.[Symbol.asyncDispose]()
      },
    }
  }
}

function releaseLater(profile: OpenProfile, log: Log): void {
  const released = async () => profile[Symbol.asyncDispose]()
  released().catch((err: unknown) =>
    log.warn({ err }, 'browser profile not released; its lease will expire'),
  )
}

async function save(profile: OpenProfile, { context }: DrivenPage, log: Log): Promise<void> {
  const warnings = await profile.save(context, AbortSignal.timeout(saveMsMax))
  for (const warning of warnings) log.warn({ warning }, 'profile of a browser session not saved')
}

const chooseRoute = (replay: Replay | undefined) => ({
  pool: replay?.proxy ?? ('basic' as const),
  country: replay?.location.country,
})

async function open(
  { waitFor, actions = [], ...replay }: Replay,
  driven: DrivenPage,
  gone: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(replayMsMax)])
  try {
    await replayPage(driven, { ...replay, actions, waitMs: waitFor }, signal)
  } catch (cause) {
    throw notInitialised(cause)
  }
}

const reasonLengthMax = 300

function notInitialised(cause: unknown): ServiceError {
  const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\nCall log')
  return new ServiceError(
    'CONFLICT',
    `Failed to initialize browser session from the original scrape context. ${reason.slice(0, reasonLengthMax)}`,
    { cause },
  )
}
