import type { Cast } from '#interact/view/cast.ts'
import { createCutter, type Cutter, type RawSegment } from './cut-segments.ts'
import type { Encoder } from './encoder.ts'
import { initSegment, mediaSegment } from './fragments.ts'

/** A part of a recording that can be played once its initialisation segment has been read. */
export interface Segment {
  /** Zero-based number of the page, in the order of their first pictures. */
  readonly page: number
  /** URL of the page at the end of the segment. */
  readonly pageUrl: string
  /** Milliseconds since the recording began. */
  readonly startMs: number
  readonly durationMs: number
  readonly init: Buffer
  readonly media: Buffer
}

export interface Recorder {
  /** Ends the recording. Resolves when the last segment is stored. */
  finish(): Promise<void>
}

interface RecorderOptions {
  readonly cast: Cast
  readonly encoder: Pick<Encoder, 'encode'>
  /** Stores a segment. */
  readonly store: (segment: Segment) => Promise<void>
  /** A segment was not stored; the recording goes on. */
  readonly onFailure: (error: unknown) => void
}

const pagesMax = 20
const recordingBytesMax = 200 * 1_024 ** 2

interface RecordedPage extends Cutter {
  readonly number: number
  url: string
}

/** Records all pages of a session, in segments that are encoded and stored while it runs. */
export function startRecorder(options: RecorderOptions): Recorder {
  const { cast, onFailure } = options
  const beganAt = Date.now()
  const pages = new Map<string, RecordedPage>()
  const storing = new Set<Promise<void>>()
  let storedBytes = 0

  function keep(page: RecordedPage, raw: RawSegment): void {
    if (storedBytes > recordingBytesMax) return
    const keeping = storeSegment(page, raw, options)
      .then((bytes) => void (storedBytes += bytes), onFailure)
      .finally(() => storing.delete(keeping))
    storing.add(keeping)
  }

  function findPage(id: string): RecordedPage | undefined {
    const known = pages.get(id)
    if (known || pages.size >= pagesMax) return known
    const cutter = createCutter((raw) => keep(page, raw))
    const page: RecordedPage = { ...cutter, number: pages.size, url: '' }
    pages.set(id, page)
    return page
  }

  const watching = cast.watch({
    ofAllPages: true,
    onFrame: ({ pageId, jpeg, width, height }) =>
      findPage(pageId)?.take({ jpeg, width, height, atMs: Date.now() - beganAt }),
    onPages({ pages: open }) {
      const urls = new Map(open.map(({ id, url }) => [id, url]))
      for (const [id, page] of pages) {
        const url = urls.get(id)
        if (url === undefined) page.end(Date.now() - beganAt)
        else page.url = url
      }
    },
  })
  return {
    async finish() {
      watching[Symbol.dispose]()
      for (const page of pages.values()) page.end(Date.now() - beganAt)
      await Promise.all(storing)
    },
  }
}

/** Encodes and stores a segment. Returns its length; 0 if the encoder is too busy or does not exist. */
async function storeSegment(
  { number, url: pageUrl }: RecordedPage,
  { startMs, endMs, ...pictures }: RawSegment,
  { encoder, store }: RecorderOptions,
): Promise<number> {
  const encoded = await encoder.encode(pictures)
  if (!encoded) return 0
  const samples = encoded.samples.map(({ bytes, isKey, atMs }, index, all) => {
    const nextMs = Math.round(all[index + 1]?.atMs ?? endMs)
    return { bytes, isKey, durationMs: Math.max(1, nextMs - Math.round(atMs)) }
  })
  const init = initSegment(encoded.track)
  const media = mediaSegment(samples, { startMs, sequence: 1 })
  await store({ page: number, pageUrl, startMs, durationMs: endMs - startMs, init, media })
  return media.length
}
