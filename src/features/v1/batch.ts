import type { KeyEndpoint } from '#http/endpoint.ts'
import type { FindOperation } from './feature.ts'
import { toOlderStart } from './jobs.ts'
import { olderOperation } from './older-operation.ts'
import { OlderPageOptions, toPageOptions } from './page-options.ts'

export const batchOperations = (find: FindOperation): KeyEndpoint[] => [
  olderOperation(find('POST /v2/batch/scrape'), {
    path: '/v1/batch/scrape',
    // Invalid URLs are refused unless the caller says otherwise.
    body: OlderPageOptions.transform((older) => ({
      ignoreInvalidURLs: false,
      ...toPageOptions(older),
    })),
    toAnswer: toOlderStart,
  }),
]
