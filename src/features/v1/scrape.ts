import type { KeyEndpoint } from '#http/endpoint.ts'
import type { FindOperation } from './feature.ts'
import { isObject } from '#base/json-values.ts'
import { toOlderDocument } from './document.ts'
import { olderOperation, type Members } from './older-operation.ts'
import { OlderPageOptions, toPageOptions } from './page-options.ts'

export const scrapeOperations = (find: FindOperation): KeyEndpoint[] => [
  olderOperation(find('POST /v2/scrape'), {
    path: '/v1/scrape',
    body: OlderPageOptions.transform(toPageOptions),
    toAnswer,
  }),
  olderOperation(find('GET /v2/scrape/:jobId'), { path: '/v1/scrape/:jobId', toAnswer }),
]

const toAnswer = ({ data, ...rest }: Members): Members => ({
  ...rest,
  data: isObject(data) ? toOlderDocument(data) : data,
})
