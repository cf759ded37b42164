import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startThreatService } from '#test/fixtures/threat-service.ts'
import {
  fresh,
  harmless,
  listed,
  readOutcome,
  risky,
  teamWith,
  type Access,
} from '#test/fixtures/threat-team.ts'

let started: Awaited<ReturnType<typeof startThreatService>>
before(async () => (started = await startThreatService()))
after(async () => started[Symbol.asyncDispose]())

const ask = (...request: Parameters<typeof started.service.ask>) => started.service.ask(...request)
const at = (host: string) => started.urlAt(host, `/page-${fresh()}`)

interface Wanted {
  readonly key: string
  readonly url: string
  readonly option: object | undefined
}

const withOption = (option: object | undefined) => option && { threatProtection: option }
const shown = (isShown: boolean) => (isShown ? 'reached' : 'dropped')

/** Whether a URL can be reached through each of the endpoints. */
const endpoints: Readonly<Record<string, (wanted: Wanted) => Promise<string>>> = {
  scrape: async ({ key, url, option }) =>
    readOutcome(await ask('POST', '/v2/scrape', { key, body: { url, ...withOption(option) } })),
  redirect: async ({ key, url, option }) => {
    const from = started.urlAt(harmless, `/to?url=${encodeURIComponent(url)}`)
    const body = { url: from, ...withOption(option) }
    return readOutcome(await ask('POST', '/v2/scrape', { key, body }))
  },
  batch: async ({ key, url, option }) => {
    const body = { urls: [url], ignoreInvalidURLs: false, ...withOption(option) }
    return readOutcome(await ask('POST', '/v2/batch/scrape', { key, body }))
  },
  'batch that ignores': async ({ key, url, option }) => {
    const urls = [started.urlAt('127.0.0.4', '/safe'), url]
    const own = option && { ...option, whitelist: ['127.0.0.4', ...toList(option)] }
    const body = { urls, ...withOption(own) }
    const reply = await ask('POST', '/v2/batch/scrape', { key, body })
    if (reply.status !== 200) return readOutcome(reply)
    return shown(!reply.body.invalidURLs.includes(url))
  },
  crawl: async ({ key, url, option }) => {
    const body = { url, limit: 1, scrapeOptions: { ...withOption(option) } }
    return readOutcome(await ask('POST', '/v2/crawl', { key, body }))
  },
  map: async ({ key, url, option }) => {
    const from = started.urlAt('127.0.0.4', `/links?url=${encodeURIComponent(url)}`)
    const own = option && { ...option, whitelist: ['127.0.0.4', ...toList(option)] }
    const body = {
      url: from,
      allowExternalLinks: true,
      filterByPath: false,
      sitemap: 'skip',
      ...withOption(own),
    }
    const reply = await ask('POST', '/v2/map', { key, body })
    if (reply.status !== 200) return readOutcome(reply)
    return shown(reply.body.links.some((link: { url: string }) => link.url === url))
  },
  search: async ({ key, url, option }) => {
    started.hits.urls = [url]
    const body = { query: `rivers ${fresh()}`, ...withOption(option) }
    const reply = await ask('POST', '/v2/search', { key, body })
    if (reply.status !== 200) return readOutcome(reply)
    return shown((reply.body.data.web ?? []).some((item: { url: string }) => item.url === url))
  },
  extract: async ({ key, url, option }) => {
    const body = { urls: [url], prompt: 'The title.', ...withOption(option) }
    return readOutcome(await ask('POST', '/v2/extract', { key, body }))
  },
  agent: async ({ key, url, option }) => {
    const body = { prompt: 'The title.', urls: [url], ...withOption(option) }
    return readOutcome(await ask('POST', '/v2/agent', { key, body }))
  },
  monitor: async ({ key, url, option }) => {
    const targets = [{ type: 'scrape', urls: [url], scrapeOptions: { ...withOption(option) } }]
    const body = { name: 'Test', schedule: { text: 'daily' }, targets }
    return readOutcome(await ask('POST', '/v2/monitor', { key, body }))
  },
}

const toList = (option: object): string[] =>
  'whitelist' in option ? (option.whitelist as string[]) : []

interface Row {
  readonly policy?: object
  readonly access?: Access
  readonly option?: object
  readonly url: () => string
  /** `reached`, a rule, or the beginning of another refusal. */
  readonly expected: string
  readonly isDown?: true
}

// The harmless hosts from which links and redirects begin.
const safe = [harmless, '127.0.0.4']
const rows: Readonly<Record<string, Row>> = {
  'no policy': { url: () => at(listed), expected: 'reached' },
  blacklist: {
    policy: { mode: 'normal', blacklist: [listed] },
    url: () => at(listed),
    expected: 'blacklist',
  },
  'whitelist over blacklist': {
    policy: { mode: 'normal', blacklist: [listed], whitelist: [listed] },
    url: () => at(listed),
    expected: 'reached',
  },
  'top-level domain': {
    policy: { mode: 'normal', blockedTlds: ['zip'] },
    url: () => `http://shop.example.zip/${fresh()}`,
    expected: 'blocked-tld',
  },
  'subdomain by pattern': {
    policy: { mode: 'manual-only', blacklist: ['*.evil.example'] },
    url: () => `http://a.b.evil.example/${fresh()}`,
    expected: 'blacklist',
  },
  'capital letters and a final dot': {
    policy: { mode: 'manual-only', blacklist: ['evil.example'] },
    url: () => `http://EVIL.example./${fresh()}`,
    expected: 'blacklist',
  },
  'international name': {
    policy: { mode: 'manual-only', blacklist: ['bücher.example'] },
    url: () => `http://xn--bcher-kva.example/${fresh()}`,
    expected: 'blacklist',
  },
  'address as an integer': {
    policy: { mode: 'manual-only', blacklist: [listed] },
    url: () => at('2130706434'),
    expected: 'blacklist',
  },
  'high score': { policy: { mode: 'normal' }, url: () => at(risky), expected: 'risk-score' },
  'low score': { policy: { mode: 'normal' }, url: () => at(harmless), expected: 'reached' },
  'score below the threshold': {
    policy: { mode: 'normal', riskScoreThreshold: 95 },
    url: () => at(risky),
    expected: 'reached',
  },
  'lists only': { policy: { mode: 'manual-only' }, url: () => at(risky), expected: 'reached' },
  'classifier down, closed': {
    policy: { mode: 'normal', whitelist: safe },
    url: () => at(listed),
    expected: 'provider-failure',
    isDown: true,
  },
  'classifier down, open': {
    policy: { mode: 'normal', failurePolicy: 'open' },
    url: () => at(listed),
    expected: 'reached',
    isDown: true,
  },
  'classifier down, whitelisted': {
    policy: { mode: 'normal', whitelist: [listed, ...safe] },
    url: () => at(listed),
    expected: 'reached',
    isDown: true,
  },
  'option that blocks': {
    option: { mode: 'manual-only', blacklist: [listed] },
    url: () => at(listed),
    expected: 'blacklist',
  },
  'option that allows': {
    policy: { mode: 'normal', blacklist: [listed] },
    option: { whitelist: [listed, ...safe] },
    url: () => at(listed),
    expected: 'reached',
  },
  'option that switches off': {
    policy: { mode: 'normal' },
    option: { mode: 'off' },
    url: () => at(risky),
    expected: 'reached',
  },
  'options disabled': {
    policy: { mode: 'normal', allowRequestOverrides: false },
    option: { mode: 'off' },
    url: () => at(harmless),
    expected:
      "403 Per-request threat protection overrides are disabled by your organization's threat protection configuration.",
  },
  'enforced without a policy': {
    access: 'enforced',
    url: () => at(risky),
    expected: 'risk-score',
  },
  'enforced, option that switches off': {
    access: 'enforced',
    policy: { mode: 'normal' },
    option: { mode: 'off' },
    url: () => at(harmless),
    expected: '403 Threat protection is enforced for your team and cannot be disabled per-request',
  },
  'feature off, option': {
    access: 'off',
    option: { blacklist: [listed] },
    url: () => at(harmless),
    expected: '403 Threat protection is an enterprise feature and is not enabled for your team.',
  },
  'zscaler option': {
    option: { mode: 'zscaler' },
    url: () => at(harmless),
    expected: '403 Threat protection mode "zscaler" requires a configured Zscaler connection.',
  },
}

const rules = new Set(['blacklist', 'blocked-tld', 'risk-score', 'provider-failure'])
/** These have no error for a single URL. */
const dropping = new Set(['batch that ignores', 'map', 'search'])

for (const [name, row] of Object.entries(rows)) {
  test(`every endpoint decides alike: ${name}`, async () => {
    const key = await teamWith(started, row.policy ?? null, row.access)
    const wrong: string[] = []
    started.classifier.state.isDown = row.isDown ?? false
    for (const [endpoint, reach] of Object.entries(endpoints)) {
      const isDropped = rules.has(row.expected) && dropping.has(endpoint)
      const expected = isDropped ? 'dropped' : row.expected
      const outcome = await reach({ key, url: row.url(), option: row.option })
      if (!outcome.startsWith(expected)) wrong.push(`${endpoint}: ${outcome}, not ${expected}`)
    }
    started.classifier.state.isDown = false
    assert.deepEqual(wrong, [])
  })
}
