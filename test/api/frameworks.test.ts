import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { readGuideExamples, type GuideExample } from '#test/fixtures/guide-examples.ts'
import { grinding, manual, quotePassage } from '#test/fixtures/mill-manual.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { unpackPackage } from '#test/fixtures/published-package.ts'
import { until } from '#test/fixtures/until.ts'
import { startScriptedModel } from '#test/scripted-model.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService()
const serviceUrl = await service.listen()
const site = await startPages({
  '/': article('Weirs').replace('</main>', '<a href="/a">A</a></main>'),
  '/a': article('Page A'),
  ...manual,
})
const receiver = await startReceiver()
disposeAfterTests(service, site, receiver)
const run = promisify(execFile)

const examples = readGuideExamples({
  serviceUrl,
  pageUrl: `${site.url}/`,
  hookUrl: `${receiver.url}/hook`,
})

const isQuestion = ({ name }: GuideExample) => name.endsWith(', question')

test('the guide shows each framework in at most ten lines, and a question in at most 15', () => {
  const names = new Set(examples.map(({ name }) => name))
  for (const name of [
    'LangChain',
    'LangChain.js',
    'LlamaIndex',
    'Haystack',
    'CrewAI',
    'Vercel AI SDK',
    'Webhook',
    'LangChain, question',
    'LangChain.js, question',
    'LlamaIndex, question',
    'LlamaIndex.TS, question',
  ])
    assert.ok(names.has(name), name)
  const long = examples.filter(
    (example) => example.code.trimEnd().split('\n').length > (isQuestion(example) ? 15 : 10),
  )
  assert.deepEqual(
    long.map(({ name }) => name),
    [],
  )
})

test('the example for webhooks sends every page of a crawl to the receiver', async () => {
  const { code = '' } = examples.find(({ name }) => name === 'Webhook') ?? {}
  const env = { PATH: process.env['PATH'] ?? '', WEIR_KEY: firstKey }
  const { stdout } = await run('sh', ['-c', code], { env })
  assert.equal(JSON.parse(stdout).success, true, stdout)
  const isEnded = () => receiver.messages.some(({ type }) => type === 'crawl.completed')
  assert.ok(await until(isEnded))
  const pages = receiver.messages.filter(({ type }) => type === 'crawl.page')
  const texts = pages.map(({ data }) => (data as [{ markdown: string }])[0].markdown)
  assert.equal(texts.filter((text) => /^# (?:Weirs|Page A)/.test(text)).length, 2)
})

/** Those for Python are run by `test/acceptance/frameworks.ts`. */
const questions = examples.filter((one) => isQuestion(one) && one.language === 'js')

for (const { name, code } of questions) {
  test(`${name}: the example of the guide answers from a crawled manual`, async () => {
    await using model = await startScriptedModel(quotePassage)
    const folder = join(import.meta.dirname, '../../node_modules/.cache/weir-test/examples')
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${name.replace(/\W/g, '')}.mjs`)
    await writeFile(file, code.replaceAll(`${site.url}/`, `${site.url}/manual`))
    const env = {
      PATH: process.env['PATH'] ?? '',
      WEIR_KEY: firstKey,
      MODEL: 'scripted',
      OPENAI_BASE_URL: model.urls.openai,
      OPENAI_API_KEY: 'k',
    }
    const { stdout } = await run(process.execPath, [file], { env })
    assert.equal(stdout.trim(), grinding)
    const [asked] = model.requests
    const text = asked?.texts.map((one) => one.text).join('\n') ?? ''
    assert.match(text, /How much can the mill grind in a day\?/)
    assert.ok(text.includes(`${site.url}/manual/stones`), text)
    assert.equal(model.requests.length, 1)
  })
}

interface Operation {
  readonly value?: string
  readonly routing?: { readonly request?: { readonly method?: string; readonly url?: string } }
}
interface Node {
  readonly description: {
    readonly requestDefaults: { readonly body: object }
    readonly properties: readonly { readonly options?: readonly Operation[] }[]
  }
}

/** The node of n8n, beside a package in the place of n8n itself. */
async function loadNode(): Promise<Node | undefined> {
  const name = '@mendable/n8n-nodes-firecrawl@2.1.2'
  const folder = await unpackPackage({ name, members: ['package/dist', 'package/package.json'] })
  if (folder === undefined) return undefined
  const own = join(folder, 'node_modules/n8n-workflow')
  await mkdir(own, { recursive: true })
  const anything = 'new Proxy({}, { get: () => new Proxy({}, { get: (_, name) => name }) })'
  await writeFile(join(own, 'index.js'), `module.exports = ${anything}`)
  const load = createRequire(join(folder, 'package.json'))
  const { Firecrawl } = load('./dist/nodes/Firecrawl/Firecrawl.node.js') as {
    Firecrawl: new () => Node
  }
  return new Firecrawl()
}

test('every request of the n8n node is served', async (t) => {
  const node = await loadNode()
  if (!node) return t.skip('the node of n8n cannot be downloaded here')
  const { properties, requestDefaults } = node.description
  const requests = properties
    .flatMap(({ options = [] }) => options)
    .flatMap(({ routing }) => {
      const { method, url } = routing?.request ?? {}
      return method !== undefined && url !== undefined
        ? [{ method, url: url.replace('=', '') }]
        : []
    })
  assert.ok(requests.length > 10)
  for (const { method, url } of requests) {
    const body = method === 'GET' ? {} : { body: requestDefaults.body }
    const answer = await service.ask(method as 'GET', `/v2${url}`, body)
    // A body without anything else is refused for what it lacks, not for what n8n adds; the agent needs a model, sessions a browser.
    const text = JSON.stringify(answer.body)
    assert.ok([200, 400, 503].includes(answer.status), `${method} ${url}: ${text}`)
    assert.doesNotMatch(text, /Unrecognized|Job ID/, url)
  }
  const body = { ...requestDefaults.body, url: `${site.url}/a`, formats: ['markdown'] }
  const scraped = await service.ask('POST', '/v2/scrape', { body })
  assert.match(scraped.body.data.markdown, /^# Page A/)
})

/** Of the data source (`/v1` tests its credentials) and of the tool, as they are published in August 2026. */
test('the requests of the plugins of Dify are served', async () => {
  const ask = service.ask.bind(service)
  const limits = { includePaths: [], excludePaths: [], limit: 1 }
  const body = { url: `${site.url}/a`, ...limits, scrapeOptions: { onlyMainContent: true } }
  assert.equal((await ask('POST', '/v1/crawl', { body })).status, 200)

  const crawl = await ask('POST', '/v2/crawl', { body: { ...body, maxDiscoveryDepth: 2 } })
  assert.equal(crawl.status, 200, JSON.stringify(crawl.body))
  const job = await finishedJob({ ask }, `/v2/crawl/${crawl.body.id}`)
  const [page] = job.data
  assert.deepEqual([job.status, job.total, job.completed], ['completed', 1, 1])
  assert.match(page.markdown, /^# Page A/)
  assert.deepEqual([page.metadata.title, page.metadata.sourceURL], ['Page A', `${site.url}/a`])

  const schema = { type: 'object', properties: { title: { type: 'string' } } }
  const formats = ['markdown', { type: 'json', schema, prompt: 'The title' }]
  const options = { onlyMainContent: true, waitFor: 0, timeout: 30_000, formats }
  const scraped = await ask('POST', '/v2/scrape', { body: { url: `${site.url}/a`, ...options } })
  assert.equal(scraped.status, 200, JSON.stringify(scraped.body))
  assert.deepEqual(Object.keys(scraped.body.data.json), ['title'])
})
