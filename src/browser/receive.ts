import { ServiceError } from '#kernel/errors.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Received } from '#net/client.ts'
import type { Browsers, ContextSetting, OpenedPage } from './browsers.ts'
import type { DocumentResponse } from './document-response.ts'
import { readResponse } from './read-response.ts'
import { navigate } from './render.ts'
import type { RenderRequest } from './rendering.ts'
import { restrictDocuments } from './restrict-visits.ts'

/** A URL to request as a browser that navigates to it. */
export interface ReceiveRequest extends Pick<
  RenderRequest,
  | 'url'
  | 'headers'
  | 'mobile'
  | 'location'
  | 'skipTlsVerification'
  | 'mayVisit'
  | 'proxy'
  | 'route'
  | 'bodyBytesMax'
> {
  /** Truncates a larger body instead of refusing it. */
  readonly cutsBody: boolean
}

/**
 * Requests a URL and its redirects with the network stack of a browser, and renders nothing: no script runs and no other resource is
 * requested. Fails with the codes of docs/errors.md, or the reason of the signal.
 */
export type Receive = (request: ReceiveRequest, caller: Caller) => Promise<Received>

interface ReceiveDeps {
  readonly browsers: Pick<Browsers, 'withPage'>
  readonly contextSetting: (request: {
    readonly mobile: boolean
    readonly location: RenderRequest['location']
    readonly screenshot: undefined
  }) => ContextSetting
}

export function createReceive({ browsers, contextSetting }: ReceiveDeps): Receive {
  return async (request, caller) => {
    const { url, proxy, location, skipTlsVerification, headers, route } = request
    const context = contextSetting({ ...request, screenshot: undefined })
    const way = { proxy, country: location.country, host: new URL(url).host, route }
    const setting = { ...way, skipTlsVerification, headers, context }
    return await browsers.withPage(setting, caller, (opened) => receive(opened, request))
  }
}

/** Navigates, and takes the response instead of the page. */
async function receive(opened: OpenedPage, request: ReceiveRequest): Promise<Received> {
  const { requests, context } = opened
  const visits = await restrictDocuments(requests, request)
  const taken = Promise.withResolvers<Omit<Received, 'cookieNames'>>()
  let isTaken = false
  await requests.takeDocuments((response) => {
    if (isRedirect(response)) return undefined
    isTaken = true
    const reading = readResponse(response, request)
    taken.resolve(reading)
    return reading.then(() => undefined)
  })
  const navigation = navigate(opened, request.url).then((response) => {
    visits.assertNoneRefused()
    if (response === 'failed' && isTaken) return taken.promise
    throw new ServiceError('SCRAPE_SITE_ERROR')
  })
  const received = await Promise.race([taken.promise, navigation])
  const cookies = await context.cookies(received.url)
  return { ...received, cookieNames: cookies.map(({ name }) => name) }
}

const redirects = new Set([301, 302, 303, 307, 308])

const isRedirect = ({ status, headers }: DocumentResponse) =>
  redirects.has(status) && headers['location'] !== undefined
