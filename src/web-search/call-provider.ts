import { readRetryAfter } from '#kernel/retry-after.ts'
import { NetError } from '#net/failure.ts'
import type { ApiAnswer, ApiRequest, CallApi } from '#net/api-client.ts'
import { SearchProviderError } from './providers/provider.ts'

/** One request to a provider. Throws `SearchProviderError` when it cannot be reached, or the reason of the signal. */
export async function callSearchProvider(
  request: ApiRequest,
  { callApi, signal }: { readonly callApi: CallApi; readonly signal: AbortSignal },
): Promise<ApiAnswer> {
  try {
    return await callApi(request, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NetError) throw new SearchProviderError('failed', 'not reachable')
    throw error
  }
}

export const isSuccess = ({ status }: ApiAnswer) => status >= 200 && status <= 299

/** What the status of an answer says. */
export function makeFailure({ status, headers }: ApiAnswer, now: Date): SearchProviderError {
  const waitMs = readRetryAfter(headers['retry-after'], { now, msMax: retryMsMax })
  if (status === 429) return new SearchProviderError('limited', 'rate limited', waitMs)
  if (status === 402) return new SearchProviderError('quota', 'its quota is used up', waitMs)
  if (status === 401 || status === 403) return new SearchProviderError('key', 'its key was refused')
  // What else was sent, such as the key, is the same for every query.
  const isOfQuery = [400, 413, 414, 422].includes(status)
  return new SearchProviderError(
    isOfQuery ? 'refused' : 'failed',
    `answered with status ${status}`,
    waitMs,
  )
}

const retryMsMax = 24 * 3_600_000
