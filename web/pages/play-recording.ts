import { get, readMessage } from '../api.ts'
import * as words from '../words/en/session.ts'

/** A segment of a playlist; its place in seconds. */
interface Segment {
  readonly start: number
  readonly end: number
  readonly init: string
  readonly url: string
}

const type = 'video/mp4; codecs="avc1.42001f"'
const aheadSeconds = 30
/** Segments that are kept in memory. */
const keptMax = 30

/** Phones have it under another name. */
const Source = (globalThis as { ManagedMediaSource?: typeof MediaSource }).ManagedMediaSource
const kind = () => (typeof MediaSource === 'undefined' ? Source : MediaSource)

export const canPlay = () => kind()?.isTypeSupported(type) ?? false

/** Plays a recording, segment by segment as it is needed. Returns what stops it. */
export function play(
  video: HTMLVideoElement,
  playlistUrl: string,
  onFailure: (text: string) => void,
): () => void {
  const MediaSourceKind = kind()
  if (!MediaSourceKind) return () => {}
  const stopping = new AbortController()
  const source = new MediaSourceKind()
  const url = URL.createObjectURL(source)
  video.disableRemotePlayback = true
  video.src = url
  const work = async () => {
    const segments = splitSegments(await get<string>(playlistUrl))
    if (source.readyState !== 'open') await nextEvent(source, ['sourceopen'], stopping.signal)
    source.duration = segments.at(-1)?.end ?? 0
    const buffer = source.addSourceBuffer(type)
    await feed({ video, source, buffer, segments }, stopping.signal)
  }
  work().catch((thrown: unknown) => {
    if (!stopping.signal.aborted) onFailure(readMessage(thrown))
  })
  return () => {
    stopping.abort()
    URL.revokeObjectURL(url)
  }
}

/** Reads a playlist. Segments follow each other without gaps, also where nothing was recorded. */
function splitSegments(playlist: string): Segment[] {
  const segments: Segment[] = []
  let [init, start, seconds] = ['', 0, 0]
  for (const line of playlist.split('\n')) {
    if (line.startsWith('#EXT-X-MAP:')) init = line.split('"')[1] ?? ''
    else if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8))
    else if (line !== '' && !line.startsWith('#')) {
      segments.push({ start, end: start + seconds, init, url: line })
      start += seconds
    }
  }
  return segments
}

interface Playing {
  readonly video: HTMLVideoElement
  readonly source: MediaSource
  readonly buffer: SourceBuffer
  readonly segments: readonly Segment[]
}

async function feed(
  { video, source, buffer, segments }: Playing,
  signal: AbortSignal,
): Promise<void> {
  const inits = new Map<string, ArrayBuffer>()
  const kept: Segment[] = []
  let init = ''
  const change = async (begin: () => void) => {
    const done = nextEvent(buffer, ['updateend'], signal)
    begin()
    await done
  }
  const isNeeded = (segment: Segment) =>
    segment.end > video.currentTime &&
    segment.start < video.currentTime + aheadSeconds &&
    !kept.includes(segment)
  // Segments are put where the playlist says, whatever their own times are.
  buffer.mode = 'sequence'
  for (;;) {
    const segment = segments.find(isNeeded)
    if (!segment) {
      await nextEvent(video, ['timeupdate', 'seeking'], signal)
      continue
    }
    if (segment.init !== init) {
      const bytes = inits.get(segment.init) ?? (await load(segment.init, signal))
      inits.set(segment.init, bytes)
      await change(() => buffer.appendBuffer(bytes))
      init = segment.init
    }
    const bytes = await load(segment.url, signal)
    buffer.timestampOffset = segment.start
    await change(() => buffer.appendBuffer(bytes))
    kept.push(segment)
    const old = kept.length > keptMax ? kept.shift() : undefined
    if (old) await change(() => buffer.remove(old.start, old.end))
    if (segment === segments.at(-1)) source.endOfStream()
  }
}

/** The links of files are those of the service, whose address may be another one here. */
async function load(link: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const { pathname, search } = new URL(link)
  const response = await fetch(pathname + search, { signal })
  if (!response.ok) throw new Error(words.recordingIncomplete)
  return response.arrayBuffer()
}

/** Resolves with the first of the events; fails with an error of the target, and when the player is stopped. */
async function nextEvent(
  target: EventTarget,
  names: readonly string[],
  stopped: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const listening = new AbortController()
  const { signal } = listening
  for (const name of names) target.addEventListener(name, () => resolve(), { signal })
  const failed = () => reject(new Error(words.recordingBroken))
  target.addEventListener('error', failed, { signal })
  stopped.addEventListener('abort', failed, { signal })
  if (stopped.aborted) failed()
  await promise.finally(() => listening.abort())
}
