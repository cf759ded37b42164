import { z } from 'zod'
import { json, keyEndpoint, keyFileEndpoint, type Endpoint } from '#http/endpoint.ts'
import { writePlaylist } from '#interact/recording/playlist.ts'
import { ServiceError } from '#kernel/errors.ts'
import { ReplayReply, SessionParams } from './contract.ts'
import type { Recording, Recordings, SegmentRow } from './recordings.ts'
import type { SessionRow } from './session-rows.ts'
import type { Sessions } from './sessions.ts'

interface ReplayParts {
  readonly sessions: Pick<Sessions, 'find'>
  readonly recordings: Pick<Recordings, 'read'>
}

const shared = {
  tag: 'Browser sessions',
  group: 'browser',
  bucket: 'account',
  errors: ['NOT_FOUND'],
} as const

const playlistType = 'application/vnd.apple.mpegurl'

const pageShape = /^\d{1,4}$/
const PageParams = SessionParams.extend({
  pageId: z
    .string()
    .max(1_024)
    .meta({ description: 'Number of the page.', pattern: pageShape.source }),
})

/** The recording of a session as HLS. */
export function replayRoutes(
  root: '/v2/interact' | '/v2/browser',
  { sessions, recordings }: ReplayParts,
): Endpoint[] {
  const other = root === '/v2/browser' ? ' (older path)' : ''

  async function read(session: SessionRow): Promise<Recording> {
    const recording = session.isRecorded ? await recordings.read(session) : undefined
    if (!recording || recording.segments.length === 0) throw noReplay()
    return recording
  }

  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: `${root}/:id/replay`,
      summary: `List the recorded pages of a browser session${other}`,
      params: SessionParams,
      reply: json(ReplayReply),
      async handle({ params: { id }, call, baseUrl }) {
        const { segments } = await read(await sessions.find(id, call))
        const makeUrl = (page: number) => `${baseUrl}${root}/${id}/replay/${page}`
        const pages = [...Map.groupBy(segments, ({ page }) => page)].map(([page, parts]) => ({
          pageId: String(page),
          url: makeUrl(page),
          ...makeSpan(parts),
        }))
        return { success: true as const, pages, pageCount: pages.length, playlistUrl: makeUrl(0) }
      },
    }),
    keyFileEndpoint({
      ...shared,
      path: `${root}/:id/replay/:pageId`,
      summary: `Get the HLS playlist of a recorded page${other}`,
      description: 'The links of its segments are valid for 24 hours and need no key.',
      params: PageParams,
      reply: { type: 'file', mediaTypes: [playlistType] },
      async handle({ params: { id, pageId }, call, baseUrl }) {
        const session = await sessions.find(id, call)
        if (!pageShape.test(pageId)) throw new ServiceError('BAD_REQUEST', 'Invalid pageId.')
        const { segments, isComplete } = await read(session)
        const parts = segments.filter(({ page }) => page === Number(pageId))
        if (parts.length === 0) throw noReplay()
        const content = writePlaylist(
          parts.map(({ startMs, durationMs, initLink, link }) => ({
            startMs,
            durationMs,
            initUrl: `${baseUrl}${initLink}`,
            url: `${baseUrl}${link}`,
          })),
          isComplete,
        )
        return { content, contentType: playlistType }
      },
    }),
  ]
}

function makeSpan(parts: readonly SegmentRow[]) {
  const [first, last] = [parts.at(0), parts.at(-1)]
  return {
    pageUrl: last?.pageUrl ?? '',
    startTimeMs: first?.startMs ?? 0,
    endTimeMs: (last?.startMs ?? 0) + (last?.durationMs ?? 0),
  }
}

const noReplay = () => new ServiceError('NOT_FOUND', 'Replay not found.')
