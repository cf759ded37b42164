import type { z } from 'zod'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { describeSent } from '#kernel/sent-request.ts'
import { createAdmitAccount, type AdmissionParts } from './admission.ts'
import { parseAnswer, type KeyEndpoint, type OperationInput, type Perform } from './endpoint.ts'
import { failureResponse, toKnownError } from './error-responses.ts'
import { checkRequest } from './invalid-request.ts'
import { refuseKeylessOptions } from './keyless-access.ts'
import type { LoadShedding } from './load-shedding.ts'
import { refuseNul } from './nul.ts'

interface PerformParts extends Pick<AdmissionParts, 'rateLimits' | 'credits' | 'keyless'> {
  readonly loadShedding: Pick<LoadShedding, 'enter'>
  readonly log: Log
}

/** Returns what performs operations for the caller of a request that contains several of them. */
export function createPerform(parts: PerformParts) {
  const { loadShedding, log } = parts
  const admitAccount = createAdmitAccount(parts)

  async function performOne(
    endpoint: KeyEndpoint,
    input: OperationInput,
    { baseUrl, ...caller }: Omit<Call, 'operationId' | 'signal'> & { readonly baseUrl: string },
  ): Promise<object> {
    await admitAccount(endpoint, caller.account, () => {})
    const checked = checkInput(endpoint, input)
    refuseKeylessOptions(caller.account, checked.body)
    const leave = loadShedding.enter()
    try {
      const sent = () => describeSent(endpoint.method, endpoint.path, input.body)
      const call = { ...caller, operationId: newId(), signal: input.signal, sent }
      return await parseAnswer(
        await endpoint.handle({ ...checked, file: undefined, call, baseUrl }),
      )
    } finally {
      leave()
    }
  }

  /** The error with the text that a request of its own would get. */
  function explained(thrown: unknown, endpoint: KeyEndpoint, requestId: string): ServiceError {
    const failure = toKnownError(thrown)
    const { code, details, retryAfterSeconds, facts, cause } = failure
    const fields = { requestId, route: endpoint.path, code, err: cause }
    if (code === 'UNKNOWN_ERROR') log.error(fields, 'unexpected failure')
    const { error } = failureResponse(failure, endpoint).body
    return new ServiceError(code, error, { details, retryAfterSeconds, facts })
  }

  return (call: Pick<Call, 'account' | 'requestId'>, baseUrl: string): Perform =>
    async function perform(endpoint, input) {
      try {
        return await performOne(endpoint, input, { ...call, baseUrl })
      } catch (thrown) {
        throw explained(thrown, endpoint, call.requestId)
      }
    }
}

function checkInput(endpoint: KeyEndpoint, { params, query, body }: OperationInput) {
  refuseNul(params)
  refuseNul(query)
  return {
    params: checked(endpoint.params, params ?? {}, 'params'),
    query: checked(endpoint.query, query ?? {}, 'querystring'),
    body: checked(endpoint.body?.schema, body, 'body'),
  }
}

function checked(schema: z.ZodType | undefined, data: unknown, where: string): unknown {
  if (!schema) return undefined
  const result = checkRequest(schema, data, where)
  if ('error' in result) throw result.error
  return result.value
}
