/** What other services of this kind took from their callers, and should not have, tried here through the API. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { runJob } from '#test/fixtures/run-job.ts'
import { describedOperations, operationsOpenToStrangers } from '#test/fixtures/strangers.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const receiver = await startReceiver()
const site = await startPages({
  '/': article('A page'),
  '/script': `<h1>Title</h1><script>alert(1)</script><img src=x onerror=alert(1)>`,
  '/file': {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="../../../../tmp/weir-download"',
    },
    body: 'bytes',
  },
})
disposeAfterTests(service, receiver, site)

const elsewhere = 'http://192.0.2.1:8080'
const post = (path: string, body: object) => service.ask('POST', path, { body })
const scrape = (url: string, options: object = {}) =>
  post('/v2/scrape', { url, maxAge: 0, ...options })

const monitor = { name: 'Test', schedule: { text: 'daily' } }

/** That a body is refused, and for this key. */
async function refusesKey(key: string, value: unknown, path = '/v2/scrape'): Promise<void> {
  const { status, body } = await post(path, { url: `${site.url}/`, [key]: value })
  assert.equal(status, 400, key)
  assert.ok(JSON.stringify(body).includes(key), key)
}

test('no endpoint accepts URLs other than http and https', async () => {
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'no address', 'gopher://a.b/']) {
    const bodies: readonly (readonly [string, object])[] = [
      ['/v2/scrape', { url }],
      ['/v2/map', { url }],
      ['/v2/crawl', { url }],
      ['/v2/crawl', { url: `${site.url}/`, webhook: url }],
      ['/v2/batch/scrape', { urls: [url], ignoreInvalidURLs: false }],
      ['/v2/batch/scrape', { urls: [`${site.url}/`], webhook: { url } }],
      ['/v2/monitor', { ...monitor, targets: [{ type: 'scrape', urls: [url] }] }],
      ['/v2/monitor', { ...monitor, targets: [{ type: 'crawl', url }] }],
    ]
    for (const [path, body] of bodies) {
      assert.equal((await post(path, body)).status, 400, `${path} ${JSON.stringify(body)}`)
    }
  }
})

test('file URLs are refused in every spelling', async () => {
  const spellings = [
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'file:/etc/passwd',
    'file:etc/passwd',
    ' file:///etc/passwd',
    'file://localhost/etc/passwd',
    'fi\nle:///etc/passwd',
    '\u0000file:///etc/passwd',
    '\u0001file:///etc/passwd',
    'view-source:file:///etc/passwd',
    'source:file:///etc/passwd',
    'url:file:///etc/passwd',
    'jar:file:///etc/passwd!/',
  ]
  for (const url of spellings) {
    const { status, body } = await scrape(url)
    assert.equal(status, 400, JSON.stringify(url))
    assert.doesNotMatch(JSON.stringify(body), /root:/)
  }
})

test('a caller cannot choose a proxy', async () => {
  await refusesKey('proxy', elsewhere)
  await refusesKey('proxy_config', { server: elsewhere })
  await refusesKey('proxyServer', elsewhere)
  const nested = { url: `${site.url}/`, scrapeOptions: { proxy: elsewhere } }
  assert.equal((await post('/v2/crawl', nested)).status, 400)
})

test('a caller cannot choose a language model, its URL or its key', async () => {
  for (const key of ['base_url', 'baseUrl', 'api_token', 'provider', 'llm_config']) {
    await refusesKey(key, elsewhere)
  }
  const format = { type: 'json', prompt: 'What is it?', base_url: elsewhere }
  assert.equal((await scrape(`${site.url}/`, { formats: [format] })).status, 400)
})

test('a caller cannot pass browser flags', async () => {
  for (const key of ['extra_args', 'args', 'browserArgs', 'launchOptions', 'executablePath']) {
    await refusesKey(key, ['--utility-cmd-prefix=touch /tmp/weir-flag', '--no-sandbox'])
  }
  assert.equal(existsSync('/tmp/weir-flag'), false)
})

test('a request cannot name a file to write', async () => {
  for (const key of ['output_path', 'outputPath', 'path', 'saveTo', 'filename']) {
    await refusesKey(key, '/tmp/weir-written')
    await refusesKey(key, '/tmp/weir-written', '/v2/crawl')
  }
  assert.equal(existsSync('/tmp/weir-written'), false)
})

test('a request cannot run code outside the page', async () => {
  for (const key of ['hooks', 'js_code', 'code', 'python', 'language', 'beforeScrape']) {
    await refusesKey(key, 'import os; os.system("touch /tmp/weir-code")')
    await refusesKey(key, { on_page_context_created: 'async def hook(page): pass' }, '/v2/crawl')
  }
  assert.equal(existsSync('/tmp/weir-code'), false)
})

test('objects in a body are plain data, whatever class they name', async () => {
  const typed = { type: 'BrowserConfig', params: { extra_args: ['--no-sandbox'] } }
  await refusesKey('browser_config', typed)
  await refusesKey('params', typed)
  const polluted = JSON.stringify({ url: `${site.url}/` }).replace(
    '}',
    ',"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  )
  assert.equal((await service.ask('POST', '/v2/scrape', { body: polluted })).status, 400)
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
})

test('an object instead of a string is refused', async () => {
  const odd = { toString: 'x', length: 1, 0: '/' }
  const bodies: readonly (readonly [string, object])[] = [
    ['/v2/scrape', { url: odd }],
    ['/v2/scrape', { url: `${site.url}/`, includeTags: [odd] }],
    ['/v2/scrape', { url: `${site.url}/`, headers: { a: odd } }],
    ['/v2/map', { url: `${site.url}/`, search: odd }],
    ['/v2/crawl', { url: `${site.url}/`, includePaths: [odd] }],
    ['/v2/monitor', { ...monitor, name: odd, targets: [{ type: 'scrape', urls: [site.url] }] }],
    ['/v2/monitor', { ...monitor, schedule: { cron: odd }, targets: [] }],
  ]
  for (const [path, body] of bodies) {
    assert.equal((await post(path, body)).status, 400, JSON.stringify(body))
  }
})

/** What template languages would make something of. */
const templates =
  '{{7*7}} ${7*7} <%= 7*7 %> #{7*7} {% debug %} ={{ this.constructor.constructor("return process")() }}'

test('template expressions of a caller are not evaluated', async () => {
  const { length } = receiver.messages
  const metadata = { note: templates }
  await runJob(service, '/v2/batch/scrape', {
    urls: [`${site.url}/`],
    webhook: { url: receiver.url, metadata, events: ['completed'] },
  })
  while (receiver.messages.length === length) await setTimeout(20)
  assert.deepEqual(receiver.messages.at(-1)?.['metadata'], metadata)

  const targets = [{ type: 'scrape', urls: [`${site.url}/`] }]
  const made = await post('/v2/monitor', { ...monitor, name: templates, targets })
  assert.equal(made.body.data.name, templates)
})

test('SQL of a caller is not executed', async () => {
  const sql = `x'); drop table monitors; --`
  const targets = [{ type: 'scrape', urls: [`${site.url}/?q=${sql}`] }]
  const made = await post('/v2/monitor', { ...monitor, name: sql, targets })
  assert.equal(made.body.data.name, sql)
  for (const path of ['/v2/team/activity?cursor=', '/v2/monitor?limit=1&offset=0&x=']) {
    assert.ok((await service.ask('GET', path + encodeURIComponent(sql))).status < 500, path)
  }
  const { body } = await service.ask('GET', `/v2/monitor/${made.body.data.id}`)
  assert.equal(body.data.name, sql)
})

test('every operation checks the key first', async () => {
  const all = await describedOperations(service)
  assert.ok(all.filter(({ isOpen }) => !isOpen).length > 25)
  assert.deepEqual(await operationsOpenToStrangers(service), [])
})

test('a cross-site form has no effect', async () => {
  const cookie = 'authorization=Bearer fc-0123456789abcdef0123456789abcdef; key=fc-0123'
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const answer = await service.server.inject({
      method: 'POST',
      url: '/v2/scrape',
      headers: { cookie, 'content-type': type, origin: 'https://evil.example' },
      payload: JSON.stringify({ url: `${site.url}/` }),
    })
    assert.equal(answer.statusCode, 401, type)
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
  }
})

test('no response contains environment variables', async () => {
  process.env['WEIR_TEST_CANARY'] = 'canary-of-the-environment'
  const bodies = [
    await scrape(`${site.url}/`, { includeTags: ['env', '$ENV', 'main'] }),
    await scrape(`${site.url}/`, { formats: [{ type: 'attributes', selectors: [] }] }),
    await post('/v2/map', { url: `${site.url}/`, search: 'env $ENV {{env}} ${env}' }),
    await post('/v2/crawl', { url: `${site.url}/`, includePaths: ['env|$ENV'], limit: 1 }),
  ].map(({ body }) => JSON.stringify(body))
  const pages = ['/', '/docs', '/docs/configuration', '/docs/search.json', '/llms-full.txt']
  for (const url of [...pages, '/metrics', '/health/ready', '/v2/openapi.json', '/v2/env']) {
    bodies.push((await service.server.inject({ url })).body)
  }
  delete process.env['WEIR_TEST_CANARY']
  assert.deepEqual(
    bodies.filter((body) => body.includes('canary-of-the-environment')),
    [],
  )
})

test('a selector cannot read files', async () => {
  const paths = [
    'doc("file:///etc/passwd")',
    'unparsed-text("/etc/passwd")',
    'xpath:doc("file:///etc/passwd")//*',
    '(doc("/etc/passwd"))',
    'xpath:unparsed-text-lines("file:///etc/passwd")',
    '//h1[contains(unparsed-text("/etc/passwd"), "r")]',
    'xpath:fetch("file:///etc/passwd")',
    '$.document("/etc/passwd")',
  ]
  for (const selector of paths) {
    const { status, body } = await scrape(`${site.url}/`, { includeTags: [selector] })
    assert.equal(status, 400, selector)
    assert.doesNotMatch(JSON.stringify(body), /root:/)
  }
})

test('served files cannot be escaped by path traversal', async () => {
  const folders = ['/assets', '/docs/assets', '/docs/pictures', '/docs/guides']
  const paths = [
    ...folders.map((folder) => `${folder}/..%2f..%2f..%2f..%2fetc%2fpasswd`),
    '/docs/../../../../etc/passwd',
    '/docs/....//....//etc/passwd',
    '/files/..%2f..%2f..%2fetc%2fpasswd?expires=9999999999&signature=x',
    '/files/%2fetc%2fpasswd?expires=9999999999&signature=',
    '/..%5c..%5cetc/passwd',
  ]
  for (const url of paths) {
    const answer = await service.server.inject({ url })
    assert.ok([400, 404].includes(answer.statusCode), `${url}: ${answer.statusCode}`)
    assert.doesNotMatch(answer.body, /root:/)
  }
})

test('names of parsers, formats and profiles are not paths', async () => {
  assert.equal((await scrape(`${site.url}/`, { parsers: ['../../etc/passwd'] })).status, 400)
  assert.equal(
    (await scrape(`${site.url}/`, { parsers: [{ type: '../processors/evil' }] })).status,
    400,
  )
  assert.equal((await scrape(`${site.url}/`, { formats: ['../../etc/passwd'] })).status, 400)
  const { status, body: answer } = await scrape(`${site.url}/`, {
    profile: { name: '../../../../tmp/weir-profile' },
  })
  assert.notEqual(status, 500, JSON.stringify(answer))
  assert.equal(existsSync('/tmp/weir-profile'), false)
})

test('the file name of a download is not used as a path', async () => {
  await scrape(`${site.url}/file`)
  await scrape(`${site.url}/file`, { parsers: [], formats: ['rawBase64'] })
  assert.equal(existsSync('/tmp/weir-download'), false)
})

test('404 responses are JSON that browsers do not render', async () => {
  for (const url of ['/<script>alert(1)</script>', '/v2/scrape/<svg onload=alert(1)>']) {
    const answer = await service.server.inject({ url: encodeURI(url) })
    assert.match(String(answer.headers['content-type']), /^application\/json/)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  }
})

test('markup of a site is returned only inside JSON', async () => {
  const answer = await service.server.inject({
    method: 'POST',
    url: '/v2/scrape',
    headers: { authorization: 'Bearer fc-0123456789abcdef0123456789abcdef' },
    payload: { url: `${site.url}/script`, formats: ['rawHtml'] },
  })
  assert.match(answer.json().data.rawHtml, /<script>alert/)
  assert.match(String(answer.headers['content-type']), /^application\/json/)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
})
