import { readRetryAfter } from '#kernel/retry-after.ts'
import { NetError } from '#net/failure.ts'
import type { ApiAnswer, ApiRequest, CallApi } from '#net/api-client.ts'
import { ProviderFailure } from './providers/provider.ts'

/** One request to a provider. Throws `ProviderFailure` when it cannot be reached, or the reason of the signal. */
export async function callProvider(
  request: ApiRequest,
  { callApi, signal }: { readonly callApi: CallApi; readonly signal: AbortSignal },
): Promise<ApiAnswer> {
  try {
    return await callApi(request, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NetError) throw new ProviderFailure('failed', 'not reachable')
    throw error
  }
}

export const isSuccess = ({ status }: ApiAnswer) => status >= 200 && status <= 299

/** What the status of an answer says. */
export function failureOf({ status, headers }: ApiAnswer, now: Date): ProviderFailure {
  const waitMs = readRetryAfter(headers['retry-after'], { now, msMax: retryMsMax })
  if (status === 429) return new ProviderFailure('limited', 'rate limited', waitMs)
  if (status === 402) return new ProviderFailure('quota', 'its quota is used up', waitMs)
  if (status === 401 || status === 403) return new ProviderFailure('key', 'its key was refused')
  // What else was sent, such as the key, is the same for every query.
  const isOfQuery = [400, 413, 414, 422].includes(status)
  return new ProviderFailure(
    isOfQuery ? 'refused' : 'failed',
    `answered with status ${status}`,
    waitMs,
  )
}

const retryMsMax = 24 * 3_600_000
