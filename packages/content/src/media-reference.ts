import type { ContentRequest } from './content.ts'
import { readEssence } from './bytes/content-kind.ts'

/** An audio or video file, or a stream, that a page names. */
export interface MediaReference {
  readonly url: string
  /** A file, or the manifest of a stream. */
  readonly form: 'file' | 'hls' | 'dash'
  /** Undefined when neither its type nor its name says so. */
  readonly kind: 'audio' | 'video' | undefined
}

/** By media type. */
const types: readonly (readonly [RegExp, Omit<MediaReference, 'url'>])[] = [
  [/^(application|audio)\/(vnd\.apple\.|x-)?mpegurl$/, { form: 'hls', kind: undefined }],
  [/^application\/dash\+xml$/, { form: 'dash', kind: undefined }],
  [/^video\//, { form: 'file', kind: 'video' }],
  [/^audio\//, { form: 'file', kind: 'audio' }],
]

/** By the ending of the path. */
const endings: readonly (readonly [RegExp, Omit<MediaReference, 'url'>])[] = [
  [/\.m3u8$/i, { form: 'hls', kind: undefined }],
  [/\.mpd$/i, { form: 'dash', kind: undefined }],
  [/\.(mp4|m4v|webm|mov|mkv|ogv|avi|mpe?g|3gp)$/i, { form: 'file', kind: 'video' }],
  [/\.(mp3|m4a|m4b|aac|oga|ogg|opus|wav|flac)$/i, { form: 'file', kind: 'audio' }],
]

/** What an address leads to, by its declared media type or else by its name; undefined when neither is known. */
export function mediaReference(url: string, type?: string): MediaReference | undefined {
  const essence = readEssence(type)
  const { pathname } = new URL(url)
  const [, found] =
    types.find(([pattern]) => pattern.test(essence)) ??
    endings.find(([pattern]) => pattern.test(pathname)) ??
    []
  return found && { url, ...found }
}

/** The page itself, when its URL leads to media instead of a page. */
export function mediaItself({
  url,
  contentType,
  body,
}: Pick<ContentRequest, 'url' | 'contentType' | 'body'>): MediaReference | undefined {
  const declared = readEssence(contentType)
  if (!isPage.test(declared)) {
    const named = mediaReference(url, declared)
    if (named) return named
  }
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 16)).toString(
    'latin1',
  )
  return start.startsWith('#EXTM3U') ? { url, form: 'hls', kind: undefined } : undefined
}

const isPage = /^(text\/html|application\/xhtml\+xml|application\/pdf|application\/json|image\/.*)$/
