import type { CDPSession, Page } from 'playwright-core'
import type { Ticket } from '#net/filtering-proxy/admission.ts'
import type { PageFaults } from './page-faults.ts'
import { toDocumentResponse, type DocumentResponse, type Paused } from './document-response.ts'

/** An intercepted request of a page. */
export interface InterceptedRequest {
  /** As written by the page; possibly not a valid URL. */
  readonly url: string
  /** Resource type of the DevTools protocol: `Document`, `Script` and so on. */
  readonly resourceType: string
  readonly frameId: string
  readonly headers: Readonly<Record<string, string>>
}

interface Header {
  readonly name: string
  readonly value: string
}

/**
 * Decision about a request: blocked, aborted (a navigation then leaves the page as it is), sent with these headers or, if undefined,
 * sent unchanged.
 */
type Verdict = 'blocked' | 'aborted' | { readonly headers: Header[] } | undefined
type Judge = (request: InterceptedRequest) => Verdict

interface Pattern {
  readonly urlPattern?: string
  readonly resourceType?: 'Document'
  readonly requestStage?: 'Response'
}

/** What the browser gets in place of a response. */
interface Replacement {
  readonly body: Uint8Array
  readonly contentType: string
}

/** Returns the reading of a response that the browser is not to get, which may end with another; undefined for one that it gets. */
type Take = (response: DocumentResponse) => Promise<Replacement | undefined> | undefined

/**
 * Intercepts the requests of one page. A page has only one such session, because many builds of Chromium ask only the last of
 * several for proxy credentials.
 */
export interface PageRequests {
  /** Calls `judge` for all requests that match the pattern. If it throws, the page fails and nothing is sent. */
  intercept(pattern: Omit<Pattern, 'requestStage'>, judge: Judge): Promise<void>
  /** Calls `take` for the responses of documents before the browser reads them. A response that is taken and not replaced ends its navigation. */
  takeDocuments(take: Take): Promise<void>
}

export async function watchRequests(
  page: Page,
  { ticket, guarded }: Pick<PageFaults, 'guarded'> & { readonly ticket?: Ticket },
): Promise<PageRequests> {
  const session = await page.context().newCDPSession(page)
  const handleAuthRequests = ticket?.username !== undefined
  // Credentials are requested only for intercepted requests.
  const patterns: Pattern[] = handleAuthRequests ? [{ urlPattern: '*' }] : []
  const judges: Judge[] = []
  const takers: Take[] = []
  const enable = () => session.send('Fetch.enable', { patterns, handleAuthRequests })

  session.on(
    'Fetch.requestPaused',
    guarded((paused) => {
      const { requestId, request, resourceType, frameId } = paused
      const { url, headers } = request
      const response = toDocumentResponse(session, paused)
      if (response !== undefined) {
        const reading = response === 'failed' ? undefined : takers[0]?.(response)
        const proceed = reading
          ? // Errors of reading are handled by the caller of `takeDocuments`.
            reading.catch(() => undefined).then((other) => replace(session, paused, other))
          : respond(session, requestId, undefined)
        proceed.catch(() => {})
        return
      }
      const verdict = judgeRequest(judges, { url, headers, resourceType, frameId })
      // The page may be closed by now.
      respond(session, requestId, verdict).catch(() => {})
    }),
  )
  session.on(
    'Fetch.authRequired',
    guarded(({ requestId, authChallenge }) => {
      const authChallengeResponse = answerTo(authChallenge.source, ticket)
      session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
    }),
  )
  if (handleAuthRequests) await enable()
  return {
    async intercept(pattern, judge) {
      patterns.push(pattern)
      judges.push(judge)
      await enable()
    },
    async takeDocuments(take) {
      patterns.push({ urlPattern: '*', resourceType: 'Document', requestStage: 'Response' })
      takers.push(take)
      await enable()
    },
  }
}

/** Responds to authentication requests of our proxy; those of sites are not answered. */
function answerTo(source: string | undefined, ticket: Ticket | undefined) {
  const { username, password } = ticket ?? {}
  if (source !== 'Proxy' || username === undefined || password === undefined) {
    return { response: 'Default' } as const
  }
  return { response: 'ProvideCredentials', username, password } as const
}

/** A blocked request stays blocked; of several header lists, the last one is sent. */
function judgeRequest(judges: readonly Judge[], intercepted: InterceptedRequest): Verdict {
  let verdict: Verdict
  for (const judge of judges) {
    const own = judge(intercepted)
    if (own === 'blocked' || own === 'aborted') return own
    verdict = own ?? verdict
  }
  return verdict
}

const respond = (session: CDPSession, requestId: string, verdict: Verdict) =>
  verdict === 'blocked' || verdict === 'aborted'
    ? session.send('Fetch.failRequest', { requestId, errorReason: errorReasons[verdict] })
    : session.send('Fetch.continueRequest', { requestId, ...verdict })

function replace(
  session: CDPSession,
  { requestId, responseStatusCode = 200, responseHeaders = [] }: Paused,
  other: Replacement | undefined,
) {
  if (!other) return respond(session, requestId, 'aborted')
  const kept = responseHeaders.filter(({ name }) => !describesBody.test(name))
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode,
    responseHeaders: [...kept, { name: 'content-type', value: other.contentType }],
    body: Buffer.from(other.body).toString('base64'),
  })
}

/** Cookies have been set by the response itself. */
const describesBody = /^(content-(encoding|length|type)|transfer-encoding|set-cookie)$/i

const errorReasons = { blocked: 'BlockedByClient', aborted: 'Aborted' } as const
