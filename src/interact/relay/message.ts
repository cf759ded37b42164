import { exceededSize } from '#kernel/json-size.ts'

/** Parts of a message of Chromium that route it. The rest is passed on without being parsed, however large it is. */
export interface Routing {
  /** Number of the answered command; undefined for events. */
  readonly id: number | undefined
  readonly method: string | undefined
  readonly sessionId: string | undefined
  /** The message without number and session: from a comma or the first member on, to the last member. */
  readonly rest: Buffer
}

const headBytesMax = 200
const tailBytesMax = 60
const answer = /^\{"id":(\d+),/
const event = /^\{"method":"([A-Za-z.]+)",/
/** Only a member of the message itself is followed by its one closing bracket, and texts cannot contain unescaped quotes. */
const session = /,"sessionId":"([0-9A-F]{1,40})"\}$/

/** Reads the parts of a message; undefined for one of another form, which Chromium does not send. */
export function readRouting(message: Buffer): Routing | undefined {
  const head = message.toString('latin1', 0, headBytesMax)
  const tail = message.toString('latin1', Math.max(0, message.length - tailBytesMax))
  const answered = answer.exec(head)
  const happened = answered ? undefined : event.exec(head)
  if (!answered && !happened) return undefined
  const named = session.exec(tail)
  const from = answered ? answered[0].length : 1
  const to = message.length - (named ? named[0].length : 1)
  return {
    id: answered ? Number(answered[1]) : undefined,
    method: happened?.[1],
    sessionId: named?.[1],
    rest: message.subarray(from, to),
  }
}

/** Makes the message that a client receives. It is not made a text, however large it is. */
export function withRouting(
  rest: Buffer,
  { id, sessionId }: { readonly id?: number | undefined; readonly sessionId?: string | undefined },
): Buffer {
  const first = id === undefined ? '' : `"id":${id},`
  const last = sessionId === undefined ? '' : `,"sessionId":${JSON.stringify(sessionId)}`
  return Buffer.concat([Buffer.from(`{${first}`), rest, Buffer.from(`${last}}`)])
}

/** Makes the answer to a command that is not sent to Chromium. */
export const writeRefusal = (
  { id, sessionId }: { readonly id: number; readonly sessionId?: string | undefined },
  message: string,
): string => JSON.stringify({ id, sessionId, error: { code: -32_000, message } })

/** Longer messages are measured before they are parsed. */
const shortBytesMax = 256 * 1_024
const parsedBytesMax = 16 * 1_024 ** 2
const parsedSizesMax = { depth: 300, members: 200_000, values: 500_000 }

/**
 * Parses a message for the service itself, in one step, which must be short. A page can make large messages: such an answer becomes an
 * error, and such an event is undefined.
 */
export function parseMessage(message: string | Buffer): object | undefined {
  if (message.length <= shortBytesMax) return JSON.parse(message.toString()) as object
  const bytes = typeof message === 'string' ? Buffer.from(message) : message
  const isSmall = bytes.length <= parsedBytesMax && !exceededSize(bytes, parsedSizesMax)
  if (isSmall) return JSON.parse(message.toString()) as object
  const { id, sessionId } = readRouting(bytes) ?? {}
  if (id === undefined) return undefined
  const error = { code: -32_000, message: 'The answer is too large.' }
  return { id, ...(sessionId !== undefined && { sessionId }), error }
}
