import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { omit, readArgument } from '#mcp/arguments.ts'
import type { McpTool } from '#mcp/tool.ts'

const sources = z
  .array(z.object({ url: z.string(), reason: z.string().optional() }))
  .optional()
  .meta({ description: 'Results that were of use.' })
const missing = z
  .array(z.object({ topic: z.string(), description: z.string().optional() }))
  .optional()
  .meta({ description: 'What was missing.' })

const searchFeedback: McpTool = {
  name: 'firecrawl_search_feedback',
  title: 'Rate a search',
  description:
    'Rates a search by its id. good needs valuableSources; partial these or missingContent; bad missingContent or querySuggestions. The first rating gives a credit back.',
  effects: 'changes',
  operations: ['POST /v2/search/:jobId/feedback'],
  fields: ['rating', 'querySuggestions'],
  extra: { searchId: z.string(), valuableSources: sources, missingContent: missing },
  required: ['searchId', 'rating'],
  run: async (args, { ask }) => ({
    value: await ask('POST /v2/search/:jobId/feedback', {
      params: { jobId: readArgument(args, 'searchId') },
      body: omit(args, ['searchId']),
    }),
  }),
}

/** In short: what is wrong with one is said by the API. */
const gaps = (members: string) =>
  z
    .array(z.looseObject({}))
    .optional()
    .meta({ description: `Objects with ${members}.` })

const feedback: McpTool = {
  name: 'firecrawl_feedback',
  title: 'Rate a result',
  description:
    'Rates a search, scrape, parse or map by its id (metadata.scrapeId of a scrape). The first rating gives a credit back. With the endpoint alexandria: what tools of data providers lack for a website, without an id.',
  effects: 'changes',
  operations: ['POST /v2/feedback'],
  fields: [
    'endpoint',
    'jobId',
    'rating',
    'issues',
    'tags',
    'note',
    'querySuggestions',
    'url',
    'pageNumbers',
    'metadata',
    'requestedWebsite',
    'rationale',
    'objective',
  ],
  extra: {
    valuableSources: sources,
    missingContent: missing,
    providerFeedback: gaps('name, issue and why'),
    capabilityFeedback: gaps('name, provider, issue and why'),
  },
  required: ['endpoint', 'rating'],
  run: async (args, { ask }) => ({ value: await ask('POST /v2/feedback', { body: args }) }),
}

const creditUsage: McpTool = {
  name: 'firecrawl_credit_usage',
  title: 'Credits',
  description:
    'Returns the credits that are left, or with the view historical those used by month.',
  effects: 'reads',
  operations: ['GET /v2/team/credit-usage', 'GET /v2/team/credit-usage/historical'],
  fields: [],
  extra: {
    view: z.enum(['current', 'historical']).optional(),
    byApiKey: z.boolean().optional().meta({ description: 'For each key; implies historical.' }),
  },
  required: [],
  async run({ view, byApiKey }, { ask }) {
    if (view === 'current' && byApiKey === true)
      throw new ServiceError('BAD_REQUEST', 'byApiKey needs the view historical.')
    if (view !== 'historical' && byApiKey !== true)
      return { value: (await ask('GET /v2/team/credit-usage'))['data'] }
    const query = byApiKey === true ? { byApiKey } : {}
    return { value: await ask('GET /v2/team/credit-usage/historical', { query }) }
  },
}

export const teamTools: readonly McpTool[] = [searchFeedback, feedback, creditUsage]
