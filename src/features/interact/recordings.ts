import { setTimeout as sleep } from 'node:timers/promises'
import type { Encoder } from '#interact/recording/encoder.ts'
import { startRecorder, type Recorder, type Segment } from '#interact/recording/recorder.ts'
import type { Cast } from '#interact/view/cast.ts'
import type { Log } from '#kernel/log.ts'
import type { Database } from '#storage/database.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import type { SessionRow } from './session-rows.ts'

/** A stored segment. */
export interface SegmentRow {
  readonly page: number
  readonly pageUrl: string
  readonly startMs: number
  readonly durationMs: number
  readonly initLink: string
  readonly link: string
}

export interface Recording {
  readonly segments: readonly SegmentRow[]
  /** Whether the session has ended and everything is stored. */
  readonly isComplete: boolean
}

/** Recordings of browser sessions, kept for a day. */
export interface Recordings {
  /** Records a session until `finish`. */
  start(session: { readonly id: string; readonly teamId: string }, cast: Cast): Recorder
  /** The recording of a session. Waits a moment for the last segment of one that has just ended. */
  read(session: SessionRow): Promise<Recording>
}

interface RecordingsDeps {
  readonly database: Database
  readonly files: Pick<SignedFiles, 'keep'>
  readonly encoder: Encoder
  readonly log: Log
}

const contentType = 'video/mp4'
/** Longer than the last segments of a session need. A process that was killed stores nothing more. */
const finishMsMax = 15_000
const lookEveryMs = 200
/** Segments of a session with many pages. */
const segmentsMax = 20_000

export function createRecordings({ database, files, encoder, log }: RecordingsDeps): Recordings {
  async function isStored({ id }: SessionRow): Promise<boolean> {
    const found = await database.query(
      'select from browser_sessions where id = $1 and recorded_at is not null',
      [id],
    )
    return found.length > 0
  }

  async function untilStored(session: SessionRow, until: number): Promise<void> {
    while (performance.now() < until && !(await isStored(session))) await sleep(lookEveryMs)
  }

  const onFailure = (err: unknown) => log.warn({ err }, 'segment of a browser session not recorded')

  return {
    start({ id, teamId }, cast) {
      const keepFile = (bytes: Buffer) => files.keep({ teamId, bytes, contentType })
      const inits = new Map<string, Promise<string>>()
      const linkInit = (init: Buffer) => {
        const key = init.toString('base64')
        const link = inits.get(key) ?? keepFile(init)
        inits.set(key, link)
        return link
      }
      const store = async ({ init, media, ...segment }: Segment) => {
        const { page, pageUrl, startMs, durationMs } = segment
        await database.query(
          `insert into browser_segments (session_id, page, page_url, start_ms, duration_ms, init_link, link)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [id, page, pageUrl, startMs, durationMs, await linkInit(init), await keepFile(media)],
        )
      }
      const recorder = startRecorder({ cast, encoder, store, onFailure })
      return {
        async finish() {
          await recorder.finish()
          await database.query('update browser_sessions set recorded_at = now() where id = $1', [
            id,
          ])
        },
      }
    },
    async read(session) {
      const { id, state, endedAt, now } = session
      const hasEnded = state !== 'active'
      const elapsedMs = endedAt ? now.getTime() - endedAt.getTime() : 0
      const until = performance.now() + finishMsMax - elapsedMs
      if (hasEnded) await untilStored(session, until)
      const segments = await database.query<SegmentRow>(
        `select page, page_url as "pageUrl", start_ms as "startMs", duration_ms as "durationMs",
           init_link as "initLink", link
         from browser_segments where session_id = $1 order by page, start_ms limit $2`,
        [id, segmentsMax],
      )
      return { segments, isComplete: hasEnded }
    },
  }
}
