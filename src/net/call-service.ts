/** A running service and a key for it. */
export interface RunningService {
  readonly url: string
  readonly key: string
}

export interface ServiceAnswer {
  readonly status: number
  /** JSON. */
  readonly body: object
}

/** Longer than the longest operation, a program of 300 seconds in a browser session. */
const answerMsMax = 330_000

/**
 * Sends one request to a service that the user of the command line has named. It is trusted, so that no guard applies. Rejects if it
 * does not respond, or not with JSON.
 */
export async function callService(
  { url, key }: RunningService,
  {
    method,
    path,
    body,
  }: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly path: string
    readonly body?: object
  },
): Promise<ServiceAnswer> {
  const { request } = await import('undici')
  const answer = await request(new URL(path, url), {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    headersTimeout: answerMsMax,
    signal: AbortSignal.timeout(answerMsMax),
  })
  return { status: answer.statusCode, body: (await answer.body.json()) as object }
}
