import { contentModules } from './content-modules.ts'
import { pageModules } from './page-modules.ts'
import { teamModules, type Module } from './team-modules.ts'

/**
 * All modules of `src/`, and the packages. An import that is not listed is forbidden, except of `base`; `test/architecture.test.ts` checks it. ARCHITECTURE.md is
 * printed from this table.
 */
export const modules: Readonly<Record<string, Module>> = {
  base: {
    purpose:
      'What the service and its packages share: errors of reading, JSON values, steps, escapes. Every module may import it.',
    imports: [],
  },
  kernel: {
    purpose: 'Errors, call, clock, ids, log. Imports nothing but `base`.',
    imports: [],
  },
  schemas: {
    purpose:
      'The one reader of JSON Schemas of callers: whether they are valid, and their parts put together within a number of steps.',
    imports: [],
  },
  net: {
    purpose:
      'Resolves, checks and dials addresses; redirects, proxies, bounded decompression. The only module that opens connections.',
    imports: ['kernel'],
  },
  tracing: {
    purpose: 'Sends the spans of this process to an OpenTelemetry collector.',
    imports: ['net', 'kernel'],
  },
  storage: {
    purpose:
      'PostgreSQL (embedded or external), transactions, migrations, content-addressed blobs, keys in memory.',
    imports: ['kernel'],
  },
  queue: {
    purpose:
      'Leased background work of every kind: claims, leases, retries, fairness between teams; polling loops and notifiers.',
    imports: ['storage', 'kernel'],
  },
  accounts: {
    purpose: 'Teams, hashed keys, restrictions, plans, rate limits, slots, idempotency keys.',
    imports: ['storage', 'kernel'],
  },
  credits: {
    purpose: 'Prices, reservations, the append-only ledger, usage by period.',
    imports: ['storage', 'kernel'],
  },
  content: {
    purpose: 'Bytes in, formats out: type, encoding, one parse, main content, Markdown.',
    imports: Object.keys(contentModules),
  },
  ...contentModules,
  llm: {
    purpose:
      'The configured language model: providers, JSON with a schema, retries, limits, token budgets, cache.',
    imports: ['schemas', 'net', 'storage', 'kernel'],
  },
  answers: {
    purpose: 'Answers to questions about a page by rules, and the evidence check of values.',
    imports: ['schemas', 'llm', 'content', 'kernel'],
  },
  media: {
    purpose:
      'Audio and video of pages: found, downloaded, and converted by optional programs behind the filtering proxy.',
    imports: ['interact', 'browser', 'content', 'net', 'storage', 'kernel'],
  },
  documents: {
    purpose: 'Reads PDF, office files, mails and pictures (OCR).',
    imports: ['content'],
  },
  reading: {
    purpose: 'Reads pages in worker threads and documents in processes that can be killed.',
    imports: ['documents', 'content', 'kernel'],
  },
  changes: {
    purpose:
      'Whether a page has changed and how: comparison without noise, and the last version of each watched page.',
    imports: ['storage', 'kernel'],
  },
  browser: {
    purpose:
      'Starts Chromium in its sandbox and shares it between pages; everything that needs a browser.',
    imports: ['content', 'net', 'kernel'],
  },
  fetch: {
    purpose: 'Chooses an engine and explains the choice, follows redirects, keeps the page cache.',
    imports: ['browser', 'content', 'net', 'storage', 'kernel'],
  },
  http: {
    purpose: 'Endpoint records become a server with limits, metrics and an OpenAPI document.',
    imports: ['web-assets', 'kernel'],
  },
  mcp: {
    purpose: 'Tools of the Model Context Protocol, which perform operations of the API.',
    imports: ['http', 'kernel'],
  },
  formats: {
    purpose:
      'One record per output format; request schema, Document schema, prices and permissions follow from the registry.',
    imports: [
      'credits',
      'data-providers',
      'schemas',
      'answers',
      'llm',
      'media',
      'changes',
      'content',
      'storage',
      'kernel',
    ],
  },
  safety: {
    purpose:
      'Redacts personal data and finds instructions to language models, by rules in worker threads and optional services.',
    imports: ['kernel', 'llm', 'net'],
  },
  operations: {
    purpose: 'Runs every paid operation: permission, slot, reservation, work, one transaction.',
    imports: ['accounts', 'credits', 'storage', 'kernel'],
  },
  'page-index': {
    purpose:
      'Full-text search over the pages that a team has read: indexer, ranking, spelling, retention.',
    imports: ['reading', 'fetch', 'content', 'queue', 'net', 'storage', 'kernel'],
  },
  threat: {
    purpose:
      'Threat protection: the policy of a team, blocklists and classifiers, and the decision about a URL.',
    imports: ['accounts', 'credits', 'net', 'storage', 'kernel', 'queue'],
  },
  ...pageModules,
  'features/scrape': {
    purpose: '`POST /v2/scrape`, its stored results, and the page tools.',
    imports: ['pages', 'data-providers', 'threat', 'formats', 'operations', 'credits', 'kernel'],
  },
  features: {
    purpose: 'The feature record that `compose.ts` collects.',
    imports: ['http', 'jobs', 'queue'],
  },
  delivery: {
    purpose: 'Webhooks and e-mails: outbox, signatures, attempts.',
    imports: ['jobs', 'queue', 'net', 'storage', 'kernel'],
  },
  jobs: {
    purpose: 'Jobs of many pages: frontier, leases, workers; exactly once despite crashes.',
    imports: ['queue', 'storage', 'kernel'],
  },
  'features/batch': {
    purpose: 'Many URLs as one job.',
    imports: ['threat', 'formats', 'operations', 'delivery', 'jobs', 'kernel', 'job-api', 'pages'],
  },
  'features/crawl': {
    purpose: 'A site as one job: which links are followed, depth, robots.txt, preview.',
    imports: [
      'threat',
      'answers',
      'llm',
      'formats',
      'operations',
      'delivery',
      'jobs',
      'fetch',
      'content',
      'kernel',
      'job-api',
      'sites',
      'pages',
    ],
  },
  'features/map': {
    purpose:
      '`POST /v2/map`: the URLs of a site from links, sitemaps and the page cache, ranked by a search.',
    imports: ['reading', 'credits', 'threat', 'operations', 'fetch', 'content', 'kernel', 'sites'],
  },
  'features/agent': {
    purpose:
      'Runs of the agent and extractions: durable steps whose tools are the operations of the service.',
    imports: [
      'schemas',
      'threat',
      'accounts',
      'answers',
      'content',
      'credits',
      'delivery',
      'features/interact',
      'features/map',
      'features/scrape',
      'features/search',
      'formats',
      'interact',
      'kernel',
      'llm',
      'operations',
      'queue',
      'storage',
      'pages',
    ],
  },
  'features/monitor': {
    purpose: 'Pages and sites checked on a schedule: changes and notifications.',
    imports: [
      'operations',
      'threat',
      'answers',
      'features/crawl',
      'formats',
      'changes',
      'delivery',
      'jobs',
      'queue',
      'credits',
      'storage',
      'kernel',
      'accounts',
      'web-search',
      'pages',
      'sites',
      'content',
    ],
  },
  'features/parse': {
    purpose: 'Files sent with a request or uploaded before it.',
    imports: [
      'reading',
      'content',
      'formats',
      'operations',
      'credits',
      'storage',
      'kernel',
      'pages',
    ],
  },
  'features/search': {
    purpose:
      '`POST /v2/search`, papers and developer searches: the pages of the team and the web as one list.',
    imports: [
      'answers',
      'reading',
      'data-providers',
      'threat',
      'jobs',
      'queue',
      'accounts',
      'page-index',
      'fetch',
      'content',
      'formats',
      'operations',
      'credits',
      'net',
      'storage',
      'kernel',
      'web-search',
      'pages',
    ],
  },
  interact: {
    purpose:
      'Browser sessions for programs of tenants: boxes by bubblewrap, and the relay that judges the DevTools protocol.',
    imports: ['browser', 'net', 'kernel'],
  },
  'features/interact': {
    purpose: 'Browser sessions as rows: leases, slots, cost, and their endpoints.',
    imports: [
      'operations',
      'interact',
      'browser',
      'llm',
      'net',
      'credits',
      'threat',
      'queue',
      'storage',
      'kernel',
      'pages',
    ],
  },
  'features/not-implemented': {
    purpose: 'Endpoints of the contract that return 501 until they are built.',
    imports: [],
  },
  ...teamModules,
  cli: {
    purpose: 'The `weir` command.',
    imports: ['pages', 'formats', 'threat', 'http', 'net', 'kernel'],
  },
}

/** True for the files that build the parts: they import each other and every module, and no module imports them. */
export const isComposition = (file: string): boolean =>
  /^(?:compose(?:-[a-z]+)*|config)\.ts$/.test(file)
