import { z } from 'zod'
import type { FetchedUrl, FetchOutcome } from '#kernel/fetch-activity.ts'
import { createMemory } from '#kernel/memory.ts'
import type { Relay } from './relay/relay.ts'
import { joinAsService, type ProtocolEvent, type ServiceClient } from './relay/service-client.ts'

const Attached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string() }),
})
const Detached = z.object({ sessionId: z.string() })
const Sent = z.object({
  requestId: z.string(),
  loaderId: z.string(),
  frameId: z.string(),
  request: z.object({ url: z.string() }),
  redirectResponse: z.unknown().optional(),
})
const Answered = z.object({
  requestId: z.string(),
  response: z.object({
    status: z.int(),
    fromDiskCache: z.boolean().optional(),
    fromServiceWorker: z.boolean().optional(),
  }),
})
const Failed = z.object({
  requestId: z.string(),
  errorText: z.string(),
  canceled: z.boolean().optional(),
})

type Visit = Pick<FetchedUrl, 'url' | 'startedAt'>

const openMax = 1_000

/**
 * Calls `onVisit` for each page that a browser requests, for any client: the URL that was asked for, and the final status. Frames and
 * what else belongs to a page are not visits, and neither are pages from the cache of the browser.
 */
export async function watchVisits(
  relay: Relay,
  onVisit: (visit: FetchedUrl) => void,
): Promise<void> {
  /** Target ids by protocol session. */
  const pages = new Map<string, string>()
  /** Requests without a response, by their ids. */
  const open = createMemory<Visit>({ sizeMax: openMax })

  function end(requestId: string, outcome: FetchOutcome | undefined): void {
    const visit = open.get(requestId)
    open.delete(requestId)
    if (visit && outcome) onVisit({ ...visit, completedAt: new Date(), outcome })
  }

  const handlers: Readonly<Record<string, (event: ProtocolEvent) => void>> = {
    'Target.attachedToTarget': reading(Attached, ({ sessionId, targetInfo }) => {
      pages.set(sessionId, targetInfo.targetId)
      // The page may be closed by now.
      watchPage(client, sessionId).catch(() => {})
    }),
    'Target.detachedFromTarget': reading(Detached, ({ sessionId }) => void pages.delete(sessionId)),
    'Network.requestWillBeSent': reading(Sent, (sent, session) => {
      const { requestId, loaderId, frameId, request, redirectResponse } = sent
      const isNavigation = requestId === loaderId && frameId === pages.get(session)
      if (!isNavigation || redirectResponse !== undefined || !/^https?:/i.test(request.url)) return
      open.set(requestId, { url: request.url, startedAt: new Date() })
    }),
    'Network.responseReceived': reading(Answered, ({ requestId, response }) => {
      const isCopy = response.fromDiskCache === true || response.fromServiceWorker === true
      end(requestId, isCopy ? undefined : { httpStatus: response.status })
    }),
    'Network.loadingFailed': reading(Failed, ({ requestId, errorText, canceled = false }) =>
      end(requestId, canceled ? cancelled : { code: 'SCRAPE_SITE_ERROR', message: errorText }),
    ),
  }
  const client = await joinAsService(relay, (event) => handlers[event.method]?.(event))
  // Pages wait until they are watched, so that no first request is missed.
  const options = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }
  await client.ask('Target.setAutoAttach', { ...options, filter: [{ type: 'page' }] })
}

/** Events that cannot be read are ignored. */
const reading =
  <Params>(schema: z.ZodType<Params>, take: (params: Params, sessionId: string) => void) =>
  ({ params, sessionId = '' }: ProtocolEvent): void => {
    const { data } = schema.safeParse(params)
    if (data !== undefined) take(data, sessionId)
  }

const cancelled = { code: 'SCRAPE_JOB_CANCELLED', message: 'The navigation was cancelled.' }

async function watchPage(client: ServiceClient, sessionId: string): Promise<void> {
  // The bodies of responses are not kept for this client.
  const buffers = { maxTotalBufferSize: 1, maxResourceBufferSize: 1 }
  await client.ask('Network.enable', buffers, sessionId)
  await client.ask('Runtime.runIfWaitingForDebugger', {}, sessionId)
}
