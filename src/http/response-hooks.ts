import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toNetwork } from './client-address.ts'
import type { Closing } from './closing.ts'
import { onceFinished } from './observe.ts'
import { bytesOfBody, endWhenStalled, type UnreadResponses } from './unread-responses.ts'

interface ResponseParts {
  readonly unread: UnreadResponses
  readonly closing: Pick<Closing, 'isClosing'>
  readonly times: { readonly stalledMsMax: number }
}

/** Reading costs nothing, so that it can be refused when its result is known. */
export const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Bounds what responses take until their clients have read them. */
export function addResponseHooks(
  app: FastifyInstance,
  { unread, closing, times }: ResponseParts,
): void {
  app.addHook('preHandler', async (request) => {
    const access = request.routeOptions.config.endpoint?.access
    const isWork = access === 'key' || access === 'console'
    if (isWork && !readMethods.has(request.method)) unread.assertRoom(nameHolder(request))
  })
  app.addHook('onSend', async (request, reply, body) => {
    // Without this a client that keeps its connection open delays the stop until its keep-alive runs out.
    if (closing.isClosing()) reply.header('connection', 'close')
    holdUntilRead(unread, { request, reply, body })
    const { socket } = request.raw
    // Requests injected by tests have no real socket.
    if ('setTimeout' in socket) endWhenStalled(reply.raw, socket, times.stalledMsMax)
  })
}

/** Whose share a response takes. */
const nameHolder = ({ account, ip }: FastifyRequest) => account?.teamId ?? toNetwork(ip)

interface Sent {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly body: unknown
}

function holdUntilRead(unread: UnreadResponses, { request, reply, body }: Sent): void {
  const bytes = bytesOfBody(body)
  const holder = nameHolder(request)
  try {
    if (readMethods.has(request.method)) unread.assertRoom(holder, bytes)
  } catch (thrown) {
    if (body instanceof Readable) body.destroy()
    throw thrown
  }
  const held = unread.hold(holder, bytes)
  onceFinished(reply.raw, () => held[Symbol.dispose]())
}
