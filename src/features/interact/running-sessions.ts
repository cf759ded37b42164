import { setTimeout as sleep } from 'node:timers/promises'
import type { Recorder } from '#interact/recording/recorder.ts'
import type { BrowserSession } from '#interact/session.ts'
import type { Log } from '#kernel/log.ts'
import type { SessionEnding } from './end-session.ts'
import type { SessionStore } from './session-store.ts'

interface KeptSession {
  /** Released when its browser has ended. */
  readonly slot: Disposable
  /** Seconds after which the session ends. */
  readonly ttl: number
  /** Seconds without use after which it ends. */
  readonly activityTtl: number
  readonly hasLiveView: boolean
  readonly recorder: Recorder | undefined
}

/** A session and its activity ttl. */
export interface Running {
  readonly session: BrowserSession
  /** Starts the activity ttl again. */
  readonly touch: () => void
  readonly hasLiveView: boolean
  readonly recorder: Recorder | undefined
  readonly slot: Disposable
  /** Open live views. */
  viewers: number
}

/** The sessions whose browsers this process runs. */
export interface RunningSessions extends AsyncDisposable {
  get(id: string): Running | undefined
  /** Keeps a session until one of its times is up, its browser stops, or its lease is lost; then ends and charges it. */
  keep(id: string, session: BrowserSession, kept: KeptSession): void
  /** Ends the browser, if this process runs it, then ends and charges the session. */
  finish(id: string, ending: SessionEnding): Promise<void>
}

const renewEveryMs = 4_000
/** Time for the last segments of recordings when the service stops. */
const recordMsMax = 5_000

export function createRunningSessions({
  store,
  log,
}: {
  readonly store: Pick<SessionStore, 'renew' | 'end'>
  readonly log: Log
}): RunningSessions {
  const running = new Map<string, Running>()
  const recordings = createFinishing(log)
  let renewing: NodeJS.Timeout | undefined

  async function finish(id: string, ending: SessionEnding): Promise<void> {
    const { session, recorder, slot } = running.get(id) ?? {}
    running.delete(id)
    if (running.size === 0) clearInterval(renewing)
    await session?.end().catch((err: unknown) => log.error({ err }, 'browser session not ended'))
    slot?.[Symbol.dispose]()
    // What is recorded is encoded after the session.
    if (recorder) recordings.finish(recorder)
    await store.end(id, ending)
  }

  const finishLater = (id: string, ending: SessionEnding) =>
    void finish(id, ending).catch((err: unknown) =>
      log.warn({ err }, 'end of a browser session not stored; its lease will expire'),
    )

  const notRenewed = (err: unknown) => log.warn({ err }, 'browser sessions not renewed')

  /** Ends sessions that another process has ended, and those that are to end. */
  async function renew(): Promise<void> {
    const ids = [...running.keys()]
    const kept = new Map((await store.renew(ids)).map(({ id, isEnding }) => [id, isEnding]))
    for (const id of ids) {
      if (kept.get(id) !== false) finishLater(id, { state: 'destroyed' })
    }
  }

  return {
    finish,
    get: (id) => running.get(id),
    keep(id, session, kept) {
      const { hasLiveView, recorder, slot } = kept
      const timers = startTimers(session, kept, () => finishLater(id, { state: 'destroyed' }))
      running.set(id, { session, hasLiveView, recorder, slot, touch: timers.touch, viewers: 0 })
      const stopped = () => {
        timers.stop()
        const { reason } = session.gone
        const error = reason instanceof Error ? reason.message : String(reason)
        if (running.has(id)) finishLater(id, { state: 'error', error })
      }
      if (session.gone.aborted) stopped()
      session.gone.addEventListener('abort', stopped)
      if (running.size > 1) return
      clearInterval(renewing)
      renewing = setInterval(() => void renew().catch(notRenewed), renewEveryMs)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.keys()].map((id) => finish(id, { state: 'destroyed' })))
      await recordings.finished()
    },
  }
}

/** Recordings whose last segments are being stored. */
function createFinishing(log: Log) {
  const finishing = new Set<Promise<void>>()
  return {
    finish(recorder: Recorder): void {
      const storing = recorder
        .finish()
        .catch((err: unknown) => log.warn({ err }, 'browser session not recorded to its end'))
        .finally(() => finishing.delete(storing))
      finishing.add(storing)
    },
    async finished(): Promise<void> {
      await Promise.race([Promise.all(finishing), sleep(recordMsMax, undefined, { ref: false })])
    },
  }
}

/** A program that runs counts as use. */
function startTimers(session: BrowserSession, { ttl, activityTtl }: KeptSession, end: () => void) {
  const whole = setTimeout(end, ttl * 1_000)
  const idle = setTimeout(() => {
    if (session.programs > 0) idle.refresh()
    else end()
  }, activityTtl * 1_000)
  return {
    touch: () => void idle.refresh(),
    stop() {
      clearTimeout(whole)
      clearTimeout(idle)
    },
  }
}
