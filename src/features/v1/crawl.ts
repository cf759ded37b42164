import { z } from 'zod'
import type { KeyEndpoint } from '#http/endpoint.ts'
import { count } from '#kernel/count-max.ts'
import type { FindOperation } from './feature.ts'
import { toOlderStart } from './jobs.ts'
import { olderBody, olderOperation, type Members } from './older-operation.ts'
import { OlderPageOptions, toPageOptions } from './page-options.ts'

const OlderCrawl = olderBody({
  url: z.string().optional(),
  maxDepth: count(0).optional(),
  ignoreSitemap: z.boolean().optional(),
  allowBackwardLinks: z.boolean().optional(),
  scrapeOptions: OlderPageOptions.transform(toPageOptions).prefault({}),
}).refine(({ url, maxDepth = Infinity }) => countSegments(url) <= maxDepth, {
  path: ['url'],
  error: 'URL depth exceeds the specified maxDepth',
})

const countSegments = (url = '') => URL.parse(url)?.pathname.split('/').filter(Boolean).length ?? 0

export function crawlOperations(find: FindOperation): KeyEndpoint[] {
  const start = find('POST /v2/crawl')
  return [
    olderOperation(withPathDepth(start), {
      path: '/v1/crawl',
      body: OlderCrawl.transform(toCrawl),
      toAnswer: toOlderStart,
    }),
    olderOperation(find('GET /v2/crawl/active'), { path: '/v1/crawl/active' }),
    olderOperation(find('GET /v2/crawl/ongoing'), { path: '/v1/crawl/ongoing' }),
  ]
}

function toCrawl({ ignoreSitemap, allowBackwardLinks, ...rest }: z.output<typeof OlderCrawl>) {
  return {
    ...(ignoreSitemap && { sitemap: 'skip' }),
    ...(allowBackwardLinks !== undefined && { crawlEntireDomain: allowBackwardLinks }),
    ...rest,
  }
}

/** The option `maxDepth`, which version 2 has in monitors alone. */
function withPathDepth(start: KeyEndpoint): KeyEndpoint {
  if (!start.body) throw new Error('Crawls have a body.')
  const { schema } = start.body
  const body = z.looseObject({}).transform(({ maxDepth, ...crawl }, context) => {
    const { data, error } = schema.safeParse(crawl)
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue })
    return error ? z.NEVER : { ...(data as Members), maxDepth }
  })
  return { ...start, body: { ...start.body, schema: body } }
}
