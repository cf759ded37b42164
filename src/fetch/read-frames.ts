import { ServiceError } from '#kernel/errors.ts'
import type { Page, PageRequest } from './page.ts'

/** A document fetched for a frame. */
interface FrameDocument {
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

type FrameDocuments = Readonly<Record<string, FrameDocument | null>>

interface Read {
  readonly warnings: readonly string[]
  readonly internal: { readonly missingFrames?: readonly string[] | undefined }
}

export interface FrameFetch {
  /** Undefined for a frame that must not be fetched. */
  readonly load: (url: string, signal: AbortSignal) => Promise<Page | undefined>
  readonly signal: AbortSignal
  /** When the page is needed, with or without its frames. */
  readonly deadlineAt?: Date | undefined
}

/** The document of a frame is cut at this length. */
const frameBytesMax = 1_000_000
/** Frames of a page that are fetched at the same time. */
const concurrencyMax = 5
/** Time for all frames of a page; at most half of what is left. */
const timeMsMax = 10_000

/**
 * Reads a page with the documents of its frames: fetches what `read` misses, and reads again. Frames that cannot be loaded are
 * left out with a warning. Throws the errors of `read`, or the reason of the signal.
 */
export async function readFrames<Content extends Read>(
  page: Page,
  read: (frames: FrameDocuments) => Promise<Content>,
  { load: loadFrame, signal, deadlineAt }: FrameFetch,
): Promise<Content> {
  const documents: Record<string, FrameDocument | null> = {}
  let late: AbortSignal | undefined
  let isWhole = true
  const load = async (url: string) => {
    const time = (late ??= AbortSignal.timeout(timeMsFor(deadlineAt)))
    const frame = await loadFrame(url, AbortSignal.any([signal, time])).catch((thrown: unknown) => {
      if (signal.aborted || !(time.aborted || thrown instanceof ServiceError)) throw thrown
      return 'failed' as const
    })
    if (frame === 'failed') isWhole = false
    documents[url] =
      frame && frame !== 'failed' && belongsToPage(page, frame) ? makeDocument(frame) : null
  }
  for (;;) {
    const content = await read(documents)
    const missing = [...(content.internal.missingFrames ?? [])]
    if (missing.length === 0)
      return isWhole ? content : { ...content, warnings: [...content.warnings, warning] }
    const loadNext = async () => {
      for (let url = missing.shift(); url !== undefined; url = missing.shift()) await load(url)
    }
    await Promise.all(Array.from({ length: concurrencyMax }, loadNext))
    signal.throwIfAborted()
  }
}

/** The request for the document of a frame: the options of its page, without those for a browser. */
export const frameRequest = (request: PageRequest, url: string): PageRequest => ({
  ...request,
  url,
  fastMode: true,
  bodyBytesMax: frameBytesMax,
  waitFor: 0,
  actions: undefined,
  screenshot: undefined,
  branding: undefined,
  profile: undefined,
  wantsFrames: undefined,
})

const timeMsFor = (deadlineAt: Date | undefined): number => {
  const leftMs = deadlineAt ? deadlineAt.getTime() - Date.now() : Infinity
  return Math.max(0, Math.min(Math.floor(leftMs / 2), timeMsMax))
}

/** As in a browser, a document of another origin is not readable, and one may refuse to be framed. */
const belongsToPage = (page: Page, { url, status, headers }: Page): boolean =>
  new URL(url).origin === new URL(page.url).origin &&
  status >= 200 &&
  status <= 299 &&
  !/^\s*deny/i.test(headers['x-frame-options'] ?? '') &&
  !/frame-ancestors\s+'none'/i.test(headers['content-security-policy'] ?? '')

const makeDocument = ({ headers, body }: Page): FrameDocument => ({
  contentType: headers['content-type'],
  body,
})

const warning = 'A frame of this page could not be loaded: content may be missing.'
