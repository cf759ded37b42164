import type { KeyEndpoint } from '#http/endpoint.ts'
import type { FindOperation } from './feature.ts'
import { olderBody, olderOperation } from './older-operation.ts'

export const llmsTextOperations = (find: FindOperation): KeyEndpoint[] => [
  olderOperation(find('POST /v2/llmstxt'), { path: '/v1/llmstxt', body: olderBody({}) }),
  olderOperation(find('GET /v2/llmstxt/:id'), { path: '/v1/llmstxt/:id' }),
]
