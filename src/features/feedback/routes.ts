import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Feedback, FeedbackParams, FeedbackReply, findLack, SearchFeedback } from './contract.ts'
import type { KeepFeedback, RateResult } from './feedback.ts'

const invalidBody = { error: 'Invalid request body', facts: { feedbackErrorCode: 'INVALID_BODY' } }
const shared = { tag: 'Feedback', bucket: 'account', creditsRequired: 0, invalidBody } as const

export function feedbackRoutes({
  rate,
  keep,
}: {
  readonly rate: RateResult
  readonly keep: KeepFeedback
}): Endpoint[] {
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
      async handle({ params: { jobId }, body, call }) {
        const lack = findLack(body)
        if (lack !== undefined) {
          const { facts } = invalidBody
          throw new ServiceError('BAD_REQUEST', `Feedback must be substantive: ${lack}`, { facts })
        }
        return rate({ endpoint: 'search', jobId, rating: body.rating, body }, call)
      },
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
      errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMIT_EXCEEDED'],
      handle: ({ body, call }) =>
        body.endpoint === 'alexandria' ? keep(body, call) : rate({ ...body, body }, call),
    }),
  ]
}
