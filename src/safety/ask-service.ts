import { parseForeignJson } from '#kernel/foreign-json.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { z } from 'zod'

/** A `fetch` that reaches the configured origin alone. */
export type CallService = (input: URL, init: RequestInit) => Promise<Response>

/** A service of the operator that gives a second opinion. */
export interface ExternalCheck {
  /** Base URL. */
  readonly url: string
  readonly call: CallService
  /** The setting that names it, for errors. */
  readonly setting: string
}

const answerMsMax = 30_000

/**
 * Sends JSON and reads the JSON of the answer. Fails with `SERVICE_UNAVAILABLE`, naming the setting, when the service does not
 * answer as it should, or with the reason of the signal.
 */
export async function askService<Schema extends z.ZodType>(
  { url, call, setting }: ExternalCheck,
  { path, body, answer }: { readonly path: string; readonly body: object; readonly answer: Schema },
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  try {
    const response = await call(new URL(path, `${url.replace(/\/$/, '')}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]),
    })
    if (!response.ok) throw new Error(`It answered ${response.status}.`)
    return answer.parse(parseForeignJson(await response.text()))
  } catch (cause) {
    signal.throwIfAborted()
    const message = `The service of ${setting} did not answer as it should, so the page was not returned. Try again, or ask the operator.`
    // The cause may quote the page.
    const reason = cause instanceof Error ? cause.name : 'unknown'
    throw new ServiceError('SERVICE_UNAVAILABLE', message, { cause: new Error(reason) })
  }
}

/** The parts of a text between line breaks where possible, each at most `lengthMax` characters, with their offsets. */
export function* splitWindows(
  text: string,
  lengthMax: number,
): Generator<{ readonly text: string; readonly start: number }> {
  for (let start = 0; start < text.length;) {
    const limit = start + lengthMax
    const line = limit < text.length ? text.lastIndexOf('\n', limit) : limit
    const end = line > start + lengthMax / 2 ? line + 1 : limit
    yield { text: text.slice(start, end), start }
    start = end
  }
}
