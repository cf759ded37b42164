import type { Frame, Page, Request, Response } from 'playwright-core'
import type { OpenedPage } from './browsers.ts'
import { collectMedia, type SeenMedia } from './seen-media.ts'

/** A pending request that may affect content. */
export interface Pending {
  readonly request: Request
  readonly sinceMs: number
}

/** Observes the network activity of a page that may affect its content. */
export interface NetworkWatch {
  /** Pending requests, without decoration, reports and endless streams. */
  pending(): Pending[]
  /** When a relevant request last started or ended, as `performance.now()`. */
  readonly changedAtMs: number
  /** Number of open streaming connections. */
  readonly streams: number
  /** Number of navigations. */
  readonly navigations: number
  /** Response of the last main-frame navigation. */
  readonly document: Response | undefined
  /** Audio and video that the page has requested. */
  readonly media: () => readonly SeenMedia[]
}

/** Scripts, preceding style sheets and their requests can change the text; other requests cannot. */
const countedTypes = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch'])
const pictureTypes = new Set(['image', 'font'])

const streamType = /^(text\/event-stream|multipart\/x-mixed-replace|application\/grpc)/

/** Create it before the first navigation. `withPictures` includes images and fonts. */
export function watchNetwork(
  { page, guarded }: Pick<OpenedPage, 'page' | 'guarded'>,
  { withPictures }: { withPictures: boolean },
): NetworkWatch {
  const begun = new Map<Request, Pending>()
  const media = collectMedia()
  const watch = {
    changedAtMs: performance.now(),
    streams: 0,
    navigations: 0,
    document: undefined as Response | undefined,
    pending: () => [...begun.values()],
    media: () => media.list(),
  }
  const counts = (type: string) =>
    countedTypes.has(type) || (withPictures && pictureTypes.has(type))

  const began = (request: Request) => {
    media.began(request)
    const type = request.resourceType()
    if (type === 'eventsource') watch.streams += 1
    if (!counts(type)) return
    watch.changedAtMs = performance.now()
    begun.set(request, { request, sinceMs: watch.changedAtMs })
  }
  const ended = (request: Request) => {
    if (begun.delete(request)) watch.changedAtMs = performance.now()
  }
  const answered = (response: Response) => {
    media.answered(response)
    const request = response.request()
    if (isOfPageItself(request, page)) watch.document = response
    else if (streamType.test(response.headers()['content-type'] ?? '')) {
      watch.streams += 1
      ended(request)
    }
  }
  page.on('request', guarded(began))
  page.on('requestfinished', guarded(ended))
  page.on('requestfailed', guarded(ended))
  page.on('response', guarded(answered))
  page.on(
    'framenavigated',
    guarded((frame: Frame) => {
      if (frame === page.mainFrame()) watch.navigations += 1
    }),
  )
  page.on(
    'websocket',
    guarded(() => (watch.streams += 1)),
  )
  return watch
}

/** Whether a request is a navigation of the main frame. */
export function isOfPageItself(request: Request, page: Page): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame() === page.mainFrame()
  } catch {
    // The frame is not known yet; then it is not a subframe of the current page.
    return true
  }
}
