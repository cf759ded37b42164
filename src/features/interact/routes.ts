import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import {
  json,
  keyEndpoint,
  type Endpoint,
  type PublicEndpoint,
  type SocketEndpoint,
} from '#http/endpoint.ts'
import {
  codeTooLong,
  CreateReply,
  CreateRequest,
  EndReply,
  ExecuteReply,
  ExecuteRequest,
  SessionParams,
  SessionReply,
  SessionsQuery,
  SessionsReply,
} from './contract.ts'
import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Connections, TokenPurpose } from './connections.ts'
import {
  createReply,
  endReply,
  executeReply,
  sessionReply,
  sessionsReply,
  type UrlsOf,
} from './replies.ts'
import type { Recordings } from './recordings.ts'
import { replayRoutes } from './replay-routes.ts'
import type { Sessions } from './sessions.ts'
import { makeWork } from './work-of.ts'

const shared = {
  tag: 'Browser sessions',
  group: 'browser',
  bucket: 'interactExecute',
} as const

/** Every path exists twice: `/v2/browser` is the older name. */
export const interactRoutes = (parts: RouteParts): Endpoint[] => [
  ...collectionRoutes('/v2/interact', parts),
  ...sessionRoutes('/v2/interact', parts),
  ...collectionRoutes('/v2/browser', parts),
  ...sessionRoutes('/v2/browser', parts),
  ...replayRoutes('/v2/interact', parts),
  ...replayRoutes('/v2/browser', parts),
  ...devToolsRoutes('/v2/interact', parts),
  versionRoute('/v2/interact', parts),
  versionRoute('/v2/browser', parts),
  ...devToolsRoutes('/v2/browser', parts),
]

interface RouteParts {
  readonly sessions: Sessions
  readonly connections: Connections
  readonly recordings: Recordings
}

type Root = '/v2/interact' | '/v2/browser'

const writeNote = (root: Root) => (root === '/v2/browser' ? ' (older path)' : '')

/** Who may only look, or has no key, gets no URL that gives access to the browser. */
export const urlsFor = ({ isViewer = false, principal }: Account, urls: UrlsOf): UrlsOf =>
  isViewer || principal.kind === 'keyless'
    ? (row) => ({ ...urls(row), cdpUrl: null, interactiveLiveViewUrl: null })
    : urls

/** The tokens in the URLs are the permission. */
export const createUrls =
  (root: Root, connections: Connections, baseUrl: string): UrlsOf =>
  ({ id, streamWebView }) => {
    const liveUrl = (purpose: TokenPurpose) =>
      streamWebView ? `${baseUrl}/live/${id}/${connections.makeToken(id, purpose)}` : null
    const socketUrl = baseUrl.replace(/^http/, 'ws')
    return {
      cdpUrl: `${socketUrl}${root}/${id}/cdp?token=${connections.makeToken(id, 'cdp')}`,
      liveViewUrl: liveUrl('view'),
      interactiveLiveViewUrl: liveUrl('control'),
    }
  }

function collectionRoutes(root: Root, { sessions, connections }: RouteParts): Endpoint[] {
  const other = writeNote(root)
  return [
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: root,
      bucket: 'interact',
      creditsRequired: prices.browserMinute,
      summary: `Create a browser session${other}`,
      description: `Starts a browser with one page. It costs ${prices.browserMinute} credits per minute, at least one minute, charged when the session ends.`,
      body: json(CreateRequest),
      reply: json(CreateReply),
      errors: [
        'CONCURRENCY_LIMIT_REACHED',
        'BROWSER_SESSION_FAILED',
        'SERVICE_UNAVAILABLE',
        'CONFLICT',
        'SAFE_MODE_BLOCKED',
      ],
      handle: async ({ body, call, baseUrl }) => {
        const row = await sessions.create(body, call)
        const replayUrl = `${baseUrl}${root}/${row.id}/replay`
        return createReply(row, createUrls(root, connections, baseUrl), replayUrl)
      },
    }),
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: root,
      summary: `List browser sessions${other}`,
      query: SessionsQuery,
      reply: json(SessionsReply),
      handle: async ({ query, call, baseUrl }) =>
        sessionsReply(
          await sessions.list(query, call),
          urlsFor(call.account, createUrls(root, connections, baseUrl)),
        ),
    }),
  ]
}

function sessionRoutes(root: Root, { sessions, connections }: RouteParts): Endpoint[] {
  const other = writeNote(root)
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: `${root}/:id`,
      summary: `Get a browser session${other}`,
      params: SessionParams,
      reply: json(SessionReply),
      errors: ['NOT_FOUND'],
      handle: async ({ params, call, baseUrl }) =>
        sessionReply(
          await sessions.find(params.id, call),
          urlsFor(call.account, createUrls(root, connections, baseUrl)),
        ),
    }),
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: `${root}/:id/execute`,
      summary: `Run a program in a browser session${other}`,
      description:
        'Runs Node, Python or Bash code with access to the browser of the session, or lets the language model use it. A program that fails is a result.',
      params: SessionParams,
      body: json(ExecuteRequest),
      reply: json(ExecuteReply),
      errors: [
        'NOT_FOUND',
        'BROWSER_SESSION_DESTROYED',
        'BROWSER_SESSION_FAILED',
        'CONCURRENCY_LIMIT_REACHED',
        'SERVICE_UNAVAILABLE',
      ],
      refusals: [codeTooLong],
      handle: async ({ params, body, call }) =>
        executeReply(await sessions.work(params.id, makeWork(body), call)),
    }),
    keyEndpoint({
      ...shared,
      method: 'DELETE',
      path: `${root}/:id`,
      summary: `End a browser session${other}`,
      params: SessionParams,
      reply: json(EndReply),
      errors: ['NOT_FOUND'],
      handle: async ({ params, call }) => endReply(await sessions.end(params.id, call)),
    }),
  ]
}

/** The DevTools protocol over a WebSocket. Some clients drop the query, so the token is accepted in the path as well. */
function devToolsRoutes(root: Root, { connections }: RouteParts): SocketEndpoint[] {
  const shared = { access: 'token', method: 'GET', reply: { type: 'socket' } } as const
  return [
    {
      ...shared,
      path: `${root}/:id/cdp`,
      handle: ({ params: { id = '' }, query, closed }) =>
        connections.connect(id, query.get('token') ?? '', closed),
    },
    {
      ...shared,
      path: `${root}/:id/cdp/:token`,
      handle: ({ params: { id = '', token = '' }, closed }) =>
        connections.connect(id, token, closed),
    },
  ]
}

/** Clients that are given the URL of a browser instead of that of a WebSocket read this first. */
const versionRoute = (root: Root, { connections }: RouteParts): PublicEndpoint => ({
  access: 'public',
  method: 'GET',
  path: `${root}/:id/cdp/:token/json/version`,
  reply: json(BrowserVersion),
  async handle({ params: { id = '', token = '' }, baseUrl }) {
    if (!(await connections.isConnectable(id, token)))
      throw new ServiceError('NOT_FOUND', 'Browser session not found.')
    const url = `${baseUrl.replace(/^http/, 'ws')}${root}/${id}/cdp/${token}`
    return { Browser: 'Chrome', 'Protocol-Version': '1.3', webSocketDebuggerUrl: url }
  },
})

const BrowserVersion = z.object({
  Browser: z.string(),
  'Protocol-Version': z.string(),
  webSocketDebuggerUrl: z.string(),
})
