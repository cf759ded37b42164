import assert from 'node:assert/strict'
import { test } from 'node:test'
import { article } from '#fixtures/article.ts'
import { extractPage, fillSchema, type PageFormat } from './index.ts'

const url = 'https://example.org/mills/one'

test('a page becomes Markdown of its main content, metadata, links and images', () => {
  const page = extractPage(article('The mill'), { url })
  assert.match(page.markdown ?? '', /^# The mill\n\nIt has several sentences/)
  assert.doesNotMatch(page.markdown ?? '', /Menu|Imprint/)
  assert.equal(page.metadata['title'], 'The mill')
  assert.deepEqual(page.links, ['https://example.org/menu', 'https://example.org/next'])
  assert.deepEqual(page.images, ['https://example.org/picture.png'])
  assert.deepEqual(page.warnings, [])
})

const made = (formats: readonly PageFormat[]) =>
  Object.keys(extractPage(article('The mill'), { url, formats })).toSorted()

test('only what is asked for is made, of the parts that are asked for', () => {
  assert.deepEqual(made([]), ['metadata', 'warnings'])
  assert.deepEqual(made(['html', 'facts']), ['facts', 'html', 'metadata', 'warnings'])
  const whole = extractPage(article('The mill'), { onlyMainContent: false })
  assert.match(whole.markdown ?? '', /\[Menu\]\(\/menu\)/)
  const part = extractPage(article('The mill'), { includeTags: ['footer'] })
  assert.equal(part.markdown, 'Imprint')
  const rest = extractPage(article('The mill'), { excludeTags: ['p'] })
  assert.equal(rest.markdown, '# The mill')
})

test('bytes are decoded by their header or their own words, a text is taken as it is', () => {
  const html = '<meta charset="iso-8859-2"><p>Żółw i wąż idą do młyna nad rzeką.</p>'
  assert.match(extractPage(html).markdown ?? '', /^Żółw i wąż/)
  const latin2 = Buffer.from([0x3c, 0x70, 0x3e, 0xaf, 0xf3, 0xb3, 0x77])
  const headers = { 'content-type': 'text/html; charset=iso-8859-2' }
  assert.equal(extractPage(latin2, { headers }).markdown, 'Żółw')
})

test('the facts of a page fill a schema', () => {
  const html = '<h1>Mill</h1><table><tr><th>Height</th><td>12 m</td></tr></table>'
  const { facts } = extractPage(html, { formats: ['facts'] })
  assert.ok(facts)
  const schema = { type: 'object', properties: { height: { type: 'string' } } }
  assert.deepEqual(fillSchema(schema, facts).value, { height: '12 m' })
})

test('facts of a page with elements named after members of objects can be cloned', () => {
  const html = '<main><h1>Mill</h1><constructor>It grinds rye.</constructor></main>'
  const { facts } = extractPage(html, { formats: ['facts'] })
  assert.equal(structuredClone(facts)?.text?.lines.at(-1)?.kind, 'text')
})

test('empty blocks of a page take no room in its facts', () => {
  const html = `<main>${'<div></div>'.repeat(1_000)}<div><p>It grinds rye.</p></div></main>`
  const { facts } = extractPage(html, { formats: ['facts'] })
  const { lines = [], containers = [] } = facts?.text ?? {}
  assert.ok(containers.length < 10)
  assert.match(containers[lines[0]?.container ?? 0]?.step ?? '', /^p:nth-of-type\(1\)$/)
})

test('a page that refuses and a page that scripts draw are named', () => {
  const blocked = extractPage('<title>Just a moment...</title><p>Checking your browser</p>', {
    status: 403,
    headers: { 'cf-mitigated': 'challenge', server: 'cloudflare' },
  })
  assert.deepEqual(blocked.refusal?.kind, 'challenge')
  const application = '<title>Shop</title><div id="root"></div><script src="/main.js"></script>'
  assert.ok(extractPage(application).clientRendered)
  assert.equal(extractPage(article('The mill')).refusal, undefined)
})

test('what is no page and a selector that is none are refused', () => {
  assert.throws(() => extractPage(Buffer.from('%PDF-1.7')), {
    name: 'ReadError',
    code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
    message: 'This is a file, not a page: pdf.',
  })
  assert.throws(() => extractPage('<p>x', { includeTags: ['p['] }), { code: 'BAD_REQUEST' })
})
