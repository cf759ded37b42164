import { z } from 'zod'
import { list, setting } from './setting.ts'

export const searchSettings = {
  mode: setting(
    'WEIR_SEARCH',
    z
      .enum(['web', 'local'])
      .default('web')
      .describe(
        '`web` asks search providers as well; `local` searches only pages that the team has read, and sends no query anywhere.',
      ),
  ),
  providers: setting(
    'WEIR_SEARCH_PROVIDERS',
    list.describe(
      'Names of the search providers to ask, comma-separated, in this order. When absent, every provider that can be asked, those with an address or key of yours first.',
    ),
  ),
  noRetention: setting(
    'WEIR_SEARCH_NO_RETENTION',
    list.describe(
      'Names of the search providers that keep no queries, comma-separated. Searches under zero data retention ask only these.',
    ),
  ),
  index: setting(
    'WEIR_SEARCH_INDEX',
    z
      .enum(['on', 'off'])
      .default('on')
      .describe('Whether pages that a team reads can be found by its searches.'),
  ),
  indexDays: setting(
    'WEIR_SEARCH_INDEX_DAYS',
    z.coerce
      .number()
      .int()
      .min(1)
      .default(30)
      .describe('Days after which a page that is not read again leaves the index.'),
  ),
  indexPagesMax: setting(
    'WEIR_SEARCH_INDEX_PAGES_MAX',
    z.coerce
      .number()
      .int()
      .min(1)
      .default(100_000)
      .describe('Pages of one team in the index. The ones read longest ago leave first.'),
  ),
  embeddingsModel: setting(
    'WEIR_EMBEDDINGS_MODEL',
    z
      .string()
      .max(200)
      .optional()
      .describe(
        'Model of an embeddings API by which questions and pages are compared, instead of the table that comes with Weir. Pages get new vectors when it changes. Without effect on an index in OpenSearch.',
      ),
  ),
  feedbackDays: setting(
    'WEIR_FEEDBACK_DAYS',
    z.coerce.number().int().min(1).default(30).describe('Days within which a search can be rated.'),
  ),
  feedbackKeptDays: setting(
    'WEIR_FEEDBACK_KEPT_DAYS',
    z.coerce
      .number()
      .int()
      .min(1)
      .default(365)
      .describe('Days after which ratings are deleted; never while the search can still be rated.'),
  ),
  refundsPerDay: setting(
    'WEIR_FEEDBACK_REFUNDS_PER_DAY',
    z.coerce
      .number()
      .int()
      .min(0)
      .default(100)
      .describe('Credits that ratings give back to a team in a UTC day.'),
  ),
  hedging: setting(
    'WEIR_SEARCH_HEDGING',
    z
      .enum(['free', 'all'])
      .default('free')
      .describe(
        'Which search providers may be asked in addition when another is slow: those without a price, or all.',
      ),
  ),
  resultPageDespiteRobots: setting(
    'WEIR_SEARCH_RESULT_PAGE_DESPITE_ROBOTS',
    z
      .enum(['off', 'on'])
      .default('off')
      .describe(
        'Whether `WEIR_SEARCH_RESULT_PAGE_URL` is asked although robots.txt of the engine forbids it. You are responsible for what the engine permits.',
      ),
  ),
}

const key = <Variable extends string>(variable: Variable, service: string) =>
  setting(variable, z.string().max(1_000).optional().describe(`Key of ${service}.`))

const apiUrl = <Variable extends string>(variable: Variable, service: string, usual: string) =>
  setting(
    variable,
    z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(`Address of the API of ${service}; ${usual} when absent. It may be private.`),
  )

export const searchSecrets = {
  searxngUrl: setting(
    'WEIR_SEARXNG_URL',
    z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'Address of a SearXNG server that searches the web, news and images. Its settings must list `json` in `search.formats`. It may have a private address.',
      ),
  ),
  embeddingsUrl: setting(
    'WEIR_EMBEDDINGS_URL',
    z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
      .optional()
      .describe(
        'Base URL of an embeddings API in the form of OpenAI, for example `http://127.0.0.1:11434/v1`. When absent, that of the language model, if WEIR_LLM_PROVIDER is `openai` or `compatible`. It may be private.',
      ),
  ),
  embeddingsKey: key(
    'WEIR_EMBEDDINGS_KEY',
    'the embeddings API; WEIR_LLM_KEY when it has no URL of its own',
  ),
  opensearchUrl: setting(
    'WEIR_OPENSEARCH_URL',
    z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'Address of an OpenSearch server that holds the search index of pages instead of PostgreSQL, with user and password if it needs them. It may be private. See [Scaling](scaling.md#search).',
      ),
  ),
  braveKey: key('WEIR_BRAVE_KEY', 'Brave Search API'),
  serperKey: key('WEIR_SERPER_KEY', 'Serper'),
  serpapiKey: key('WEIR_SERPAPI_KEY', 'SerpApi'),
  kagiKey: key('WEIR_KAGI_KEY', 'the Kagi Search API'),
  googlePseKey: key(
    'WEIR_GOOGLE_PSE_KEY',
    'Google Programmable Search; needs `WEIR_GOOGLE_PSE_ENGINE` too',
  ),
  exaKey: key('WEIR_EXA_KEY', 'Exa'),
  tavilyKey: key('WEIR_TAVILY_KEY', 'Tavily'),
  youKey: key('WEIR_YOU_KEY', 'You.com'),
  mojeekKey: key('WEIR_MOJEEK_KEY', 'Mojeek'),
  marginaliaKey: key(
    'WEIR_MARGINALIA_KEY',
    'Marginalia, whose results are licensed CC-BY-NC-SA; `public` is a shared key with a small quota',
  ),
  openalexKey: key('WEIR_OPENALEX_KEY', 'OpenAlex, for the search of papers'),
  openalexUrl: apiUrl(
    'WEIR_OPENALEX_URL',
    'OpenAlex or a mirror of it',
    'https://api.openalex.org',
  ),
  semanticScholarKey: key('WEIR_SEMANTIC_SCHOLAR_KEY', 'Semantic Scholar, for papers'),
  githubToken: setting(
    'WEIR_GITHUB_TOKEN',
    z
      .string()
      .max(1_000)
      .optional()
      .describe(
        'Token of GitHub, for the developer index. Without one GitHub answers few searches, and READMEs are not read.',
      ),
  ),
  githubUrl: apiUrl(
    'WEIR_GITHUB_URL',
    'GitHub or a GitHub Enterprise server',
    'https://api.github.com',
  ),
  resultPageUrl: setting(
    'WEIR_SEARCH_RESULT_PAGE_URL',
    z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .refine((url) => url.includes('{query}'), 'must contain {query}')
      .optional()
      .describe(
        'Address of the HTML result page of a search engine, with `{query}` and optionally `{language}` and `{country}`. Its results are read from the page, at most every 10 seconds and 200 times a day, and only if robots.txt of the engine permits it.',
      ),
  ),
  googlePseEngine: setting(
    'WEIR_GOOGLE_PSE_ENGINE',
    z
      .string()
      .max(200)
      .optional()
      .describe('Identifier (`cx`) of the Google Programmable Search Engine.'),
  ),
}
