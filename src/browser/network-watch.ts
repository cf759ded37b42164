import type { Frame, Page, Request, Response } from 'playwright-core'
import type { OpenedPage } from './browsers.ts'
import { collectMedia, type SeenMedia } from './seen-media.ts'

/** A pending request that may affect content. */
export interface Pending {
  readonly request: Request
  readonly sinceMs: number
  /** Whether the page has received the same resource many times before: it polls. */
  readonly isPolling: boolean
}

/** Observes the network activity of a page that may affect its content. */
export interface NetworkWatch {
  /** Pending requests, without decoration, reports and endless streams. */
  pending(): Pending[]
  /** When a relevant request last started or ended, as `performance.now()`. */
  readonly changedAtMs: number
  /** The same without polling. */
  readonly progressedAtMs: number
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

/** A resource that was received this often is polled. */
const receivedMin = 8
const receivedUrlsMax = 1_000

/** The requests of a page that are counted, and when they began and ended. */
function createActivity() {
  const begun = new Map<Request, Pending>()
  const received = new Map<string, number>()
  const countTimes = (request: Request) => received.get(request.url()) ?? 0
  const times = { changedAtMs: performance.now(), progressedAtMs: performance.now() }
  const changed = (isPolling: boolean) => {
    times.changedAtMs = performance.now()
    if (!isPolling) times.progressedAtMs = times.changedAtMs
  }
  return {
    times,
    pending: () => [...begun.values()],
    begin(request: Request): void {
      const isPolling = request.method() === 'GET' && countTimes(request) >= receivedMin
      changed(isPolling)
      begun.set(request, { request, sinceMs: times.changedAtMs, isPolling })
    },
    end(request: Request): void {
      const pending = begun.get(request)
      if (!pending) return
      begun.delete(request)
      if (received.size < receivedUrlsMax || countTimes(request) > 0)
        received.set(request.url(), countTimes(request) + 1)
      changed(pending.isPolling)
    },
  }
}

/** Create it before the first navigation. `withPictures` includes images and fonts. */
export function watchNetwork(
  { page, guarded }: Pick<OpenedPage, 'page' | 'guarded'>,
  { withPictures }: { withPictures: boolean },
): NetworkWatch {
  const activity = createActivity()
  const media = collectMedia()
  const watch = {
    streams: 0,
    navigations: 0,
    document: undefined as Response | undefined,
    pending: activity.pending,
    media: () => media.list(),
    get changedAtMs() {
      return activity.times.changedAtMs
    },
    get progressedAtMs() {
      return activity.times.progressedAtMs
    },
  }
  const counts = (type: string) =>
    countedTypes.has(type) || (withPictures && pictureTypes.has(type))

  const began = (request: Request) => {
    media.began(request)
    const type = request.resourceType()
    if (type === 'eventsource') watch.streams += 1
    if (counts(type)) activity.begin(request)
  }
  const answered = (response: Response) => {
    media.answered(response)
    const request = response.request()
    if (isOfPageItself(request, page)) watch.document = response
    else if (streamType.test(response.headers()['content-type'] ?? '')) {
      watch.streams += 1
      activity.end(request)
    }
  }
  page.on('request', guarded(began))
  page.on(
    'requestfinished',
    guarded((request: Request) => activity.end(request)),
  )
  page.on(
    'requestfailed',
    guarded((request: Request) => activity.end(request)),
  )
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
