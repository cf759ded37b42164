import { ServiceError } from '#kernel/errors.ts'
import type { MediaKind } from './media.ts'
import type { ProgramEnd } from './run-program.ts'

/** The page has nothing of the kind, or nothing that this installation can make of it. */
export const unsupported = (kind: MediaKind, reason: string) =>
  new ServiceError(
    kind === 'audio' ? 'SCRAPE_AUDIO_UNSUPPORTED_URL' : 'SCRAPE_VIDEO_UNSUPPORTED_URL',
    reason,
  )

/** The site does not let everyone have it. */
export const denied = (reason: string) => new ServiceError('SCRAPE_MEDIA_ACCESS_DENIED', reason)

const refusals = new Set([401, 402, 403, 451])

export const ofStatus = (status: number, kind: MediaKind) =>
  refusals.has(status)
    ? denied(`The site refuses to hand out the ${kind} of this page: HTTP ${status}.`)
    : unsupported(kind, `The ${kind} of this page could not be fetched: HTTP ${status}.`)

/** Whether another reference of the page may still lead to something. */
export const isAboutOneFile = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof ServiceError &&
  (thrown.code === 'SCRAPE_MEDIA_ACCESS_DENIED' ||
    thrown.code === 'SCRAPE_AUDIO_UNSUPPORTED_URL' ||
    thrown.code === 'SCRAPE_VIDEO_UNSUPPORTED_URL')

export const tooLarge = (kind: MediaKind) =>
  unsupported(kind, `The ${kind} of this page is larger than WEIR_MEDIA_BYTES_MAX allows.`)

/** Fails unless a program has done its work. Its output may contain addresses, so that it is not repeated. */
export function assertDone({ outcome, complaint }: ProgramEnd, kind: MediaKind): void {
  if (outcome === 'done') return
  if (outcome === 'too large') throw tooLarge(kind)
  if (outcome === 'no box') throw unsupported(kind, noBox)
  if (/\b40[13]\b|\b451\b|Forbidden|Unauthorized|DRM/.test(complaint)) {
    throw denied(`The site refuses to hand out the ${kind} of this page.`)
  }
  throw unsupported(kind, `The ${kind} of this page could not be fetched or converted.`)
}

const noBox =
  'ffmpeg and yt-dlp run only in a box without a network, and this server cannot make one. Ask the operator to run "weir doctor" on it.'
