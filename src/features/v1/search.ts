import { z } from 'zod'
import { isObject } from '#base/json-values.ts'
import type { KeyEndpoint } from '#http/endpoint.ts'
import type { FindOperation } from './feature.ts'
import { toOlderDocument } from './document.ts'
import { olderBody, olderOperation, type Members } from './older-operation.ts'
import { OlderPageOptions, toPageOptions } from './page-options.ts'

const sourcesMax = 16
const isWeb = (source: unknown) => (isObject(source) ? source['type'] : source) === 'web'

const OlderSearch = olderBody({
  sources: z
    .array(z.unknown())
    .max(sourcesMax)
    .refine((sources) => sources.every((source) => isWeb(source)), {
      error: 'Version 1 returns web pages alone. Use /v2/search for other sources.',
    })
    .optional(),
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
