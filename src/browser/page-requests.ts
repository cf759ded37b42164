import type { CDPSession, Page } from 'playwright-core'
import type { Ticket } from '#net/filtering-proxy/admission.ts'
import type { PageFaults } from './page-faults.ts'

/** A request of a page, held back until it is decided about. */
export interface HeldRequest {
  /** As the page wrote it, which may be no URL. */
  readonly url: string
  /** Of the DevTools protocol: `Document`, `Script` and so on. */
  readonly resourceType: string
  readonly frameId: string
  readonly headers: Readonly<Record<string, string>>
}

interface Header {
  readonly name: string
  readonly value: string
}

/** What becomes of a request: it is not sent, sent with these headers or, when undefined, sent as it is. */
type Verdict = 'blocked' | { readonly headers: Header[] } | undefined
type Judge = (request: HeldRequest) => Verdict

interface Pattern {
  readonly urlPattern?: string
  readonly resourceType?: 'Document'
}

/**
 * The requests of one page, before they are sent. A page has one such session: of several, many builds of Chromium
 * ask only the last for the credentials of a proxy.
 */
export interface PageRequests {
  /** Asks about all requests that fit the pattern. A judge that throws fails the page, and nothing is sent. */
  hold(pattern: Pattern, judge: Judge): Promise<void>
}

export async function watchRequests(
  page: Page,
  { ticket, guarded }: Pick<PageFaults, 'guarded'> & { readonly ticket?: Ticket },
): Promise<PageRequests> {
  const session = await page.context().newCDPSession(page)
  const handleAuthRequests = ticket?.username !== undefined
  // Credentials are only asked for on behalf of requests that are held.
  const patterns: Pattern[] = handleAuthRequests ? [{ urlPattern: '*' }] : []
  const judges: Judge[] = []
  const enable = () => session.send('Fetch.enable', { patterns, handleAuthRequests })

  session.on(
    'Fetch.requestPaused',
    guarded(({ requestId, request, resourceType, frameId }) => {
      const { url, headers } = request
      const verdict = verdictOf(judges, { url, headers, resourceType, frameId })
      // The page may be gone by now, and the request with it.
      settle(session, requestId, verdict).catch(() => {})
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
    async hold(pattern, judge) {
      patterns.push(pattern)
      judges.push(judge)
      await enable()
    },
  }
}

/** The only proxy there is, is ours; what sites ask for is left unanswered. */
function answerTo(source: string | undefined, ticket: Ticket | undefined) {
  const { username, password } = ticket ?? {}
  if (source !== 'Proxy' || username === undefined || password === undefined) {
    return { response: 'Default' } as const
  }
  return { response: 'ProvideCredentials', username, password } as const
}

/** A request that is blocked stays so; of several headers, the last to be given are sent. */
function verdictOf(judges: readonly Judge[], held: HeldRequest): Verdict {
  let verdict: Verdict
  for (const judge of judges) {
    const own = judge(held)
    if (own === 'blocked') return own
    verdict = own ?? verdict
  }
  return verdict
}

const settle = (session: CDPSession, requestId: string, verdict: Verdict) =>
  verdict === 'blocked'
    ? session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    : session.send('Fetch.continueRequest', { requestId, ...verdict })
