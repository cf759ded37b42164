import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { composeFetch } from '#fetch/compose.ts'
import { composeReaders } from '#reading/compose.ts'
import { readConfig } from '#config.ts'
import { createGetPage } from '#fetch/get-page.ts'
import { systemClock } from '#kernel/clock.ts'
import { makeCertificate } from '#net/make-certificate.ts'
import { scrapeRequest } from '#pages/contract.ts'
import { createPageSource } from '#pages/sources/page.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startProxy } from '#test/fixtures/proxy-server.ts'
import { startSite } from '#test/fixtures/site.ts'

interface Answer {
  readonly status?: number
  readonly type?: string
  readonly body: string | Uint8Array
}

const text = readFileSync(join(import.meta.dirname, '../../packages/fixtures/documents/text.docx'))
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const player = {
  captions: {
    captionTracks: [
      { baseUrl: 'https://www.youtube.com/api/timedtext?v=a&kind=asr', kind: 'asr' },
      { baseUrl: 'https://www.youtube.com/api/timedtext?v=a' },
    ],
  },
  videoDetails: {
    title: 'How "weirs" work',
    author: 'A',
    shortDescription: 'On [weirs].\nSecond.',
  },
}
const shell =
  '<!doctype html><title>A shell</title><p>Enable scripts to see this page of the editor.</p>'

/** The web, by host and path with query. */
const web: Readonly<Record<string, Answer>> = {
  'docs.google.com/document/d/doc_1/export?format=docx': { type: docx, body: text },
  'docs.google.com/document/d/private/export?format=docx': { body: '<title>Sign in</title>' },
  'docs.google.com/spreadsheets/d/sheet/export?format=csv&gid=7': {
    type: 'text/csv',
    body: 'Year,Height\n1884,12',
  },
  'docs.google.com/spreadsheets/d/sheet/export?format=xlsx': { status: 500, body: '' },
  'drive.google.com/uc?export=download&id=file-1': { type: 'text/plain', body: 'A drive file.' },
  'raw.githubusercontent.com/o/r/main/docs/guide.md': {
    type: 'text/plain',
    body: '# Guide\n\nText.',
  },
  'raw.githubusercontent.com/o/r/main/src/main.py': { type: 'text/plain', body: 'print("hi")' },
  'api.github.com/gists/0123456789abcdef0123': {
    type: 'application/json',
    body: JSON.stringify({
      description: 'Two files',
      files: {
        a: { filename: 'a.py', language: 'Python', content: 'print("```")' },
        b: { filename: 'b.md', language: 'Markdown', content: 'Some *text*.' },
      },
    }),
  },
  'www.dropbox.com/s/abc/notes.txt?dl=1': { type: 'text/plain', body: 'A dropbox file.' },
  'team.sharepoint.com/:t:/s/x/abc?e=1&download=1': { type: 'text/plain', body: 'A shared file.' },
  'www.youtube.com/watch?v=aaaaaaaaaaa': {
    body: `<title>v</title><script>var x = ${JSON.stringify(player)};</script>`,
  },
  'www.youtube.com/api/timedtext?v=a&fmt=srv1': {
    type: 'text/xml',
    body: '<transcript><text start="0.5" dur="2">A weir &amp;amp; a dam</text><text start="61" dur="1">don&amp;#39;t move</text></transcript>',
  },
  'arxiv.org/abs/2101.00001': {
    body: '<title>[2101.00001] On weirs</title><main><h1>On weirs</h1><blockquote>We measure the height of water.</blockquote></main>',
  },
  'arxiv.org/pdf/2101.00001v2': { type: 'text/plain', body: 'A paper on weirs.' },
  'www.youtube.com/watch?v=bbbbbbbbbbb': {
    body: '<title>Silent</title><p>A video without captions.</p>',
  },
}

const stack = new AsyncDisposableStack()
disposeAfterTests(stack)
const asked: string[] = []
const site = stack.use(
  await startSite(
    ({ headers, url }, response) => {
      const address = `${headers.host}${url}`
      asked.push(address)
      const { status = 200, type = 'text/html', body } = web[address] ?? { body: shell }
      response.writeHead(status, { 'content-type': type }).end(body)
    },
    { tls: makeCertificate() },
  ),
)
const proxy = stack.use(await startProxy({ leadsTo: site.port }))
const config = readConfig({
  WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
  WEIR_BROWSER_PAGES_MAX: '0',
  WEIR_PROXY_BASIC: proxy.url,
})
const log = { debug() {}, info() {}, warn() {}, error() {} }
const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
const { fetchPage } = await composeFetch(config, { log, lookup }, stack)
const { readContent } = composeReaders(config, stack)
const getPage = createGetPage({ fetchPage, cache: undefined, clock: systemClock, log })
const readPage = createPageSource({ getPage, readContent })
const schema = scrapeRequest({ allowedHosts: [] })

async function read(url: string, options: object = {}) {
  const { content, facts } = await readPage({
    id: '0199b0a0-0000-7000-8000-000000000000',
    teamId: 'a-team',
    principal: undefined,
    request: schema.parse({ url, ...options }),
    zeroDataRetention: false,
    queuedMs: 0,
    signal: AbortSignal.timeout(60_000),
  })
  return { ...content, ...facts.metadata }
}

test('links to documents are read from their public export, and keep their URL', async () => {
  const url = 'https://docs.google.com/document/d/doc_1/edit?usp=sharing#heading=h.1'
  const { markdown, sourceURL, url: final } = await read(url)
  assert.match(markdown ?? '', /\S/)
  assert.doesNotMatch(markdown ?? '', /scripts/)
  assert.equal(sourceURL, url)
  assert.equal(new URL(final ?? '').host, 'docs.google.com')
  const again = await read('https://docs.google.com/document/u/0/d/doc_1/preview')
  assert.equal(again.markdown, markdown)
})

const texts: Readonly<Record<string, RegExp>> = {
  'https://docs.google.com/spreadsheets/d/sheet/edit#gid=7': /\| 1884 +\| 12 +\|/,
  'https://drive.google.com/file/d/file-1/view?usp=drive_link': /^A drive file\.$/,
  'https://drive.google.com/open?id=file-1': /^A drive file\.$/,
  'https://github.com/o/r/blob/main/docs/guide.md': /^# Guide\n\nText\.$/,
  'https://github.com/o/r/blob/main/src/main.py#L1-L2': /^print\("hi"\)$/,
  'https://gist.github.com/somebody/0123456789abcdef0123':
    /^# Two files\n\n## a\.py\n\n````python\nprint\("```"\)\n````\n\n## b\.md\n\nSome \*text\*\.$/,
  'https://www.dropbox.com/s/abc/notes.txt?dl=0': /^A dropbox file\.$/,
  'https://team.sharepoint.com/:t:/s/x/abc?e=1': /^A shared file\.$/,
}

for (const [url, expected] of Object.entries(texts)) {
  test(`${url} is read from its public export`, async () => {
    const { markdown, sourceURL } = await read(url)
    assert.match(markdown ?? '', expected)
    assert.equal(sourceURL, url)
  })
}

test('a video of YouTube has its captions as text', async () => {
  for (const url of [
    'https://www.youtube.com/watch?v=aaaaaaaaaaa&t=3',
    'https://youtu.be/aaaaaaaaaaa',
    'https://m.youtube.com/shorts/aaaaaaaaaaa',
  ]) {
    const { markdown = '', metadata } = await read(url)
    assert.match(markdown, /^# How "weirs" work/)
    assert.match(markdown, /On \\?\[weirs\\?\]\./)
    assert.match(
      markdown,
      /## Transcript\n\n\\?\[0:00\\?\] A weir & a dam\n\n\\?\[1:01\\?\] don't move/,
    )
    assert.equal(metadata['title'], 'How "weirs" work')
  }
  assert.match((await read('https://youtu.be/bbbbbbbbbbb')).markdown ?? '', /without captions/)
})

test('where there is no public export, the page itself is read', async () => {
  for (const url of [
    'https://docs.google.com/document/d/private/edit',
    'https://docs.google.com/spreadsheets/d/sheet/edit',
    'https://docs.google.com/document/d/e/2PACX-1/pub',
    'https://github.com/o/r/tree/main/docs',
    'https://www.dropbox.com/scl/fo/folder/x?rlkey=1',
  ]) {
    assert.match((await read(url)).markdown ?? '', /Enable scripts/, url)
  }
})

test('papers of arXiv are read as they are: the abstract, and the file', async () => {
  for (const [url, expected] of [
    ['https://arxiv.org/abs/2101.00001', /^# On weirs\n\n> We measure the height/],
    ['https://arxiv.org/pdf/2101.00001v2', /^A paper on weirs\./],
  ] as const) {
    asked.length = 0
    const { markdown, sourceURL } = await read(url)
    assert.match(markdown ?? '', expected)
    assert.equal(sourceURL, url)
    assert.deepEqual(asked, [url.slice('https://'.length)])
  }
})

test('the page itself is read when its form is wanted', async () => {
  const url = 'https://github.com/o/r/blob/main/docs/guide.md'
  for (const options of [
    { formats: ['rawHtml', 'markdown'] },
    { includeTags: ['p'] },
    { headers: { authorization: 'Bearer 1' } },
  ]) {
    asked.length = 0
    assert.match((await read(url, options)).markdown ?? '', /Enable scripts/)
    assert.deepEqual(asked, ['github.com/o/r/blob/main/docs/guide.md'])
  }
})

test('an export that may not be visited is not', async () => {
  const request = schema.parse({ url: 'https://github.com/o/r/blob/main/docs/guide.md' })
  asked.length = 0
  await readPage({
    id: '0199b0a0-0000-7000-8000-000000000000',
    teamId: 'a-team',
    principal: undefined,
    request: { ...request, mayVisit: (url) => new URL(url).hostname === 'github.com' },
    zeroDataRetention: false,
    queuedMs: 0,
    signal: AbortSignal.timeout(60_000),
  })
  assert.deepEqual(asked, ['github.com/o/r/blob/main/docs/guide.md'])
})
