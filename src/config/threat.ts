import {
  baseUrlSetting,
  countSetting,
  list,
  optionalBaseUrlSetting,
  optionalTextSetting,
  setting,
} from './setting.ts'

export const threatSettings = {
  lists: setting(
    'WEIR_THREAT_LISTS',
    list.describe(
      'Lists of dangerous hosts and URLs, comma-separated: paths of files, or addresses from which they are downloaded. Formats: hosts file, one domain per line, URLhaus (text and CSV) and `||domain^`; also compressed with gzip or zstd, or in a ZIP archive. A name in a hosts file covers that host, a domain also its subdomains.',
    ),
  ),
  listHours: countSetting(
    'WEIR_THREAT_LIST_HOURS',
    'Hours after which the lists are read and downloaded again.',
    { min: 1, max: 8_760, fallback: 24 },
  ),
  dns: setting(
    'WEIR_THREAT_DNS',
    list.describe(
      'Filtering name servers whose answers are verdicts, comma-separated: `cloudflare`, `quad9`, or a filtering server and one that does not filter, as in `192.0.2.1:53/192.0.2.2:53`. Host names are sent to them.',
    ),
  ),
  classifierUrl: optionalBaseUrlSetting(
    'WEIR_THREAT_URL',
    'URL of a classifier of your own. It gets `POST {"url", "domain"}` and answers `{"score": 0 to 100, "categories"?, "ttlSeconds"?}`. It may be a private address.',
  ),
  answerMsMax: countSetting(
    'WEIR_THREAT_TIMEOUT_MS',
    'Milliseconds that a classifier may take. Then the failure policy of the team decides.',
    { min: 50, max: 30_000, fallback: 2_000 },
  ),
  webRiskUrl: baseUrlSetting(
    'WEIR_WEB_RISK_URL',
    'Base URL of the Google Web Risk API.',
    'https://webrisk.googleapis.com',
  ),
  safeBrowsingUrl: baseUrlSetting(
    'WEIR_SAFE_BROWSING_URL',
    'Base URL of the Google Safe Browsing API 5.',
    'https://safebrowsing.googleapis.com',
  ),
}

export const threatSecrets = {
  threatClassifierKey: optionalTextSetting(
    'WEIR_THREAT_KEY',
    'Sent to `WEIR_THREAT_URL` as a Bearer token.',
  ),
  webRiskKey: optionalTextSetting(
    'WEIR_WEB_RISK_KEY',
    'Key of Google Web Risk, which then judges URLs. Four bytes of hashes are sent, never URLs.',
  ),
  safeBrowsingKey: optionalTextSetting(
    'WEIR_SAFE_BROWSING_KEY',
    'Key of Google Safe Browsing 5, which then judges URLs; for non-commercial use. Four bytes of hashes are sent, never URLs.',
  ),
}
