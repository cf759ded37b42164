import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import type { McpTool } from '#mcp/tool.ts'
import { scrape } from './page-tools.ts'
import { feedback, objects } from './team-tools.ts'

const names = z.array(z.string()).max(50).optional()

/** The catalogue of data providers (docs/third-party-data.md). */
const findTools: McpTool = {
  name: 'firecrawl_find_tools',
  title: 'List tools of data providers',
  description:
    'Lists tools of data providers with their options: all, or those of some URLs, providers or capabilities. Free. Call a tool by alexandria of firecrawl_scrape.',
  effects: 'reads',
  operations: ['POST /v2/scrape'],
  fields: [],
  extra: {
    urls: z.array(z.string()).max(100).optional().meta({ description: 'Tools of these sites.' }),
    providers: names,
    capabilities: names,
  },
  required: [],
  run: async (options, { ask }) => ({
    value: await ask('POST /v2/scrape', {
      body: { alexandria: { provider: 'firecrawl', capability: 'find-tools', options } },
    }),
    isCompact: true,
  }),
}

const call = z.object({
  provider: z.string(),
  capability: z.string(),
  options: z.record(z.string(), z.unknown()).optional(),
})

/** `firecrawl_scrape` that calls tools of data providers as well. */
const scrapeOrCall: McpTool = {
  ...scrape,
  extra: {
    ...scrape.extra,
    alexandria: z
      .array(call)
      .optional()
      .meta({ description: 'Instead of url: calls of tools that firecrawl_find_tools lists.' }),
  },
  async run(args, context) {
    const { alexandria, url, scrapeId, timeout } = args
    if (alexandria === undefined) return scrape.run(args, context)
    if (url !== undefined || scrapeId !== undefined)
      throw new ServiceError('BAD_REQUEST', 'Give either url, scrapeId or alexandria.')
    const body = { alexandria, ...(timeout !== undefined && { timeout }) }
    return { value: await context.ask('POST /v2/scrape', { body }), isCompact: true }
  },
}

const providerFeedback: McpTool = {
  ...feedback,
  description: `${feedback.description} With the endpoint alexandria: what tools of data providers lack for a website, without an id.`,
  extra: {
    ...feedback.extra,
    endpoint: z
      .enum(['search', 'scrape', 'parse', 'map', 'alexandria'])
      .meta({ description: 'What is rated.' }),
    requestedWebsite: z
      .looseObject({})
      .optional()
      .meta({ description: 'The site, and what was needed: {url, requestedFunctionality}.' }),
    providerFeedback: objects('{name, issue, why}.'),
    capabilityFeedback: objects('{name, provider, issue, why}.'),
  },
}

/** The tools of an installation with data providers, which replace those of the same name. */
export const providerTools: readonly McpTool[] = [scrapeOrCall, findTools, providerFeedback]
