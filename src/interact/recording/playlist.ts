import { segmentMsMax } from './cut-segments.ts'

/** A stored segment and the URLs of its files. */
export interface PlaylistSegment {
  readonly startMs: number
  readonly durationMs: number
  readonly initUrl: string
  readonly url: string
}

/** Returns the HLS playlist of one page (RFC 8216). While the session runs, players read it again. */
export function writePlaylist(segments: readonly PlaylistSegment[], isComplete: boolean): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${segmentMsMax / 1_000}`,
    `#EXT-X-PLAYLIST-TYPE:${isComplete ? 'VOD' : 'EVENT'}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ]
  let previous: PlaylistSegment | undefined
  for (const segment of segments) {
    const { startMs, durationMs, initUrl, url } = segment
    const isNext = !previous || previous.startMs + previous.durationMs === startMs
    if (!isNext || (previous && previous.initUrl !== initUrl)) lines.push('#EXT-X-DISCONTINUITY')
    if (previous?.initUrl !== initUrl) lines.push(`#EXT-X-MAP:URI="${initUrl}"`)
    lines.push(`#EXTINF:${(durationMs / 1_000).toFixed(3)},`, url)
    previous = segment
  }
  return [...lines, ...(isComplete ? ['#EXT-X-ENDLIST'] : []), ''].join('\n')
}
