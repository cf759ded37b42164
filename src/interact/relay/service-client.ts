import { z } from 'zod'
import { parseMessage } from './message.ts'
import type { Relay } from './relay.ts'

/** A client of the relay for the service itself. Its commands are judged like those of tenants. */
export interface ServiceClient {
  /** Sends a command. Fails with the text of Chromium or of the judge, and when the browser stops. */
  ask(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>
}

/** An event of the protocol. */
export interface ProtocolEvent {
  readonly method: string
  readonly params: unknown
  readonly sessionId?: string | undefined
}

const Message = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
})

const answerMsMax = 30_000

/** Joins the relay. `onEvent` receives the events of the client's sessions. Fails when the browser is gone. */
export async function joinAsService(
  relay: Relay,
  onEvent: (event: ProtocolEvent) => void,
): Promise<ServiceClient> {
  const waiting = new Map<number, (message: z.output<typeof Message>) => void>()
  let last = 0
  const send = (text: string | Buffer) => {
    const message = Message.safeParse(parseMessage(text)).data
    if (!message) return
    const { id, method, params, sessionId } = message
    if (id !== undefined) waiting.get(id)?.(message)
    else if (method !== undefined) onEvent({ method, params, sessionId })
  }
  const client = await relay.join({ send }, 'service')
  return {
    ask: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = ++last
        const late = setTimeout(() => {
          waiting.delete(id)
          reject(new Error(`${method} was not answered.`))
        }, answerMsMax)
        waiting.set(id, ({ result, error }) => {
          clearTimeout(late)
          waiting.delete(id)
          if (error) reject(new Error(error.message))
          else resolve(result ?? {})
        })
        client.take(JSON.stringify({ id, method, params, sessionId }))
      }),
  }
}
