import { parseForeignJson } from '#kernel/foreign-json.ts'
import { isObject, type JsonObject } from '#base/json-values.ts'
import type { ApiRequest, CallApi } from '#net/api-client.ts'
import { NetError } from '#net/failure.ts'
import { DataProviderError } from './provider.ts'

const answerMsMax = 30_000

/** Asks the API of a provider. Returns the object it answers; undefined for 404 and 204. Throws `DataProviderError`. */
export async function callDataProvider(
  callApi: CallApi,
  request: ApiRequest,
  stopped: AbortSignal,
): Promise<JsonObject | undefined> {
  const late = AbortSignal.timeout(answerMsMax)
  try {
    const { status, body } = await callApi(request, AbortSignal.any([stopped, late]))
    if (status === 404 || status === 204 || status === 410) return undefined
    if (status < 200 || status > 299) throw new DataProviderError(`answered ${status}`)
    return objectIn(body)
  } catch (error) {
    stopped.throwIfAborted()
    if (late.aborted) throw new DataProviderError('took longer than 30 seconds')
    if (error instanceof NetError) throw new DataProviderError('could not be reached')
    throw error
  }
}

function objectIn(body: string): JsonObject {
  try {
    const value: unknown = parseForeignJson(body)
    if (isObject(value)) return value
  } catch {
    throw new DataProviderError('answered with something that is not JSON')
  }
  throw new DataProviderError('answered with something that is not a JSON object')
}
