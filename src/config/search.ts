import { z } from 'zod'
import {
  choiceSetting,
  countSetting,
  list,
  onOffSetting,
  optionalBaseUrlSetting,
  optionalTextSetting,
  optionalUrlSetting,
  setting,
} from './setting.ts'

export const searchSettings = {
  mode: choiceSetting(
    'WEIR_SEARCH',
    '`web` asks search providers as well; `local` searches only pages that the team has read, and sends no query anywhere.',
    { of: ['web', 'local'], fallback: 'web' },
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
  index: onOffSetting(
    'WEIR_SEARCH_INDEX',
    'Whether pages that a team reads can be found by its searches.',
    'on',
  ),
  indexDays: countSetting(
    'WEIR_SEARCH_INDEX_DAYS',
    'Days after which a page that is not read again leaves the index.',
    { min: 1, fallback: 30 },
  ),
  indexPagesMax: countSetting(
    'WEIR_SEARCH_INDEX_PAGES_MAX',
    'Pages of one team in the index. The ones read longest ago leave first.',
    { min: 1, fallback: 100_000 },
  ),
  embeddingsModel: optionalTextSetting(
    'WEIR_EMBEDDINGS_MODEL',
    'Model of an embeddings API by which questions and pages are compared, instead of the table that comes with Weir. Pages get new vectors when it changes. Without effect on an index in OpenSearch.',
    { max: 200 },
  ),
  feedbackDays: countSetting('WEIR_FEEDBACK_DAYS', 'Days within which a search can be rated.', {
    min: 1,
    fallback: 30,
  }),
  feedbackKeptDays: countSetting(
    'WEIR_FEEDBACK_KEPT_DAYS',
    'Days after which ratings are deleted; never while the search can still be rated.',
    { min: 1, fallback: 365 },
  ),
  refundsPerDay: countSetting(
    'WEIR_FEEDBACK_REFUNDS_PER_DAY',
    'Credits that ratings give back to a team in a UTC day.',
    { min: 0, fallback: 100 },
  ),
  hedging: choiceSetting(
    'WEIR_SEARCH_HEDGING',
    'Which search providers may be asked in addition when another is slow: those without a price, or all.',
    { of: ['free', 'all'], fallback: 'free' },
  ),
  resultPageDespiteRobots: onOffSetting(
    'WEIR_SEARCH_RESULT_PAGE_DESPITE_ROBOTS',
    'Whether `WEIR_SEARCH_RESULT_PAGE_URL` is asked although robots.txt of the engine forbids it. You are responsible for what the engine permits.',
    'off',
  ),
}

const key = <Variable extends string>(variable: Variable, service: string) =>
  optionalTextSetting(variable, `Key of ${service}.`, { max: 1_000 })

const apiUrl = <Variable extends string>(variable: Variable, service: string, usual: string) =>
  optionalUrlSetting(
    variable,
    `Address of the API of ${service}; ${usual} when absent. It may be private.`,
  )

export const searchSecrets = {
  searxngUrl: optionalUrlSetting(
    'WEIR_SEARXNG_URL',
    'Address of a SearXNG server that searches the web, news and images. Its settings must list `json` in `search.formats`. It may have a private address.',
  ),
  embeddingsUrl: optionalBaseUrlSetting(
    'WEIR_EMBEDDINGS_URL',
    'Base URL of an embeddings API in the form of OpenAI, for example `http://127.0.0.1:11434/v1`. When absent, that of the language model, if WEIR_LLM_PROVIDER is `openai` or `compatible`. It may be private.',
  ),
  embeddingsKey: key(
    'WEIR_EMBEDDINGS_KEY',
    'the embeddings API; WEIR_LLM_KEY when it has no URL of its own',
  ),
  opensearchUrl: optionalUrlSetting(
    'WEIR_OPENSEARCH_URL',
    'Address of an OpenSearch server that holds the search index of pages instead of PostgreSQL, with user and password if it needs them. It may be private. See [Scaling](scaling.md#search).',
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
  githubToken: optionalTextSetting(
    'WEIR_GITHUB_TOKEN',
    'Token of GitHub, for the developer index. Without one GitHub answers few searches, and READMEs are not read.',
    { max: 1_000 },
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
  googlePseEngine: optionalTextSetting(
    'WEIR_GOOGLE_PSE_ENGINE',
    'Identifier (`cx`) of the Google Programmable Search Engine.',
    { max: 200 },
  ),
}
