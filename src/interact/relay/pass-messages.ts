import { z } from 'zod'
import { parseMessage, readRouting, writeRefusal, withRouting, type Routing } from './message.ts'
import { disown, notePage, orBroken, own, stopped, type State } from './relay-state.ts'

const Attached = z.object({ result: z.object({ sessionId: z.string() }) })
const SessionEvent = z.object({
  params: z.object({
    sessionId: z.string(),
    targetInfo: z.object({ targetId: z.string() }).optional(),
  }),
})
const OwnAnswer = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
})

/** Nothing waits any longer for a browser that has stopped. */
export function answerAll({ waiting, options }: State): void {
  for (const [number, asked] of waiting) {
    waiting.delete(number)
    if ('reject' in asked) asked.reject(new Error(stopped))
    else orBroken(options, () => asked.client.receiver.send(writeRefusal(asked, stopped)))
  }
}

/** Passes an answer or event of Chromium to the client it belongs to. Throws for what Chromium does not write. */
export function receive(state: State, message: Buffer): void {
  const routing = readRouting(message)
  if (!routing) return
  if (routing.id === undefined) passEvent(state, message, routing)
  else passAnswer(state, message, { ...routing, id: routing.id })
}

function passAnswer(
  state: State,
  message: Buffer,
  { rest, id: number }: Routing & { readonly id: number },
): void {
  const asked = state.waiting.get(number)
  if (!asked) return
  if ('resolve' in asked) {
    // What cannot be read is still waited for, and fails when the browser has ended.
    const { result, error } = OwnAnswer.parse(parseMessage(message))
    state.waiting.delete(number)
    if (error) asked.reject(new Error(error.message))
    else asked.resolve(result ?? {})
    return
  }
  state.waiting.delete(number)
  const { client, id, sessionId, method } = asked
  client.inFlight -= 1
  if (method === 'Target.attachToTarget' || method === 'Target.attachToBrowserTarget') {
    const attached = Attached.safeParse(parseMessage(message))
    if (attached.success) own(state, client, attached.data.result.sessionId)
  }
  if (method === 'Target.createTarget') notePage(state, method, parseMessage(message))
  client.receiver.send(withRouting(rest, { id, sessionId }))
}

function passEvent(state: State, message: Buffer, { method, sessionId, rest }: Routing): void {
  const client = state.owners.get(sessionId ?? '')
  if (!client) return
  const isAttached = method === 'Target.attachedToTarget'
  if (isAttached || method === 'Target.detachedFromTarget') {
    const parsed = SessionEvent.parse(parseMessage(message))
    const { sessionId: changed, targetInfo } = parsed.params
    if (isAttached) {
      own(state, client, changed)
      state.targets.set(changed, targetInfo?.targetId ?? '')
    } else disown(state, client, changed)
  }
  client.receiver.send(
    withRouting(rest, { sessionId: sessionId === client.root ? undefined : sessionId }),
  )
}
