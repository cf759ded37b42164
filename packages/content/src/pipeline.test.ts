import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import type { Content, ContentRequest } from './content.ts'
import { readPage } from './pipeline.ts'

const everyText = [{ type: 'markdown' }, { type: 'html' }, { type: 'rawHtml' }] as const

function read(body: string | Uint8Array, fields: Partial<ContentRequest> = {}): Content {
  return readPage(contentRequest(body, fields))
}

test('only the requested formats are made', () => {
  const content = read('<p>Hello</p>', { formats: [{ type: 'links' }] })
  assert.deepEqual(Object.keys(content).toSorted(), ['internal', 'links', 'metadata', 'warnings'])
})

const warnings = (html: string, fields: Partial<ContentRequest> = {}) =>
  read(html, { formats: [{ type: 'markdown' }], ...fields }).warnings

test('empty content always has a warning', () => {
  const nothing = ['The result is empty: no text was found here.']
  const excluded = ['The result is empty: includeTags and excludeTags leave no text of this page.']

  assert.deepEqual(warnings('<main></main><script>1</script>'), nothing)
  assert.deepEqual(warnings(''), nothing)
  assert.deepEqual(warnings('<p>Hello</p>', { includeTags: ['.none'] }), excluded)
  assert.deepEqual(warnings('', { formats: [{ type: 'links' }] }), [])
  assert.deepEqual(warnings('<p>Hello</p>'), [])
})

test('rawHtml is the unchanged decoded text, whatever else is requested', () => {
  const html = '<!DOCTYPE html>\r\n<P onclick=x>Größe<script>1</script><!-- c --></P>\n'
  assert.equal(read(html, { formats: everyText }).rawHtml, html)
})

test('links and images are those of the whole page, also when only a part becomes text', () => {
  const content = read('<nav><a href="/a">a</a></nav><main><img src="i.png"></main>', {
    includeTags: ['main'],
    formats: [{ type: 'html' }, { type: 'links' }, { type: 'images' }],
  })
  assert.deepEqual(content.links, ['https://example.com/a'])
  assert.deepEqual(content.images, ['https://example.com/docs/i.png'])
  assert.ok(!content.html?.includes('/a'))
})

test('attributes see the page as it was sent, in document order, one entry per selector', () => {
  const html = '<head><meta name=a content=1></head><i data-ID=x></i><nav><i data-id=y></i></nav>'
  const content = read(html, {
    onlyMainContent: true,
    formats: [
      { type: 'attributes', selectors: [{ selector: 'i', attribute: 'data-id' }] },
      {
        type: 'attributes',
        selectors: [
          { selector: 'meta[name=a]', attribute: 'content' },
          { selector: 'b', attribute: 'x' },
        ],
      },
    ],
  })
  assert.deepEqual(content.attributes, [
    { selector: 'i', attribute: 'data-id', values: ['x', 'y'] },
    { selector: 'meta[name=a]', attribute: 'content', values: ['1'] },
    { selector: 'b', attribute: 'x', values: [] },
  ])
})

test('plain text and Markdown are given as they are', () => {
  const text = '# Title\n\n* one <two>\n'
  for (const contentType of [
    'text/plain',
    'text/markdown; charset=utf-8',
    'text/plain;charset=x',
  ]) {
    const content = read(text, { contentType, formats: everyText })
    assert.equal(content.markdown, text)
    assert.equal(content.rawHtml, text)
    assert.equal(content.html, '<pre># Title\n\n* one &lt;two&gt;\n</pre>')
  }
})

test('JSON is unchanged in a code fence that is longer than any fence in it', () => {
  const json = '{"b": [1,  2],\n "a": "````"}'
  for (const contentType of ['application/json', 'application/problem+json', undefined]) {
    assert.equal(read(json, { contentType }).markdown, `\`\`\`\`\`json\n${json}\n\`\`\`\`\``)
  }
})

test('a feed becomes a list of its entries', () => {
  const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>News &amp; more</title>
    <link>https://example.com/</link><description>All of it</description>
    <item><title>First *item*</title><link>https://example.com/1</link>
      <pubDate>Tue, 03 Mar 2026 10:00:00 GMT</pubDate>
      <description><![CDATA[<p>Some <b>bold</b> words.</p>]]></description></item>
    <item><title>Second</title><link>/2</link></item></channel></rss>`
  const content = read(rss, {
    contentType: 'application/rss+xml',
    formats: [{ type: 'markdown' }, { type: 'links' }],
  })
  assert.deepEqual(content.links, ['https://example.com/1', 'https://example.com/2'])
  assert.equal(content.metadata['title'], 'News & more')
  assert.equal(
    content.markdown,
    String.raw`# News & more

All of it

## [First \*item\*](<https://example.com/1>)

2026-03-03T10:00:00.000Z

Some bold words.

## [Second](<https://example.com/2>)`,
  )
})

test('an Atom feed is read too', () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title>
    <entry><title>Entry</title><link href="https://example.com/e"/>
      <updated>2026-01-02T03:04:05Z</updated><summary>Sum</summary></entry></feed>`
  const { markdown } = read(atom, { contentType: 'application/atom+xml' })
  assert.match(markdown ?? '', /## \[Entry\]\(<https:\/\/example.com\/e>\)\n\n2026-01-02T03:04:05/)
})

test('other XML is returned unchanged, and a sitemap returns its links', () => {
  const xml = '<urlset><url><loc> https://example.com/a </loc></url></urlset>'
  const content = read(xml, {
    contentType: 'application/xml',
    formats: [{ type: 'markdown' }, { type: 'links' }],
  })
  assert.equal(content.markdown, `\`\`\`xml\n${xml}\n\`\`\``)
  assert.deepEqual(content.links, ['https://example.com/a'])
})

test('entities of XML are not expanded', () => {
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>'
  assert.ok(!JSON.stringify(read(bomb, { contentType: 'text/xml' }).metadata).includes('aaaa'))
})

test('the bytes determine the type when the header is missing, vague or wrong', () => {
  const html = '<!doctype html><title>T</title><p>x'
  for (const contentType of [
    undefined,
    '',
    'application/octet-stream',
    'application/pdf',
    'image/png',
  ]) {
    assert.equal(read(html, { contentType }).metadata['title'], 'T', String(contentType))
  }
  assert.equal(read('just words', { contentType: undefined }).markdown, 'just words')
  assert.equal(read('{"a":1}', { contentType: undefined }).markdown, '```json\n{"a":1}\n```')
})

test('XHTML that calls itself XML is read as HTML', () => {
  const xhtml =
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head></html>'
  for (const contentType of ['application/xhtml+xml', 'text/xml']) {
    assert.equal(read(xhtml, { contentType }).metadata['title'], 'X')
  }
})

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ')
const files = [
  ['application/pdf', pdf, 'NOT_IMPLEMENTED'],
  ['text/html', pdf, 'NOT_IMPLEMENTED'],
  ['application/msword', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'NOT_IMPLEMENTED'],
  [undefined, Buffer.from('PK\u0003\u0004....[Content_Types].xml', 'latin1'), 'NOT_IMPLEMENTED'],
  ['image/png', Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
  ['application/octet-stream', Buffer.from([0, 1, 2, 3]), 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
  ['text/html', Buffer.from('PK\u0003\u0004zip', 'latin1'), 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
] as const

for (const [contentType, body, code] of files) {
  test(`a file of type ${contentType} (${body.subarray(0, 4).toString('hex')}) fails with ${code}`, () => {
    assert.throws(() => read(body, { contentType }), { code, message: /parsers: \[\]/ })
  })

  test(`a file of type ${contentType} (${body.subarray(0, 4).toString('hex')}) is handed out when asked`, () => {
    const base64 = body.toString('base64')
    const given = read(body, { contentType, formats: everyText, readDocuments: false })
    assert.deepEqual([given.markdown, given.html, given.rawHtml], [base64, base64, base64])
    assert.equal(read(body, { contentType, formats: [{ type: 'rawBase64' }] }).rawBase64, base64)
  })
}

test('rawBase64 is the bytes of any page', () => {
  for (const contentType of ['text/html', 'application/json', 'text/xml', 'text/plain']) {
    const body = Buffer.from('\xEF\xBB\xBF<x>\xFF', 'latin1')
    const { rawBase64 } = read(body, { contentType, formats: [{ type: 'rawBase64' }] })
    assert.equal(rawBase64, body.toString('base64'))
  }
})

test('an empty page has empty content', () => {
  const content = read('', { contentType: undefined, formats: everyText })
  assert.deepEqual([content.markdown, content.rawHtml], ['', ''])
})

test('a text that is longer than threads may read is refused, and a file of that size is not', () => {
  const body = Buffer.alloc(50 * 1024 * 1024 + 1, 'a')
  for (const contentType of ['text/html', 'text/plain', 'application/json'])
    assert.throws(() => readPage(contentRequest(body, { contentType })), RangeError)
  body.write('PK\u0003\u0004')
  const file = contentRequest(body, {
    contentType: 'application/zip',
    formats: [{ type: 'rawBase64' }],
  })
  assert.equal(readPage(file).rawBase64?.length, 4 * Math.ceil(body.length / 3))
})
