import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { omit, readArgument } from '#mcp/arguments.ts'
import type { McpTool } from '#mcp/tool.ts'

/** In short: what is wrong with one is said by the API. */
export const objects = (description: string) =>
  z.array(z.looseObject({})).optional().meta({ description })

const sources = objects('Results that were of use: {url, reason}.')
const missing = objects('What was missing: {topic, description}.')

const searchFeedback: McpTool = {
  name: 'firecrawl_search_feedback',
  title: 'Rate a search',
  description:
    'Rates a search by its id. good needs valuableSources; partial these or missingContent; bad missingContent or querySuggestions. The first rating gives a credit back.',
  effects: 'changes',
  operations: ['POST /v2/search/:jobId/feedback'],
  fields: ['rating', 'querySuggestions'],
  extra: {
    searchId: z.string().meta({ description: 'The id of the result of firecrawl_search.' }),
    valuableSources: sources,
    missingContent: missing,
  },
  required: ['searchId', 'rating'],
  run: async (args, { ask }) => ({
    value: await ask('POST /v2/search/:jobId/feedback', {
      params: { jobId: readArgument(args, 'searchId') },
      body: omit(args, ['searchId']),
    }),
  }),
}

/** Ratings of results; with data providers also of those. */
export const feedback: McpTool = {
  name: 'firecrawl_feedback',
  title: 'Rate a result',
  description:
    'Rates a search, scrape, parse or map by its id (metadata.scrapeId of a scrape). The first rating gives a credit back.',
  effects: 'changes',
  operations: ['POST /v2/feedback'],
  fields: [
    'jobId',
    'rating',
    'issues',
    'tags',
    'note',
    'querySuggestions',
    'url',
    'pageNumbers',
    'metadata',
  ],
  extra: {
    endpoint: z.enum(['search', 'scrape', 'parse', 'map']).meta({ description: 'What is rated.' }),
    valuableSources: sources,
    missingContent: missing,
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
    view: z
      .enum(['current', 'historical'])
      .optional()
      .meta({ description: 'current when absent.' }),
    byApiKey: z.boolean().optional().meta({ description: 'For each key; implies historical.' }),
  },
  required: [],
  result: 'data',
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
