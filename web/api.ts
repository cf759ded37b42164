import { hasEnded } from './ended.ts'
import { team } from './team.ts'
import { fill } from './words/fill.ts'
import * as words from './words/en/shell.ts'

/** A failure of the service, with the text that it sends. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly reason: string | undefined
  readonly retryAfterSeconds: number
  constructor(status: number, body: unknown, retryAfterSeconds = 0) {
    const { error, code, reason, details } = (body ?? {}) as {
      error?: string
      code?: string
      reason?: string
      details?: readonly { readonly message: string }[]
    }
    super(details?.[0]?.message ?? error ?? fill(words.failureStatus, { status }))
    this.status = status
    this.code = code
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly ms: number
  readonly bytes: number
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number
}

interface Request {
  readonly body?: unknown
  readonly form?: FormData
  readonly signal?: AbortSignal | undefined
  /** Instead of the team that is shown. */
  readonly asTeam?: string | undefined
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The cookie says who asks; the header says that a page of this service asks. */
export async function call(method: Method, url: string, request: Request = {}): Promise<Answer> {
  const { body, form, signal, asTeam = team.value } = request
  const started = performance.now()
  const response = await fetch(url, {
    method,
    headers: {
      'x-weir-console': '1',
      ...(asTeam !== undefined && { 'x-weir-team': asTeam }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(signal && { signal }),
  })
  if (response.status === 401 && !isEntry(url)) hasEnded.value = true
  const text = await response.text()
  return {
    status: response.status,
    body: parsed(text),
    ms: performance.now() - started,
    bytes: text.length,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number(response.headers.get('retry-after') ?? 0),
  }
}

/** Whether a request is made without a session, or to get one. */
const isEntry = (url: string) => /^\/console\/api\/(?:session|set-up|link)\b/.test(url)

/** Returns the body of a successful answer. Throws `ApiError` for every other one. */
export async function send<Body>(method: Method, url: string, body?: unknown): Promise<Body> {
  const answer = await call(method, url, { body })
  if (answer.status >= 400 || isRefusal(answer.body))
    throw new ApiError(answer.status, answer.body, answer.retryAfterSeconds)
  return answer.body as Body
}

export const get = <Body>(url: string) => send<Body>('GET', url)

const isRefusal = (body: unknown) =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The text of anything that was thrown. */
export const readMessage = (thrown: unknown): string =>
  thrown instanceof TypeError
    ? words.failureUnreachable
    : thrown instanceof Error
      ? thrown.message
      : words.failureUnknown
