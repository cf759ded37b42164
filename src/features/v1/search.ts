import type { KeyEndpoint } from '#http/endpoint.ts'
import type { FindOperation } from './feature.ts'
import { toOlderDocument } from './document.ts'
import { olderBody, olderOperation, type Members } from './older-operation.ts'
import { OlderPageOptions, toPageOptions } from './page-options.ts'

const OlderSearch = olderBody({
  scrapeOptions: OlderPageOptions.transform(toPageOptions).optional(),
})

export const searchOperations = (find: FindOperation): KeyEndpoint[] => [
  olderOperation(find('POST /v2/search'), {
    path: '/v1/search',
    body: OlderSearch.transform((older): Members => ({ limit: 5, lang: 'en', ...older })),
    toAnswer,
  }),
]

/** Version 1 has web pages alone, as one list. */
function toAnswer({ data, ...rest }: Members): Members {
  const { web = [] } = data as { readonly web?: readonly Members[] }
  return { ...rest, data: web.map(toOlderDocument) }
}
