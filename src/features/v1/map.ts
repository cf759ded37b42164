import { z } from 'zod'
import type { KeyEndpoint } from '#http/endpoint.ts'
import type { FindOperation } from './feature.ts'
import { isObject } from '#base/json-values.ts'
import { olderBody, olderOperation, type Members } from './older-operation.ts'

const OlderMap = olderBody({
  ignoreSitemap: z.boolean().optional(),
  sitemapOnly: z.boolean().optional(),
})

export const mapOperations = (find: FindOperation): KeyEndpoint[] => [
  olderOperation(
    { ...find('POST /v2/map'), messages: { MAP_TIMEOUT: 'Map timed out' } },
    {
      path: '/v1/map',
      body: OlderMap.transform(toMap),
      toAnswer,
    },
  ),
]

function toMap({ ignoreSitemap, sitemapOnly, ...rest }: z.output<typeof OlderMap>): Members {
  if (sitemapOnly) return { sitemap: 'only', ...rest }
  return ignoreSitemap ? { sitemap: 'skip', ...rest } : rest
}

/** Links are URLs alone. */
const toAnswer = ({ links, ...rest }: Members): Members => ({
  ...rest,
  links: (links as readonly unknown[]).map((link) => (isObject(link) ? link['url'] : link)),
})
