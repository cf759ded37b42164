import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '#kernel/account.ts'
import { account } from '#test/fixtures/edge.ts'
import { scrapeRequest } from './contract.ts'
import type { Document } from '#formats/document.ts'
import { refuseDocument } from '#formats/key-restrictions.ts'
import { contentFormats } from '#formats/content-formats.ts'
import { checkJsonSchemasAtOnce } from '#formats/json-schemas.ts'
import { checkPermissions, refuseStored } from './permissions.ts'

const Request = scrapeRequest({ allowedHosts: [] })
const request = (options: object) => Request.parse({ url: 'https://example.com', ...options })
const permit = (options: object, changes: Partial<Account> = {}) =>
  checkPermissions(request(options), { ...account, ...changes })

const forbidden = (message: string) => ({ code: 'FORBIDDEN', message })

test('zero data retention needs the permission of the team', () => {
  assert.throws(
    () => permit({ zeroDataRetention: true }),
    /^ServiceError: Zero Data Retention \(ZDR\) is not enabled for your team\./,
  )
  permit({ zeroDataRetention: true }, { zeroDataRetention: 'allowed' })
  permit({ zeroDataRetention: true }, { zeroDataRetention: 'forced' })
  permit({ lockdown: true })
})

test('static IP addresses are not enabled', () => {
  for (const country of ['us-whitelist', 'US-WHITELIST']) {
    assert.throws(
      () => permit({ location: { country } }),
      forbidden('Static IP addresses are not enabled for your team. Send a country instead.'),
    )
  }
})

test('third-party tools are not enabled', () => {
  const alexandria = { provider: 'a', capability: 'b' }
  const expected = forbidden('Exchange is not enabled for this team.')
  assert.throws(() => permit({ alexandria }), expected)
  const body = Request.parse({ alexandria: [alexandria] })
  assert.throws(() => checkPermissions(body, account), expected)
})

test('a format restriction of the key also applies to actions', () => {
  const restricted = { allowedFormats: ['markdown', 'links'] }
  permit({ formats: ['markdown', 'links'] }, restricted)
  assert.throws(
    () => permit({ formats: ['markdown', 'html', 'rawHtml'] }, restricted),
    forbidden(
      'Request blocked: this API key is restricted to the following formats: markdown, links. Requested formats not allowed: html, rawHtml.',
    ),
  )
  for (const type of ['scrape', 'executeJavascript', 'pdf', 'generatePDF', 'screenshot']) {
    const named = type === 'generatePDF' ? 'pdf' : type
    assert.throws(
      () => permit({ actions: [{ type, script: 'x' }] }, restricted),
      forbidden(
        `Request blocked: the "${named}" action returns page content and is not available on this format-restricted API key.`,
      ),
    )
  }
  const withScreenshots = { allowedFormats: ['markdown', 'screenshot'] }
  permit({ formats: ['screenshot'], actions: [{ type: 'screenshot' }] }, withScreenshots)
  assert.throws(() => permit({ actions: [{ type: 'screenshot' }] }, withScreenshots))
  permit({ actions: [{ type: 'scrape' }] })
})

/** Reads a stored document with Markdown and the results of actions. */
const read = (actions: object, allowed: readonly string[]) =>
  refuseDocument({ markdown: '# A', metadata: {}, actions } as unknown as Document, allowed)

test('a key restricted to formats may use other actions and read their result', () => {
  const nothing = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }

  permit({ actions: [{ type: 'click', selector: 'a' }] }, { allowedFormats: ['markdown'] })
  read(nothing, ['markdown'])
  const brought = {
    scrapes: [{ url: 'http://a.example/', html: 'x' }],
    javascriptReturns: [{ type: 'string', value: 'x' }],
    pdfs: ['http://a.example/1'],
    screenshots: ['http://a.example/2'],
  }
  for (const [name, results] of Object.entries(brought)) {
    const actions = { ...nothing, [name]: results }
    assert.throws(() => read(actions, ['markdown']), { code: 'FORBIDDEN' }, name)
    read(actions, [])
  }
  read({ ...nothing, screenshots: brought.screenshots }, ['markdown', 'screenshot'])
})

/** Formats of a request that is supported. */
function supported(options: object) {
  const wanted = request(options)
  checkJsonSchemasAtOnce(wanted.formats)
  return contentFormats(wanted.formats)
}

test('supported options pass', () => {
  const formats = ['markdown', 'html', 'rawHtml', 'links', 'images']
  assert.deepEqual(supported({ formats: ['screenshot'] }), [])
  const attributes = { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }
  assert.equal(supported({ formats: [...formats, attributes] }).length, 6)
  const harmless = {
    mobile: true,
    location: { country: 'DE' },
    redactPII: false,
    actions: [{ type: 'scrape' }],
    profile: { name: 'x' },
    parsers: ['pdf', 'image'],
    blockAds: false,
    safeMode: true,
    auditMetadata: { username: 'x' },
  }
  assert.deepEqual(supported(harmless), [{ type: 'markdown' }])
})

test('zero data retention refuses options that store data', () => {
  const stored: [object, RegExp][] = [
    [{ formats: ['markdown', 'screenshot'] }, /the format screenshot\.$/],
    [
      { actions: [{ type: 'pdf' }, { type: 'screenshot' }] },
      /the action pdf, the action screenshot/,
    ],
    [{ profile: { name: 'x' } }, /a profile with saveChanges/],
  ]
  const forced = { ...account, zeroDataRetention: 'forced' } as const
  const allowed = { ...account, zeroDataRetention: 'allowed' } as const
  for (const [asked, message] of stored) {
    const refusal = { code: 'SCRAPE_ZDR_VIOLATION_ERROR', message }
    assert.throws(() => refuseStored(request(asked), forced), refusal)
    const zeroDataRetention = { ...asked, zeroDataRetention: true }
    assert.throws(() => refuseStored(request(zeroDataRetention), allowed), refusal)
    const locked = request({ ...asked, lockdown: true })
    // A profile is left out under lockdown.
    if ('profile' in asked) refuseStored(locked, allowed)
    else assert.throws(() => refuseStored(locked, allowed), refusal)
    refuseStored(request(asked), allowed)
  }
  const reading = { actions: [{ type: 'scrape' }], profile: { name: 'x', saveChanges: false } }
  refuseStored(request(reading), forced)
})
