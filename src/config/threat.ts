import { z } from 'zod'
import { list, setting } from './setting.ts'

const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ''))

export const threatSettings = {
  lists: setting(
    'WEIR_THREAT_LISTS',
    list.describe(
      'Lists of dangerous hosts and URLs, comma-separated: paths of files, or addresses from which they are downloaded. Formats: hosts file, one domain per line, URLhaus (text and CSV) and `||domain^`; also compressed with gzip or zstd, or in a ZIP archive. A name in a hosts file covers that host, a domain also its subdomains.',
    ),
  ),
  listHours: setting(
    'WEIR_THREAT_LIST_HOURS',
    z.coerce
      .number()
      .int()
      .min(1)
      .max(8_760)
      .default(24)
      .describe('Hours after which the lists are read and downloaded again.'),
  ),
  dns: setting(
    'WEIR_THREAT_DNS',
    list.describe(
      'Filtering name servers whose answers are verdicts, comma-separated: `cloudflare`, `quad9`, or a filtering server and one that does not filter, as in `192.0.2.1:53/192.0.2.2:53`. Host names are sent to them.',
    ),
  ),
  classifierUrl: setting(
    'WEIR_THREAT_URL',
    baseUrl
      .optional()
      .describe(
        'URL of a classifier of your own. It gets `POST {"url", "domain"}` and answers `{"score": 0 to 100, "categories"?, "ttlSeconds"?}`. It may be a private address.',
      ),
  ),
  answerMsMax: setting(
    'WEIR_THREAT_TIMEOUT_MS',
    z.coerce
      .number()
      .int()
      .min(50)
      .max(30_000)
      .default(2_000)
      .describe(
        'Milliseconds that a classifier may take. Then the failure policy of the team decides.',
      ),
  ),
  webRiskUrl: setting(
    'WEIR_WEB_RISK_URL',
    baseUrl
      .default('https://webrisk.googleapis.com')
      .describe('Base URL of the Google Web Risk API.'),
  ),
  safeBrowsingUrl: setting(
    'WEIR_SAFE_BROWSING_URL',
    baseUrl
      .default('https://safebrowsing.googleapis.com')
      .describe('Base URL of the Google Safe Browsing API 5.'),
  ),
}

export const threatSecrets = {
  threatClassifierKey: setting(
    'WEIR_THREAT_KEY',
    z.string().optional().describe('Sent to `WEIR_THREAT_URL` as a Bearer token.'),
  ),
  webRiskKey: setting(
    'WEIR_WEB_RISK_KEY',
    z
      .string()
      .optional()
      .describe(
        'Key of Google Web Risk, which then judges URLs. Four bytes of hashes are sent, never URLs.',
      ),
  ),
  safeBrowsingKey: setting(
    'WEIR_SAFE_BROWSING_KEY',
    z
      .string()
      .optional()
      .describe(
        'Key of Google Safe Browsing 5, which then judges URLs; for non-commercial use. Four bytes of hashes are sent, never URLs.',
      ),
  ),
}
