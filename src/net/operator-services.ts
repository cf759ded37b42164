import { connect } from 'node:net'

const answerMsMax = 3_000

/**
 * Whether something accepts connections at an address. Bypasses the guard: only for addresses that the operator configured,
 * never for one that a caller chose.
 */
export async function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, signal: AbortSignal.timeout(answerMsMax) })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}

/** Returns status and JSON of a service of the operator; undefined if it does not respond. Bypasses the guard as well. */
export async function requestOperatorService(
  url: string,
): Promise<{ status: number; body: unknown } | undefined> {
  const { request } = await import('undici')
  try {
    const answer = await request(url, { signal: AbortSignal.timeout(answerMsMax) })
    return { status: answer.statusCode, body: await answer.body.json().catch(() => undefined) }
  } catch {
    return undefined
  }
}
