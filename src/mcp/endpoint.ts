import { z } from 'zod'
import { json, type Endpoint, type ExchangeEndpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { findRequester } from '#kernel/principal.ts'
import type { Account } from '#kernel/account.ts'
import { createCancellations, type RequestId } from './cancellations.ts'
import type { ToolSession } from './server.ts'
import type { Configured } from './tool-list.ts'

interface McpParts extends Configured {
  /** Endpoints whose operations the tools perform. */
  readonly endpoints: readonly Endpoint[]
  readonly version: string
  readonly charactersMax: number
}

const messagesMax = 16
const sessionHeader = 'mcp-session-id'
const sessionIdShape = /^[\x21-\x7e]{1,128}$/
const acceptedStatus = 202

/**
 * `POST /mcp`: the Model Context Protocol over HTTP, in its versions with and without a session. With `keyInPath` also
 * `POST /:key/v2/mcp`, where the key is a part of the path.
 */
export function createMcpEndpoints(
  parts: McpParts & { readonly keyInPath: boolean },
): ExchangeEndpoint[] {
  const endpoint = createMcpEndpoint(parts)
  const { isKeyless: _isKeyless, ...keyed } = endpoint
  const inPath = { ...keyed, path: '/:key/v2/mcp', hasKeyInPath: true } as const
  return parts.keyInPath ? [endpoint, inPath] : [endpoint]
}

function createMcpEndpoint(parts: McpParts): ExchangeEndpoint {
  const { charactersMax } = parts
  let starting: ReturnType<typeof startServer> | undefined
  const cancellations = createCancellations()

  return {
    access: 'key',
    method: 'POST',
    path: '/mcp',
    group: null,
    bucket: 'status',
    creditsRequired: 0,
    isKeyless: true,
    body: json(z.unknown()),
    reply: { type: 'exchange' },
    async handle({ request, body, call, perform }) {
      assertFewMessages(body)
      const { tools, handler } = await (starting ??= startServer(parts))
      const caller = nameCaller(call.account, request.headers.get(sessionHeader))
      const cancelled = cancelledId(body)
      if (cancelled !== undefined) {
        cancellations.cancel(caller, cancelled)
        return new Response(null, { status: acceptedStatus })
      }
      const names = new URL(request.url).searchParams.get('tools')
      const session = {
        offered: tools.offeredTo(
          call.account,
          names === null ? undefined : new Set(names.split(',')),
        ),
        perform,
        findEndpoint: tools.findEndpoint,
        charactersMax,
        enter: (id: RequestId) => cancellations.enter(caller, id),
      }
      const authInfo = { token: '', clientId: call.account.teamId, scopes: [], extra: { session } }
      const response = await handler.fetch(request, { authInfo, parsedBody: body ?? null })
      if (readMethod(body) === 'initialize') response.headers.set(sessionHeader, newId())
      return response
    },
  }
}

/**
 * The server and the schemas of its tools, loaded and made for the first client: most services have none. One after the other, because what
 * is loaded together is one step of the main thread.
 */
async function startServer(parts: McpParts) {
  const { createMcpHandler } = await import('@modelcontextprotocol/server')
  const { createToolServer } = await import('./server.ts')
  const { createToolList } = await import('./tool-list.ts')
  // The protocol has no subscriptions that this server could serve.
  const handler = createMcpHandler(
    ({ authInfo, era }) => {
      const session = authInfo?.extra?.['session'] as Omit<ToolSession, 'endsByClosing'>
      return createToolServer({ ...session, endsByClosing: era === 'modern' }, parts.version)
    },
    { maxSubscriptions: 0 },
  )
  return { handler, tools: await createToolList(parts.endpoints, parts) }
}

const Message = z.object({
  method: z.string(),
  params: z.object({ requestId: z.union([z.string(), z.number()]).optional() }).optional(),
})

const readMethod = (body: unknown) => Message.safeParse(body).data?.method

/** The id of the request that a message cancels. */
function cancelledId(body: unknown): RequestId | undefined {
  const message = Message.safeParse(body).data
  return message?.method === 'notifications/cancelled' ? message.params?.requestId : undefined
}

/** Fails with `BAD_REQUEST` for long lists of messages, each of which is work. */
function assertFewMessages(body: unknown): void {
  if (!Array.isArray(body) || body.length <= messagesMax) return
  throw new ServiceError('BAD_REQUEST', `Send at most ${messagesMax} messages in one request.`)
}

/** Who may cancel a call: the same key or session of the console, in the same session of the protocol. */
function nameCaller({ teamId, principal }: Account, sessionId: string | null): string {
  const requester = findRequester(principal)
  const session = sessionId !== null && sessionIdShape.test(sessionId) ? sessionId : ''
  return JSON.stringify([teamId, requester?.kind, requester?.id, session])
}
