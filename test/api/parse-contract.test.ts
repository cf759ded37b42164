import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { createParseClient, type SentFile } from '#test/fixtures/parse-client.ts'
import { startService } from '#test/service.ts'

/** The rules of docs/api/parse.md, one by one. */
const service = await startService()
const client = createParseClient(await service.listen())
disposeAfterTests(service)

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../packages/fixtures/documents', name))

test('invalid options are refused', async () => {
  const accepted = [
    {},
    { formats: [] },
    { onlyMainContent: false, includeTags: ['h1'], excludeTags: ['p'] },
    { headers: { accept: 'text/html' } },
    { timeout: 1_000 },
    { timeout: 300_000 },
    { parsers: ['pdf', 'image'] },
    { parsers: [{ type: 'pdf', mode: 'ocr', maxPages: 10_000, pages: true, blocks: true }] },
    { parsers: [{ type: 'pdf', pageMarkdown: true, pageMarkers: true }, { type: 'image' }] },
    { skipTlsVerification: false, removeBase64Images: false, blockAds: false },
    { checkPromptInjection: false, redactPII: false, zeroDataRetention: false },
    { origin: 'mcp-anything@1', integration: 'cli' },
    { integration: null },
    { proxy: 'basic' },
    { proxy: 'auto' },
    { auditMetadata: { username: 'ada' } },
    { onlyCleanContent: false, maxAge: 0, storeInCache: true },
    { mobile: false, waitFor: 0, actions: [] },
    { __internal: { anything: 1 } },
  ]
  for (const options of accepted) {
    const { status, body } = await client.parse({ options })
    assert.equal(status, 200, `${JSON.stringify(options)}: ${body.error}`)
  }
  const refused = [
    { formats: 'markdown' },
    { formats: ['nonsense'] },
    { formats: ['highlights'] },
    { onlyMainContent: 'yes' },
    { includeTags: 'h1' },
    { headers: { accept: 1 } },
    { timeout: 999 },
    { timeout: 1_000.5 },
    { timeout: '1000' },
    { parsers: 'pdf' },
    { parsers: ['docx'] },
    { parsers: [{ type: 'pdf', maxPages: 0 }] },
    { parsers: [{ type: 'pdf', maxPages: 10_001 }] },
    { parsers: [{ type: 'pdf', mode: 'slow' }] },
    { skipTlsVerification: 1 },
    { blockAds: 'no' },
    { removeBase64Images: null },
    { redactPII: { mode: 'slow' } },
    { origin: 5 },
    { origin: 'x'.repeat(257) },
    { integration: 'x'.repeat(129) },
    { proxy: 5 },
    { auditMetadata: {} },
    { auditMetadata: { username: 'x'.repeat(1_025) } },
    { maxAge: -1 },
  ]
  for (const options of refused) {
    const { status, body } = await client.parse({ options })
    const { success, error, code, details } = body
    assert.deepEqual([status, success, code], [400, false, 'BAD_REQUEST'], JSON.stringify(options))
    const [detail] = details
    assert.equal(error, `${detail.path.join('.')}: ${detail.message}`)
    assert.deepEqual(Object.keys(details[0]), ['code', 'path', 'message'])
    assert.equal(details[0].path[0], Object.keys(options)[0])
  }
  const { status, body } = await client.parse({ options: { timeout: 300_001 } })
  assert.deepEqual(
    [status, body.code, body.error],
    [400, 'BAD_REQUEST', 'timeout must be at most 300000 milliseconds'],
  )
})

test('unknown keys are refused at every level', async () => {
  const unknown = [
    { nonsense: 1 },
    { url: 'https://example.org' },
    { minAge: 5 },
    { lockdown: true },
    { profile: { name: 'a' } },
    { parsers: [{ type: 'pdf', nonsense: 1 }] },
    { auditMetadata: { username: 'a', nonsense: 1 } },
    { formats: [{ type: 'markdown', nonsense: 1 }] },
  ]
  for (const options of unknown) {
    const { status, body } = await client.parse({ options })
    const [{ path }] = body.details as [{ path: readonly unknown[] }]
    const name = path.length > 1 ? `: ${path.join('.')}` : ''
    const text = `Unrecognized key in body${name} -- please review the v2 API documentation for request body changes`
    assert.deepEqual([status, body.error, body.code], [400, text, 'BAD_REQUEST'])
    assert.equal(body.details[0].code, 'unrecognized_keys')
  }
})

test('web page options are refused with specific texts', async () => {
  const refused = [
    { actions: [{ type: 'wait', milliseconds: 5 }] },
    { formats: ['screenshot'] },
    { formats: ['screenshot', 'screenshot'] },
    { formats: ['markdown', { type: 'screenshot', fullPage: true }] },
    { formats: ['branding'] },
    { formats: ['changeTracking'] },
    { formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }] },
    { formats: ['audio'] },
    { formats: ['video'] },
    { formats: ['json', 'deterministicJson'] },
    { waitFor: 5 },
    { location: { country: 'DE' } },
    { mobile: true },
    { proxy: 'enhanced' },
    { proxy: 'stealth' },
    { proxy: 'x'.repeat(100) },
  ]
  for (const options of refused) {
    const { status, body } = await client.parse({ options })
    const seen = [status, body.success, body.code]
    assert.deepEqual(seen, [400, false, 'PARSE_UNSUPPORTED_OPTIONS'], JSON.stringify(options))
    assert.match(body.error, /^Parse uploads (do not )?support /)
  }
  for (const formats of [['rawBase64'], ['rawBase64', 'markdown']]) {
    const { status, body } = await client.parse({ options: { formats } })
    const text = 'The rawBase64 format is not supported for parse uploads'
    assert.deepEqual([status, body.error, body.code], [400, text, 'BAD_REQUEST'])
  }
})

test('by default the result is Markdown of the main content', async () => {
  const bytes = `<title>Weirs</title><nav><a href="/x">Elsewhere</a></nav><main><h1>Weirs</h1><p>${'They hold back water. '.repeat(20)}</p><img alt="a" src="data:image/png;base64,AAAA"></main>`
  const { body } = await client.parse({ bytes, name: 'Weirs of the north.HTML', type: 'text/html' })
  const { markdown, metadata, ...others } = body.data
  assert.deepEqual(others, {})
  assert.match(markdown, /^# Weirs\n\nThey hold/)
  assert.doesNotMatch(markdown, /Elsewhere|base64/)
  const { scrapeId, ...known } = metadata
  assert.match(scrapeId, /^[\da-f]{8}-[\da-f]{4}-7/)
  assert.deepEqual(known, {
    title: 'Weirs',
    language: 'en',
    sourceURL: 'Weirs of the north.HTML',
    url: 'Weirs of the north.HTML',
    statusCode: 200,
    sourceFile: 'Weirs of the north.HTML',
    contentType: 'text/html',
    proxyUsed: 'basic',
    cacheState: 'miss',
    creditsUsed: 1,
    concurrencyLimited: false,
  })
})

test('relative links of a file stay relative unless it has a base URL', async () => {
  const bytes =
    '<h1>A</h1><p><a href="next.html">n</a> <a href="../up/#x">u</a> <a href="#here">h</a> <a href="https://example.org/a">a</a> <a href="mailto:a@example.org">m</a> <img alt="p" src="img/p.png"></p>'
  const options = { formats: ['markdown', 'html', 'links', 'images'], onlyMainContent: false }
  const { data } = (await client.parse({ bytes, options })).body
  assert.equal(
    data.markdown,
    '# A\n\n[n](next.html) [u](../up/#x) [h](#here) [a](https://example.org/a) [m](mailto:a@example.org) ![p](img/p.png)',
  )
  assert.match(data.html, /href="next.html".*href="..\/up\/#x".*href="#here".*src="img\/p.png"/)
  assert.deepEqual(data.links, ['next.html', '../up/#x', 'https://example.org/a'])
  assert.deepEqual(data.images, ['img/p.png'])
  const based = `<base href="https://example.org/docs/">${bytes}`
  const { data: absolute } = (await client.parse({ bytes: based, options })).body
  assert.deepEqual(absolute.links.slice(0, 2), [
    'https://example.org/docs/next.html',
    'https://example.org/up/#x',
  ])
  assert.deepEqual(absolute.images, ['https://example.org/docs/img/p.png'])
})

test('the type comes from content, name or declared type; otherwise the file is unsupported', async () => {
  const read: SentFile[] = [
    { name: 'A.HtM' },
    { name: 'a.xhtml' },
    { name: 'noending', type: 'text/html' },
    { name: 'a.unknown', type: 'text/csv', bytes: 'a,b\n1,2\n' },
    { name: 'a.bin', bytes: fixture('text.docx') },
    { name: 'noending', bytes: fixture('sheets.xls') },
    { name: 'a.txt', bytes: 'Plain.' },
  ]
  for (const sent of read) {
    const { status, body } = await client.parse(sent)
    assert.equal(status, 200, `${sent.name}: ${body.error}`)
    assert.notEqual(body.data.markdown, '')
  }
  const unknown: SentFile[] = [
    { name: 'a.exe', bytes: 'MZ\0\0\u0001' },
    { name: 'a.exe', bytes: 'Just text.' },
    { name: 'a.xyz', bytes: 'Just text.', type: 'text/plain' },
    { name: 'a.zip', bytes: 'PK\u0003\u0004 no document' },
    { name: 'a.mp4', bytes: '\0\0\0\u0018ftypmp42', type: 'video/mp4' },
    { name: 'noending', bytes: 'Just text.' },
    { name: 'a.png', bytes: '\u0089PNG\r\n\u001a\n', options: { parsers: ['pdf'] } },
  ]
  for (const sent of unknown) {
    const { status, body } = await client.parse(sent)
    assert.deepEqual([status, body.code], [400, 'UNSUPPORTED_FILE_TYPE'], sent.name)
    assert.match(
      body.error,
      /^Unsupported upload type\. Supported file extensions: \.html, \.htm, \.xhtml, \.pdf, \.docx/,
    )
  }
})

test('without parsers the file is returned as base64 for one credit', async () => {
  const options = { parsers: [], formats: ['markdown', 'html', 'rawHtml'] }
  const bytes = fixture('text.docx')
  const { data } = (await client.parse({ name: 'a.docx', bytes, options })).body
  const base64 = bytes.toString('base64')
  assert.deepEqual([data.markdown, data.html, data.rawHtml], [base64, base64, base64])
  assert.equal(data.metadata.creditsUsed, 1)
})

test('a file with the name of a document and other content is corrupt', async () => {
  for (const name of ['a.pdf', 'a.docx', 'a.xlsx', 'a.pptx', 'a.doc', 'a.xls', 'a.ppt', 'a.epub']) {
    for (const bytes of [
      'Your session has expired.',
      '',
      'PK\u0003\u0004 cut off',
      '\0\u0001\u0002',
    ]) {
      const { status, body } = await client.parse({ name, bytes })
      assert.deepEqual([status, body.code], [422, 'DOCUMENT_CORRUPT'], `${name}: ${bytes}`)
    }
  }
  const { body } = await client.parse({
    name: 'a.png',
    bytes: 'no picture',
    options: { parsers: ['image'] },
  })
  assert.equal(body.code, 'DOCUMENT_CORRUPT')
})
