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
  hedging: setting(
    'WEIR_SEARCH_HEDGING',
    z
      .enum(['free', 'all'])
      .default('free')
      .describe(
        'Which search providers may be asked in addition when another is slow: those without a price, or all.',
      ),
  ),
}

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
}
