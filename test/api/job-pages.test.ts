import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { makePdf } from '#fixtures/pdf.ts'
import { startService } from '#test/service.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const pdf = makePdf(['One', 'Two', 'Three', 'Four'].map((text) => [{ text: `Page ${text}` }]))

const browsers = await startBrowsers()
const service = await startService({ browsers })
const links = ['/a', '/four.pdf', '/text.docx', '/picture.png']
  .map((path) => `<a href="${path}">${path}</a>`)
  .join(' ')
const site = await startPages({
  '/': `<title>Home</title><main><h1>Home</h1><p>A page with links: ${links}</p></main>`,
  '/a': '<title>A</title><main><h1>A</h1><p>Another page, with few words.</p></main>',
  '/four.pdf': { headers: { 'content-type': 'application/pdf' }, body: pdf },
  '/text.docx': {
    headers: { 'content-type': docx },
    body: readFileSync(`${import.meta.dirname}/../../packages/fixtures/documents/text.docx`),
  },
  '/one': article('One'),
})
disposeAfterTests(browsers, service, site)

interface Shown {
  readonly markdown?: string
  readonly html?: string
  readonly screenshot?: string
  readonly warning?: string
  readonly pages?: readonly { readonly pageNumber: number }[]
  readonly metadata: {
    readonly sourceURL: string
    readonly contentType: string
    readonly numPages?: number
    readonly totalPages?: number
    readonly creditsUsed: number
  }
}

/** A job once it has ended, its documents by their paths, and what could not be had. */
async function run(endpoint: '/v2/crawl' | '/v2/batch/scrape', body: object) {
  const { status, body: started } = await service.ask('POST', endpoint, { body })
  assert.equal(status, 200, JSON.stringify(started))
  const job = await finishedJob(service, `${endpoint}/${started.id}`)
  const { body: failed } = await service.ask('GET', `${endpoint}/${started.id}/errors`)
  const byPath = Object.fromEntries(
    (job.data as Shown[]).map((one) => [one.metadata.sourceURL.replace(site.url, ''), one]),
  )
  return { job, byPath, errors: failed.errors as { url: string; code: string }[] }
}

const crawl = (scrapeOptions: object) =>
  run('/v2/crawl', { url: `${site.url}/`, sitemap: 'skip', scrapeOptions })

test('a crawl with screenshots captures web pages and warns for files', async () => {
  const { job, byPath, errors } = await crawl({ formats: ['markdown', 'screenshot'] })
  assert.deepEqual([job.status, job.completed, job.creditsUsed], ['completed', 4, 7])
  assert.deepEqual(errors, [])
  for (const path of ['/', '/a']) {
    const { screenshot = '', warning } = byPath[path] ?? assert.fail(path)
    const { pathname, search } = new URL(screenshot)
    const file = await service.server.inject({ url: pathname + search })
    assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'image/png'])
    assert.equal(warning, undefined)
  }
  for (const path of ['/four.pdf', '/text.docx']) {
    const { screenshot, warning = '', markdown = '' } = byPath[path] ?? assert.fail(path)
    assert.equal(screenshot, undefined)
    assert.match(warning, /a screenshot can only be made of a web page/)
    assert.ok(markdown.length > 0)
  }
})

test('a crawl reads documents and charges PDF files by page', async () => {
  const { job, byPath } = await crawl({})
  const file = byPath['/four.pdf'] ?? assert.fail()
  assert.equal(file.markdown, 'Page One\n\nPage Two\n\nPage Three\n\nPage Four')
  const { contentType, numPages, totalPages, creditsUsed } = file.metadata
  assert.deepEqual([contentType, numPages, totalPages, creditsUsed], ['application/pdf', 4, 4, 4])
  assert.match(byPath['/text.docx']?.markdown ?? '', /^# Weirs of the upper river/)
  assert.equal(byPath['/text.docx']?.metadata.creditsUsed, 1)
  assert.deepEqual([job.total, job.completed, job.creditsUsed], [4, 4, 7])
})

test('the parsers of a crawl apply to every document', async () => {
  const some = await crawl({ parsers: [{ type: 'pdf', maxPages: 2, pages: true }] })
  const { markdown, pages = [], metadata } = some.byPath['/four.pdf'] ?? assert.fail()
  assert.equal(markdown, 'Page One\n\nPage Two')
  assert.deepEqual(
    pages.map(({ pageNumber }) => pageNumber),
    [1, 2],
  )
  assert.deepEqual([metadata.numPages, metadata.totalPages, metadata.creditsUsed], [2, 4, 2])

  const raw = await crawl({ parsers: [], formats: ['markdown', 'html'] })
  const file = raw.byPath['/four.pdf'] ?? assert.fail()
  assert.equal(file.markdown, pdf.toString('base64'))
  assert.equal(file.html, file.markdown)
  assert.equal(file.metadata.creditsUsed, 1)
  assert.equal(raw.job.creditsUsed, 4)
})

test('a batch mixes screenshots and documents; actions on a file are an error', async () => {
  const urls = [`${site.url}/four.pdf`, `${site.url}/one`]
  const formats = ['markdown', { type: 'screenshot', fullPage: true }]
  const shown = await run('/v2/batch/scrape', { urls, formats })
  assert.deepEqual([shown.job.completed, shown.job.creditsUsed], [2, 5])
  assert.match(shown.byPath['/one']?.screenshot ?? '', /\/files\/[\da-f-]+\.png\?/)
  assert.equal(shown.byPath['/four.pdf']?.screenshot, undefined)

  const acted = await run('/v2/batch/scrape', { urls, actions: [{ type: 'screenshot' }] })
  assert.deepEqual([acted.job.completed, acted.job.creditsUsed], [1, 1])
  assert.deepEqual(
    acted.errors.map(({ url, code }) => [url, code]),
    [[`${site.url}/four.pdf`, 'SCRAPE_ACTIONS_NOT_SUPPORTED']],
  )
})
