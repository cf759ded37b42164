import type { Frame, Page, Request, Response } from 'playwright-core'
import type { OpenedPage } from './browsers.ts'

/** Something the page has asked for and that may bring content. */
export interface Pending {
  readonly request: Request
  readonly sinceMs: number
}

/** What a page gets over the network, as far as it matters for its content. */
export interface NetworkWatch {
  /** What is on its way, without what only decorates, reports or never ends. */
  pending(): Pending[]
  /** When something that counts last began or ended, on the clock of `performance.now()`. */
  readonly changedAtMs: number
  /** Connections that bring messages as they come. */
  readonly streams: number
  /** How often the page has gone anywhere. */
  readonly navigations: number
  /** The answer to the last navigation of the page itself. */
  readonly document: Response | undefined
}

/** A script, a style sheet before it and what they ask for can change the text; the rest cannot. */
const countedTypes = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch'])
const pictureTypes = new Set(['image', 'font'])

const streamType = /^(text\/event-stream|multipart\/x-mixed-replace|application\/grpc)/

/** To be made before the page goes anywhere. `withPictures` counts images and fonts too. */
export function watchNetwork(
  { page, guarded }: Pick<OpenedPage, 'page' | 'guarded'>,
  { withPictures }: { withPictures: boolean },
): NetworkWatch {
  const begun = new Map<Request, Pending>()
  const watch = {
    changedAtMs: performance.now(),
    streams: 0,
    navigations: 0,
    document: undefined as Response | undefined,
    pending: () => [...begun.values()],
  }
  const counts = (type: string) =>
    countedTypes.has(type) || (withPictures && pictureTypes.has(type))

  const began = (request: Request) => {
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

/** True for the page's own navigations, not for those of its frames. */
export function isOfPageItself(request: Request, page: Page): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame() === page.mainFrame()
  } catch {
    // The browser has not said yet which frame it is for; then it is no frame of a page that is there.
    return true
  }
}
