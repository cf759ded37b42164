import type { IncomingMessage } from 'node:http'
import { oneTurn } from '#kernel/event-loop.ts'

/**
 * Whether the client has closed its connection already, when its request has just been read. The end of a connection is read in the
 * turn of the event loop after that. Without this, clients that give up waiting for a busy service would cost it as much work as those that still wait.
 */
export async function isGone(request: IncomingMessage): Promise<boolean> {
  await oneTurn()
  return request.destroyed || request.socket.destroyed
}
