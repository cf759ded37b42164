import type { Feature } from '#features/feature.ts'
import { json, keyEndpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { AskReply, AskRequest, DocsSearchReply, DocsSearchRequest } from './contract.ts'

const shared = {
  method: 'POST',
  description: 'Needs a language model; none is available in this version.',
  tag: 'Support',
  group: null,
  bucket: 'account',
  creditsRequired: 0,
  errors: [],
} as const

/** Support endpoints: 503 while no language model is configured. */
export function createSupportFeature(): Feature {
  return {
    endpoints: [
      keyEndpoint({
        ...shared,
        path: '/v2/support/ask',
        summary: 'Ask about the service or a job',
        body: json(AskRequest),
        reply: json(AskReply),
        handle: refuse,
      }),
      keyEndpoint({
        ...shared,
        path: '/v2/support/docs-search',
        summary: 'Ask about the documentation',
        body: json(DocsSearchRequest),
        reply: json(DocsSearchReply),
        handle: refuse,
      }),
    ],
  }
}

async function refuse(): Promise<never> {
  const message = 'Questions need a language model. None is available in this version.'
  throw new ServiceError('SERVICE_UNAVAILABLE', message)
}
