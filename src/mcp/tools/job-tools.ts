import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { readArgument } from '#mcp/arguments.ts'
import { loadPages } from '#mcp/crawl-pages.ts'
import { nestedOptions, objectWith, toScrapeOptions } from '#mcp/scrape-options.ts'
import type { ToolReply, McpTool, ToolContext } from '#mcp/tool.ts'

/** Below the time after which clients give up, 60 seconds. */
const waitMsMax = 50_000
const pollMsMin = 100
const pollMsMax = 2_000

const crawl: McpTool = {
  name: 'firecrawl_crawl',
  title: 'Crawl a site',
  description:
    'Reads many pages of a site. Waits up to 50 seconds; of a longer crawl it returns the id, for firecrawl_check_crawl_status. Set a limit: every page costs a credit.',
  effects: 'reads the web',
  operations: ['POST /v2/crawl', 'GET /v2/crawl/:id', 'DELETE /v2/crawl/:id'],
  fields: [
    'url',
    'prompt',
    'limit',
    'includePaths',
    'excludePaths',
    'maxDiscoveryDepth',
    'sitemap',
    'allowExternalLinks',
    'allowSubdomains',
    'crawlEntireDomain',
    'delay',
    'maxConcurrency',
    'deduplicateSimilarURLs',
    'ignoreQueryParameters',
  ],
  extra: {
    scrapeOptions: nestedOptions,
    webhook: z.string().optional().meta({ description: 'URL that receives the events.' }),
    webhookHeaders: objectWith('Headers of the events.'),
  },
  required: ['url'],
  isLong: true,
  result: 'GET /v2/crawl/:id',
  async run(args, context) {
    const { scrapeOptions, webhook, webhookHeaders, ...rest } = args
    const headers = webhookHeaders === undefined ? {} : { headers: webhookHeaders }
    const started = await context.ask('POST /v2/crawl', {
      body: {
        ...rest,
        ...(scrapeOptions !== undefined && { scrapeOptions: toScrapeOptions(scrapeOptions) }),
        ...(webhook !== undefined && { webhook: { url: webhook, ...headers } }),
      },
    })
    const id = readArgument(started, 'id')
    await waitForCrawl(id, context)
    return loadPages(id, 0, context)
  },
}

/** The times to look at a job: rarer and rarer, for 50 seconds. Throws when the signal aborts. */
async function* polls(signal: AbortSignal): AsyncGenerator<undefined> {
  const until = Date.now() + waitMsMax
  for (let ms = pollMsMin; Date.now() < until; ms = Math.min(2 * ms, pollMsMax)) {
    yield undefined
    await setTimeout(ms, undefined, { signal })
  }
}

const isRunning = ({ status }: ToolReply) => status === 'scraping' || status === 'processing'

/** Waits for the end of the crawl, at most 50 seconds. Cancels the crawl when the client has cancelled the call. */
async function waitForCrawl(id: string, context: ToolContext): Promise<void> {
  const { ask, signal } = context
  const params = { id }
  try {
    for await (const _ of polls(signal)) {
      const state = await ask('GET /v2/crawl/:id', { params, query: { limit: 1 } })
      const [done, total] = [Number(state['completed']), Number(state['total'])]
      await context.onProgress({ done, total, message: `${done} of ${total} pages` })
      if (!isRunning(state)) return
    }
  } catch (thrown) {
    if (context.isCancelled()) await context.cleanUp('DELETE /v2/crawl/:id', { params })
    throw thrown
  }
}

const crawlStatus: McpTool = {
  name: 'firecrawl_check_crawl_status',
  title: 'State and pages of a crawl',
  description: 'Returns the state of a crawl and its pages, as many as fit.',
  effects: 'reads',
  operations: ['GET /v2/crawl/:id'],
  fields: [],
  extra: {
    id: z.string().meta({ description: 'Id of the crawl.' }),
    page: z.int().min(0).optional().meta({ description: 'Index of the first page to return.' }),
  },
  required: ['id'],
  isLong: true,
  run: (args, context) => loadPages(readArgument(args, 'id'), Number(args['page'] ?? 0), context),
}

const agent: McpTool = {
  name: 'firecrawl_agent',
  title: 'Research with the agent',
  description:
    'Starts research in the web for data by a prompt and a JSON Schema, when the pages are not known. Returns an id at once; firecrawl_agent_status has the result after some minutes. maxCredits limits the cost.',
  effects: 'reads the web',
  operations: ['POST /v2/agent'],
  fields: [
    'prompt',
    'urls',
    'schema',
    'effort',
    'maxCredits',
    'strictConstrainToURLs',
    'threadId',
    'mode',
  ],
  required: ['prompt'],
  run: async (args, { ask }) => ({ value: await ask('POST /v2/agent', { body: args }) }),
}

const agentStatus: McpTool = {
  name: 'firecrawl_agent_status',
  title: 'State of an agent run',
  description: 'Returns the state of a run of firecrawl_agent, and its data when it has completed.',
  effects: 'reads',
  operations: ['GET /v2/agent/:jobId'],
  fields: [],
  extra: { id: z.string().meta({ description: 'Id of the run.' }) },
  required: ['id'],
  isLong: true,
  run: async (args, { ask }) => ({
    value: await ask('GET /v2/agent/:jobId', { params: { jobId: readArgument(args, 'id') } }),
  }),
}

const extract: McpTool = {
  name: 'firecrawl_extract',
  title: 'Extract data (old)',
  description:
    'Deprecated: use firecrawl_scrape with the format json, or firecrawl_agent. Extracts data from pages that are known.',
  effects: 'reads the web',
  operations: ['POST /v2/extract', 'GET /v2/extract/:id'],
  fields: ['urls', 'prompt', 'schema'],
  required: ['urls'],
  result: 'GET /v2/extract/:id',
  async run(args, { ask, signal }) {
    const started = await ask('POST /v2/extract', { body: args })
    const params = { id: readArgument(started, 'id') }
    for await (const _ of polls(signal)) {
      const state = await ask('GET /v2/extract/:id', { params })
      if (!isRunning(state)) return { value: state }
    }
    return { value: started, notes: ['The extraction is still running. Use firecrawl_scrape.'] }
  },
}

export const jobTools: readonly McpTool[] = [crawl, crawlStatus, agent, agentStatus, extract]
