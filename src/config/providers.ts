import { z } from 'zod'
import { setting } from './setting.ts'

const address = (url: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(url)
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))

export const providersSettings = {
  names: setting(
    'WEIR_PROVIDERS',
    z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.enum(['ror', 'wikidata'])))
      .describe(
        'Open registries that teams may use as data providers, comma-separated: `ror`, `wikidata`. See [third-party data](third-party-data.md).',
      ),
  ),
  file: setting(
    'WEIR_PROVIDERS_FILE',
    z
      .string()
      .optional()
      .describe('JSON file that describes further data providers, and sites that are not scraped.'),
  ),
  rorUrl: setting(
    'WEIR_ROR_URL',
    address('https://api.ror.org').describe(
      'Address of the API of the Research Organization Registry. It may be private.',
    ),
  ),
  wikidataUrl: setting(
    'WEIR_WIKIDATA_URL',
    address('https://www.wikidata.org').describe('Address of Wikidata. It may be private.'),
  ),
}
