import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { until } from '#test/fixtures/until.ts'
import { makePdf } from '#fixtures/pdf.ts'
import { pictureOfText } from '#fixtures/picture-of-text.ts'
import { firstKey, startService } from '#test/service.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../packages/fixtures/documents', name))
const octets = { 'content-type': 'application/octet-stream' }

const mail = [
  'From: Ada Example <ada@example.org>',
  'To: Bob <bob@example.org>',
  'Subject: =?utf-8?q?The_weir_in_M=C3=A4rz?=',
  'Date: Mon, 02 Mar 2026 10:00:00 +0000',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'It holds. See https://example.org/weir.',
  '--b',
  'Content-Type: application/pdf; name=plan.pdf',
  'Content-Disposition: attachment; filename=plan.pdf',
  '',
  '%PDF-',
  '--b--',
  '',
].join('\r\n')
const page = (number: number) => [
  { text: `Page ${number}`, points: 22 },
  { text: 'It says that weirs hold back water, and where they stand.' },
]
const pages = makePdf([page(1), page(2), page(3)])
const picture = Buffer.from(await pictureOfText('Weirs'))
const service = await startService()
const site = await startPages({
  '/text': { headers: { 'content-type': 'application/msword' }, body: fixture('text.docx') },
  '/wrong': { headers: { 'content-type': 'text/html' }, body: fixture('sheets.ods') },
  '/named': {
    headers: { ...octets, 'content-disposition': `attachment; filename*=UTF-8''heights%20.csv` },
    body: 'Name,Height\nNorth,1.2\n',
  },
  '/mail.eml': { headers: { 'content-type': 'text/plain' }, body: mail },
  '/torn.pdf': { headers: octets, body: '%PDF-1.7 and nothing else' },
  '/pages.pdf': { headers: { 'content-type': 'application/pdf' }, body: pages },
  '/moved': { status: 302, headers: { location: '/text' }, body: '' },
  '/picture': { headers: { 'content-type': 'image/png' }, body: picture },
})
disposeAfterTests(service, site)

async function scrape(path: string, options: object = {}) {
  const { status, body } = await service.ask('POST', '/v2/scrape', {
    body: { url: site.url + path, ...options },
  })
  return { status, ...body }
}

test('a document at a URL is read, from the cache too', async () => {
  const first = await scrape('/text', { formats: ['markdown', 'links'] })
  assert.match(first.data.markdown, /^# Weirs of the upper river/)
  assert.deepEqual(first.data.links, ['https://example.org/weirs'])
  assert.deepEqual(
    [first.data.metadata.title, first.data.metadata.author],
    ['Weirs of the upper river', 'Ada Example'],
  )
  const again = await scrape('/text')
  assert.equal(again.data.metadata.cacheState, 'hit')
  assert.equal(again.data.markdown, first.data.markdown)
  assert.match((await scrape('/moved')).data.markdown, /^# Weirs of the upper river/)
})

test('wrong types and names in headers are tolerated', async () => {
  assert.match((await scrape('/wrong')).data.markdown, /## Heights\n\n\| Name \| Height/)
  assert.match((await scrape('/named')).data.markdown, /\| North \| 1.2 \|/)
})

test('an e-mail is read with its headers, body and attachment names', async () => {
  const { data } = await scrape('/mail.eml', { formats: ['markdown', 'links'] })
  assert.match(data.markdown, /^# The weir in März\n\n\*\*From:\*\* Ada Example/)
  assert.match(data.markdown, /- plan\.pdf \(application\/pdf, \d+ bytes\)/)
  assert.deepEqual(data.links, ['https://example.org/weir'])
  assert.equal(data.metadata.publishedTime, '2026-03-02T10:00:00.000Z')
})

test('a picture is read by OCR unless it is not wanted', async () => {
  assert.match((await scrape('/picture')).data.markdown, /Weirs/)
  assert.equal(
    (await scrape('/picture', { parsers: ['pdf'] })).code,
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
  )
  const parsers = ['image', { type: 'pdf', pages: true, blocks: true }]
  const { data } = await scrape('/picture', { parsers })
  assert.match(data.markdown, /Weirs/)
  assert.deepEqual([data.metadata.numPages, data.metadata.totalPages], [1, 1])
  assert.deepEqual(data.pages, [{ pageNumber: 1, markdown: data.markdown }])
  for (const { content, markdownSpan, bbox } of data.blocks[0].items) {
    assert.equal(data.markdown.slice(...markdownSpan), content)
    for (const side of bbox) assert.ok(side >= 0 && side <= 1)
  }
})

test('an empty list of parsers returns the file as base64, through the SDK too', async () => {
  const sdk = new Firecrawl({ apiKey: firstKey, apiUrl: await service.listen() })
  const { markdown } = await sdk.scrape(`${site.url}/text`, { parsers: [] })
  assert.equal(markdown, fixture('text.docx').toString('base64'))
})

test('rawBase64 returns the received bytes of a document, even a damaged one, for one credit', async () => {
  for (const [path, bytes] of [
    ['/text', fixture('text.docx')],
    ['/pages.pdf', pages],
    ['/torn.pdf', Buffer.from('%PDF-1.7 and nothing else')],
  ] as const) {
    const { data } = await scrape(path, { formats: ['rawBase64'], maxAge: 0 })
    assert.equal(data.rawBase64, bytes.toString('base64'), path)
    assert.equal(data.metadata.creditsUsed, 1)
  }
  assert.equal((await scrape('/torn.pdf')).code, 'DOCUMENT_CORRUPT')
})

test('rawBase64 of a crawl is what the site has sent, also of a file that would be read', async () => {
  const start = { url: `${site.url}/picture`, limit: 1, scrapeOptions: { formats: ['rawBase64'] } }
  const { body } = await service.ask('POST', '/v2/crawl', { body: start })
  const read = () => service.ask('GET', `/v2/crawl/${body.id}`)
  assert.ok(await until(async () => (await read()).body.status === 'completed'))
  const [document] = (await read()).body.data
  assert.equal(document.rawBase64, picture.toString('base64'))
})

test('PDF files are charged by page, and returned as base64 without their parser', async () => {
  const read = await scrape('/pages.pdf', { parsers: [{ type: 'pdf', maxPages: 2 }] })
  const { numPages, totalPages, creditsUsed } = read.data.metadata
  assert.deepEqual([numPages, totalPages, creditsUsed], [2, 3, 2])
  const out = await scrape('/pages.pdf', { parsers: ['image'], maxAge: 0 })
  assert.equal(out.data.markdown, pages.toString('base64'))
  assert.equal(out.data.metadata.creditsUsed, 1)
})

test('page separators contain the number of the next page', async () => {
  const parsers = [{ type: 'pdf', pages: true, pageMarkers: true }]
  const { data } = await scrape('/pages.pdf', { parsers })
  const texts = [1, 2, 3].map(
    (number) => `# Page ${number}\n\nIt says that weirs hold back water, and where they stand.`,
  )
  const [first, second, third] = texts
  assert.equal(
    data.markdown,
    `${first}\n\n---\n\n<!-- page 2 -->\n\n${second}\n\n---\n\n<!-- page 3 -->\n\n${third}`,
  )
  assert.deepEqual(
    data.pages,
    texts.map((markdown, index) => ({ pageNumber: index + 1, markdown })),
  )
})
