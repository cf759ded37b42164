import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidRequest } from '#http/invalid-request.ts'
import { ServiceError } from '#kernel/errors.ts'
import { scrapeRequest } from './contract.ts'

const Request = scrapeRequest({ allowedHosts: ['wiki'] })
const url = 'https://example.com'
const read = (options: object = {}) => Request.parse({ url, ...options })

/** The error of an invalid body. */
function refusal(body: object): ServiceError {
  const result = Request.safeParse(body)
  assert.ok(!result.success, `accepted: ${JSON.stringify(body).slice(0, 200)}`)
  return invalidRequest(result.error)
}

const unknownKey = nameUnknown('')

function nameUnknown(name: string): string {
  return `Unrecognized key in body${name} -- please review the v2 API documentation for request body changes`
}
const attributes = (count: number) => ({
  type: 'attributes',
  selectors: Array.from({ length: count }, () => ({ selector: 'a', attribute: 'href' })),
})

test('a request with only a URL gets all defaults', () => {
  assert.deepEqual(read(), {
    url,
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    onlyCleanContent: false,
    includeTags: [],
    excludeTags: [],
    parsers: [
      { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false },
      { type: 'image' },
    ],
    removeBase64Images: true,
    headers: {},
    waitFor: 0,
    mobile: false,
    skipTlsVerification: true,
    timeout: 60_000,
    actions: undefined,
    location: { country: 'US' },
    fastMode: false,
    blockAds: true,
    proxy: 'auto',
    maxAge: 172_800_000,
    storeInCache: true,
    lockdown: false,
    checkPromptInjection: false,
    redactPII: false,
    zeroDataRetention: false,
    domainTools: false,
    toolDetail: 'summary',
  })
})

test('each rule has its error text', () => {
  const rows: [object, string][] = [
    [{ url: 'ftp://example.com' }, 'URL uses unsupported protocol'],
    [{ url: 'http://intranet' }, 'URL must have a valid top-level domain or be an IP address'],
    [{ url: 'http://exa mple.com' }, 'Invalid URL'],
    [{ url: `http://example.com/${'a'.repeat(8_200)}` }, 'Invalid URL'],
    [{ url, surprise: 1 }, unknownKey],
    [{ url, location: { country: 'US', city: 'x' } }, nameUnknown(': location.city')],
    [{ url, formats: [{ type: 'markdown', extra: 1 }] }, nameUnknown(': formats.0.extra')],
    [{ url, parsers: [{ type: 'pdf', extra: 1 }] }, nameUnknown(': parsers.0.extra')],
    [{ url, surprise: 1, waitFor: 40_000 }, unknownKey],
    [
      { url, formats: ['screenshot', { type: 'screenshot' }] },
      'You may only specify one screenshot format',
    ],
    [
      { url, formats: ['changeTracking'] },
      'The changeTracking format requires the markdown format to be specified as well',
    ],
    [
      { url, formats: ['json', 'deterministicJson'] },
      'Cannot specify both json and deterministicJson formats',
    ],
    [
      { url, formats: ['rawBase64', 'markdown'] },
      'The rawBase64 format cannot be combined with other formats',
    ],
    [{ url, waitFor: 30_001 }, 'waitFor must not exceed half of timeout'],
    [{ url, timeout: 300_001 }, 'timeout must be at most 300000 milliseconds'],
    [{ url, waitFor: 600, timeout: 1_000 }, 'waitFor must not exceed half of timeout'],
    [
      { url, actions: Array.from({ length: 51 }, () => ({ type: 'scrape' })) },
      'Number of actions cannot exceed 50',
    ],
    [
      { url, waitFor: 20_000, actions: [{ type: 'wait', milliseconds: 40_001 }] },
      'Total wait time (waitFor + wait actions) cannot exceed 60 seconds',
    ],
    [
      {
        url,
        actions: [
          { type: 'wait', milliseconds: 59_001 },
          { type: 'wait', selector: 'a' },
        ],
      },
      'Total wait time (waitFor + wait actions) cannot exceed 60 seconds',
    ],
    [
      { url, actions: [{ type: 'wait' }] },
      "Either 'milliseconds' or 'selector' must be provided, but not both.",
    ],
    [
      { url, actions: [{ type: 'wait', milliseconds: 1, selector: 'a' }] },
      "Either 'milliseconds' or 'selector' must be provided, but not both.",
    ],
    [
      { url, location: { country: 'USA' } },
      'Invalid country code. Use a valid ISO 3166-1 alpha-2 country code.',
    ],
    [
      { url, headers: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`x-${n}`, 'y'])) },
      'Number of headers cannot exceed 64',
    ],
    [
      { url, threatProtection: { blacklist: ['https://example.com'] } },
      'Invalid domain entry: write a domain such as example.com or *.example.com.',
    ],
    [
      { url, threatProtection: { blockedTlds: ['.zip'] } },
      'Invalid TLD: write it in lower case, without a dot.',
    ],
  ]
  for (const [body, text] of rows) {
    const failure = refusal(body)
    assert.deepEqual([failure.code, failure.message], ['BAD_REQUEST', text])
  }
})

test('types are checked before rules, formats before waits, and the sum of waits before half of the timeout', () => {
  const twice = ['screenshot', 'screenshot']
  const actions = [{ type: 'wait', milliseconds: 30_000 }]
  const rows: [object, string][] = [
    [{ formats: twice, waitFor: 'x' }, 'waitFor: Invalid input: expected number, received string'],
    [{ formats: twice, waitFor: 31_000, actions }, 'You may only specify one screenshot format'],
    [
      { waitFor: 31_000, actions },
      'Total wait time (waitFor + wait actions) cannot exceed 60 seconds',
    ],
    [{ waitFor: 30_001, actions: [] }, 'waitFor must not exceed half of timeout'],
  ]
  for (const [options, text] of rows) assert.equal(refusal({ url, ...options }).message, text)
  const { details } = refusal({ url, formats: twice })
  assert.deepEqual(details, [
    {
      code: 'custom',
      path: ['formats'],
      message: 'You may only specify one screenshot format',
    },
  ])
})

test('values of invalid type or size are refused, and the details name the field', () => {
  const rows: [object, string][] = [
    [{}, 'url'],
    [{ url: 5 }, 'url'],
    [{ url: null }, 'url'],
    [{ url, formats: 'markdown' }, 'formats'],
    [{ url, formats: ['bogus'] }, 'formats.0'],
    [{ url, formats: [{ type: 'bogus' }] }, 'formats.0.type'],
    [{ url, formats: ['question'] }, 'formats.0'],
    [{ url, formats: [{ type: 'question', question: '' }] }, 'formats.0.question'],
    [{ url, formats: [{ type: 'highlights' }] }, 'formats.0.query'],
    [{ url, formats: [{ type: 'query', prompt: 'x'.repeat(10_001) }] }, 'formats.0.prompt'],
    [{ url, formats: [{ type: 'json', prompt: 'x'.repeat(10_001) }] }, 'formats.0.prompt'],
    [{ url, formats: [{ type: 'json', schema: [] }] }, 'formats.0.schema'],
    [{ url, formats: [{ type: 'screenshot', quality: 101 }] }, 'formats.0.quality'],
    [
      { url, formats: [{ type: 'screenshot', viewport: { width: 7_681, height: 1 } }] },
      'formats.0.viewport.width',
    ],
    [{ url, formats: [attributes(1_001)] }, 'formats.0.selectors'],
    [{ url, formats: ['markdown', { type: 'changeTracking', modes: ['x'] }] }, 'formats.1.modes.0'],
    [{ url, onlyMainContent: 'yes' }, 'onlyMainContent'],
    [{ url, includeTags: 'main' }, 'includeTags'],
    [{ url, excludeTags: ['x'.repeat(1_025)] }, 'excludeTags.0'],
    [{ url, headers: { 'x-a': 5 } }, 'headers.x-a'],
    [{ url, headers: { 'x-a': 'x'.repeat(8_193) } }, 'headers.x-a'],
    [{ url, waitFor: 60_001 }, 'waitFor'],
    [{ url, waitFor: 1.5 }, 'waitFor'],
    [{ url, timeout: 999 }, 'timeout'],
    [{ url, maxAge: -1 }, 'maxAge'],
    [{ url, minAge: -1 }, 'minAge'],
    [{ url, parsers: ['doc'] }, 'parsers.0'],
    [{ url, parsers: [{ type: 'pdf', maxPages: 10_001 }] }, 'parsers.0.maxPages'],
    [{ url, proxy: 'fast' }, 'proxy'],
    [{ url, profile: { name: '' } }, 'profile.name'],
    [{ url, profile: { name: 'x'.repeat(129) } }, 'profile.name'],
    [{ url, auditMetadata: { username: 'x'.repeat(1_025) } }, 'auditMetadata.username'],
    [{ url, redactPII: { mode: 'loud' } }, 'redactPII.mode'],
    [{ url, threatProtection: { riskScoreThreshold: 101 } }, 'threatProtection.riskScoreThreshold'],
    [{ url, toolDetail: 'all' }, 'toolDetail'],
    [{ url, actions: [{ type: 'jump' }] }, 'actions.0.type'],
    [{ url, actions: [{ type: 'click' }] }, 'actions.0.selector'],
    [{ url, actions: [{ type: 'wait', milliseconds: 0 }] }, 'actions.0.milliseconds'],
    [
      { url, actions: [{ type: 'executeJavascript', script: 'x'.repeat(100_001) }] },
      'actions.0.script',
    ],
    [{ url, origin: 'x'.repeat(257) }, 'origin'],
    [{ url, alexandria: [] }, 'alexandria'],
  ]
  for (const [body, path] of rows) {
    const { message, details = [] } = refusal(body)
    assert.match(message, /^[\w.-]+: /, path)
    assert.ok(
      details.some((detail) => detail.path.join('.') === path),
      `${path}: ${JSON.stringify(details)}`,
    )
  }
})

test('format names become objects, and aliases are replaced', () => {
  assert.deepEqual(read({ formats: ['html', { type: 'links' }, 'html'] }).formats, [
    { type: 'html' },
    { type: 'links' },
    { type: 'html' },
  ])
  assert.deepEqual(read({ formats: [] }).formats, [])
  assert.deepEqual(read({ formats: ['screenshot'] }).formats, [
    { type: 'screenshot', fullPage: false },
  ])
  assert.deepEqual(read({ formats: [{ type: 'screenshot', any: 1 }] }).formats, [
    { type: 'screenshot', fullPage: false },
  ])
  assert.deepEqual(read({ formats: [{ type: 'query', prompt: 'why' }] }).formats, [
    { type: 'query', prompt: 'why', mode: 'freeform' },
  ])
  for (const type of ['json', 'deterministicJson', 'changeTracking']) {
    const [, format] = read({ formats: ['markdown', { type, prompt: ' ' }] }).formats
    assert.ok(format && (!('prompt' in format) || format.prompt === undefined), type)
  }
  assert.equal(read({ proxy: 'stealth' }).proxy, 'enhanced')
  assert.equal(read({ location: { country: 'de' } }).location.country, 'DE')
  const [pdf] = read({ parsers: [{ type: 'pdf', pageMarkdown: true }] }).parsers
  assert.ok(pdf?.type === 'pdf' && pdf.pages && !('pageMarkdown' in pdf))
  assert.deepEqual(read({ actions: [{ type: 'generatePDF', more: 1 }] }).actions, [
    { type: 'pdf', format: 'Letter', landscape: false, scale: 1 },
  ])
  assert.equal(Request.parse({ url: 'wiki/page' }).url, 'http://wiki/page')
})

test('options that depend on others are normalised', () => {
  assert.equal(read({ lockdown: true }).maxAge, 63_072_000_000)
  assert.equal(read({ lockdown: true, maxAge: 5 }).maxAge, 5)
  assert.equal(read({ minAge: 1 }).maxAge, Number.MAX_SAFE_INTEGER)
  assert.equal(read({ formats: ['markdown', 'changeTracking'] }).waitFor, 5_000)
  const timeout = (options: object) => read({ timeout: 30_000, ...options }).timeout
  assert.equal(timeout({}), 30_000)
  assert.equal(timeout({ proxy: 'basic' }), 30_000)
  assert.equal(timeout({ formats: ['json'] }), 60_000)
  assert.equal(timeout({ formats: ['markdown', 'changeTracking'] }), 60_000)
  for (const proxy of ['enhanced', 'stealth', 'auto']) assert.equal(timeout({ proxy }), 120_000)
  assert.equal(read({ timeout: 30_001, proxy: 'auto' }).timeout, 30_001)
})

test('fields that clients add about themselves are accepted', () => {
  assert.doesNotThrow(() =>
    read({
      origin: 'js-sdk@4.42.0',
      integration: null,
      __agentInterop: {},
      useMock: 'x',
      fastMode: true,
      safeMode: true,
      auditMetadata: { username: 'x' },
    }),
  )
})

test('what some clients send along is ignored', () => {
  const wait = { type: 'wait', milliseconds: 10, name: 'first', fullPage: true }
  assert.deepEqual(read({ actions: [wait] }).actions, [{ type: 'wait', milliseconds: 10 }])
  assert.equal(read({ location: { country: 'us-generic' } }).location.country, 'US')
})
