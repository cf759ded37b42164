import { z } from 'zod'
import { baseUrlSetting, list, optionalTextSetting, setting } from './setting.ts'

export const providersSettings = {
  names: setting(
    'WEIR_PROVIDERS',
    list
      .pipe(z.array(z.enum(['ror', 'wikidata'])))
      .describe(
        'Open registries that teams may use as data providers, comma-separated: `ror`, `wikidata`. See [third-party data](third-party-data.md).',
      ),
  ),
  file: optionalTextSetting(
    'WEIR_PROVIDERS_FILE',
    'JSON file that describes further data providers, and sites that are not scraped.',
  ),
  rorUrl: baseUrlSetting(
    'WEIR_ROR_URL',
    'Address of the API of the Research Organization Registry. It may be private.',
    'https://api.ror.org',
  ),
  wikidataUrl: baseUrlSetting(
    'WEIR_WIKIDATA_URL',
    'Address of Wikidata. It may be private.',
    'https://www.wikidata.org',
  ),
}
