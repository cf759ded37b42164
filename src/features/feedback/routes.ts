import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { Feedback, FeedbackParams, FeedbackReply, SearchFeedback } from './contract.ts'
import type { RateResult } from './feedback.ts'

const invalidBody = { error: 'Invalid request body', facts: { feedbackErrorCode: 'INVALID_BODY' } }
const shared = { tag: 'Feedback', bucket: 'account', creditsRequired: 0, invalidBody } as const

export function feedbackRoutes({ rate }: { readonly rate: RateResult }): Endpoint[] {
  return [
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: '/v2/search/:jobId/feedback',
      summary: 'Rate a search',
      description: 'The first rating of a search gives a credit back.',
      operationId: 'rateSearch',
      group: 'search',
      params: FeedbackParams,
      body: json(SearchFeedback),
      reply: json(FeedbackReply),
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: ({ params: { jobId }, body, call }) =>
        rate({ endpoint: 'search', jobId, rating: body.rating, body }, call),
    }),
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: '/v2/feedback',
      summary: 'Rate a result',
      description: 'The first rating of an operation gives a credit back.',
      operationId: 'rate',
      group: null,
      body: json(Feedback),
      reply: json(FeedbackReply),
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: ({ body, call }) => rate({ ...body, body }, call),
    }),
  ]
}
