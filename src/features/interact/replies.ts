import type { z } from 'zod'
import type {
  BoundEndReply,
  BoundReply,
  CreateReply,
  EndReply,
  ExecuteReply,
  SessionReply,
  SessionsReply,
} from './contract.ts'
import type { SessionRow } from './session-rows.ts'
import type { WorkResult } from './work.ts'

/** URLs that give access to the browser of a session. */
export interface SessionUrls {
  readonly cdpUrl: string | null
  readonly liveViewUrl: string | null
  readonly interactiveLiveViewUrl: string | null
}

/** Makes the URLs of a session that has not ended. */
export type UrlsOf = (row: SessionRow) => SessionUrls

const noUrls: SessionUrls = { cdpUrl: null, liveViewUrl: null, interactiveLiveViewUrl: null }

const makeViews = (row: SessionRow, createUrls: UrlsOf): SessionUrls =>
  row.state === 'active' ? createUrls(row) : noUrls

/** The reply to a creation; `replayUrl` is where recordings are found. */
export function createReply(
  row: SessionRow,
  createUrls: UrlsOf,
  replayUrl: string,
): z.input<typeof CreateReply> {
  const playlist = row.isRecorded && { playlistUrl: `${replayUrl}/0` }
  return {
    success: true,
    id: row.id,
    ...makeViews(row, createUrls),
    expiresAt: formatExpiry(row),
    ...watchedLimits(row),
    ...playlist,
  }
}

const watchedLimits = ({ isWatched }: SessionRow) =>
  isWatched ? { watchedLimits: ['memory' as const] } : {}

const formatExpiry = ({ createdAt, ttlSeconds }: SessionRow) =>
  new Date(createdAt.getTime() + ttlSeconds * 1_000).toISOString()

export function sessionReply(row: SessionRow, createUrls: UrlsOf): z.input<typeof SessionReply> {
  const { id, state, error, creditsBilled } = row
  return {
    success: true,
    id,
    status: state,
    ...makeViews(row, createUrls),
    ...(state === 'active' && { expiresAt: formatExpiry(row) }),
    ...watchedLimits(row),
    ...makeDuration(row),
    ...(creditsBilled !== null && { creditsBilled }),
    ...(error !== null && { error }),
  }
}

export const sessionsReply = (
  rows: readonly SessionRow[],
  createUrls: UrlsOf,
): z.input<typeof SessionsReply> => ({
  success: true,
  sessions: rows.map((row) => ({
    id: row.id,
    status: row.state,
    ...listedViews(makeViews(row, createUrls)),
    streamWebView: row.streamWebView,
    createdAt: row.createdAt.toISOString(),
    lastActivity: row.lastActivityAt.toISOString(),
    ...(row.state === 'active' && { expiresAt: formatExpiry(row) }),
  })),
})

/** Public clients expect texts in lists. */
const listedViews = ({ cdpUrl, liveViewUrl, interactiveLiveViewUrl }: SessionUrls) => ({
  cdpUrl: cdpUrl ?? '',
  liveViewUrl: liveViewUrl ?? '',
  interactiveLiveViewUrl,
})

export const endReply = (row: SessionRow): z.input<typeof EndReply> => ({
  success: true,
  status: row.state,
  ...makeDuration(row),
  creditsBilled: row.creditsBilled ?? 0,
  ...(row.state === 'active' && { cleanupQueued: true }),
})

function makeDuration({ startedAt, endedAt }: SessionRow) {
  if (!endedAt) return {}
  return { sessionDurationMs: startedAt ? endedAt.getTime() - startedAt.getTime() : 0 }
}

/** A program that failed is a result, not a failure of the request. */
export function executeReply(execution: WorkResult): z.input<typeof ExecuteReply> {
  const { stdout, result, stderr, exitCode, killed, truncated, output } = execution
  const hasFailed = exitCode !== 0 || killed !== undefined
  const error = [killed, stderr.trim()].filter(Boolean).join('\n') || 'Execution failed'
  return {
    success: true,
    stdout,
    result,
    stderr,
    exitCode,
    killed: killed !== undefined,
    ...(truncated && { truncated }),
    ...(hasFailed && { error }),
    ...(output !== undefined && { output }),
  }
}

/** Here `success` says whether the program succeeded. */
export function boundReply(
  row: SessionRow,
  result: WorkResult,
  createUrls: UrlsOf,
): z.input<typeof BoundReply> {
  const reply = executeReply(result)
  return {
    ...reply,
    success: reply.exitCode === 0 && !reply.killed,
    sessionId: row.id,
    ...makeViews(row, createUrls),
  }
}

export function boundEndReply(row: SessionRow): z.input<typeof BoundEndReply> {
  const { status: _status, ...reply } = endReply(row)
  return reply
}
