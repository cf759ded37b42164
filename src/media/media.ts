import type { MediaReference } from '#content/media-reference.ts'
import type { Caller } from '#kernel/caller.ts'

export type MediaKind = 'audio' | 'video'

/** How the site is reached. */
export interface MediaRoute {
  readonly proxy: 'basic' | 'enhanced'
  readonly country?: string | undefined
  readonly skipTlsVerification: boolean
}

/** The audio or the video of a page. */
export interface WantedMedia {
  readonly kind: MediaKind
  /** Final URL. */
  readonly pageUrl: string
  /** What the page names, the most certain first. */
  readonly references: readonly MediaReference[]
  readonly route: MediaRoute
}

/** A file that exists until it is disposed of. */
export interface MadeMedia extends AsyncDisposable {
  readonly path: string
  readonly byteLength: number
  readonly contentType: 'audio/mpeg' | 'video/mp4' | 'video/webm'
}

/**
 * Fetches the audio of a page as MP3, or its video as MP4 or WebM. Fails with `SCRAPE_AUDIO_UNSUPPORTED_URL` or
 * `SCRAPE_VIDEO_UNSUPPORTED_URL`, whose text names a program that is missing, with `SCRAPE_MEDIA_ACCESS_DENIED`, with
 * `SERVICE_UNAVAILABLE` when too many files of the team are waiting, or with the signal's reason.
 */
export type FetchMedia = (wanted: WantedMedia, caller: Caller) => Promise<MadeMedia>
