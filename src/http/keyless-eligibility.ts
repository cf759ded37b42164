import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import type { KeylessAccess } from './admission.ts'
import { toNetwork } from './client-address.ts'
import { json, type PublicEndpoint } from './endpoint.ts'
import { createProxiedAddress } from './keyless-proxy.ts'

const Eligibility = z.object({
  eligible: z.boolean(),
  reason: z.string().optional(),
  retryAfterSeconds: z.int().optional(),
})

/** `GET /v2/keyless/eligibility`: whether an address may send requests without a key, for a hosted MCP server. */
export function eligibilityEndpoint(keyless: KeylessAccess): PublicEndpoint {
  const proxiedAddress = createProxiedAddress(keyless.proxySecret)
  return {
    access: 'public',
    method: 'GET',
    path: '/v2/keyless/eligibility',
    reply: json(Eligibility),
    async handle({ findHeader }) {
      const address = proxiedAddress(findHeader)
      if (address === undefined) throw new ServiceError('UNAUTHORIZED')
      return keyless.eligibility(toNetwork(address))
    },
  }
}
