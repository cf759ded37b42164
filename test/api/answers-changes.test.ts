import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck, finishedJob } from '#test/fixtures/finished-job.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { modelPage, say, startModelService } from '#test/fixtures/model-service.ts'
import type { Script } from '#test/scripted-model.ts'

/** What the model does; each test sets it. */
let script: Script = () => ({})
/** What the changing page says. */
let news = 'The adult ticket costs 7 pounds.'

const started = await startModelService((request, index) => script(request, index), {
  '/mill': modelPage('<p>The mill was built in 1820.</p>'),
  '/news': () => modelPage(`<p>${news}</p><p>Menu Login Share</p>`),
})
disposeAfterTests(started)

const scrape = (path: string, formats: readonly unknown[], more?: object) =>
  started.scrape(path, formats, more)

test('onlyCleanContent drops blocks of the Markdown that the model names, and no more than is sensible', async () => {
  const options = { onlyCleanContent: true, maxAge: 0 }
  script = say({ drop: [{ first: 3, last: 3 }] })
  const cleaned = await scrape('/news', ['markdown'], options)
  assert.match(cleaned.data.markdown, /adult ticket/)
  assert.doesNotMatch(cleaned.data.markdown, /Login/)
  assert.equal(cleaned.data.metadata.creditsUsed, 1)
  script = say({ drop: [{ first: 1, last: 2 }] })
  const greedy = await scrape('/news', ['markdown'], { ...options, headers: { 'x-mine': '1' } })
  assert.match(greedy.data.markdown, /Login/)
  assert.match(greedy.data.warning, /onlyCleanContent was not applied/)
})

test('change tracking compares both versions as data', async () => {
  const schema = { type: 'object', properties: { price: { type: 'number' } } }
  const formats = ['markdown', { type: 'changeTracking', modes: ['json'], schema, tag: 'data' }]
  const read = () => scrape('/news', formats)
  script = ({ texts }) => {
    const [, price] = /costs (\d+) pounds/.exec(texts.at(-1)?.text ?? '') ?? []
    return { text: JSON.stringify({ price: Number(price) }) }
  }
  const first = await read()
  assert.deepEqual(
    [first.data.changeTracking.changeStatus, first.data.metadata.creditsUsed],
    ['new', 1],
  )
  news = 'The adult ticket costs 9 pounds.'
  const second = await read()
  assert.deepEqual(second.data.changeTracking.json, { price: { previous: 7, current: 9 } })
  assert.equal(second.data.metadata.creditsUsed, 5)
})

test('a described crawl becomes options whose patterns match known pages', async () => {
  await scrape('/mill', ['markdown'])
  script = say({
    includePaths: ['^/mill', '^/nowhere', '(?=x)'],
    excludePaths: null,
    maxDiscoveryDepth: 2,
    crawlEntireDomain: null,
    allowSubdomains: null,
    allowExternalLinks: null,
    sitemap: 'skip',
    limit: 50,
  })
  const { status, body } = await started.service.ask('POST', '/v2/crawl/params-preview', {
    body: { url: started.site.url, prompt: 'The mill, at most fifty pages' },
  })
  assert.equal(status, 200)
  const { url, ...options } = body.data
  assert.equal(new URL(url).origin, started.site.url)
  assert.deepEqual(options, {
    // The start URL is crawled whatever the patterns say.
    includePaths: ['^/mill', '^/$'],
    maxDiscoveryDepth: 2,
    sitemap: 'skip',
    limit: 50,
  })
  assert.match(body.warning, /\^\/nowhere, \(\?=x\)/)
})

test('a crawl in words takes the options of the model, those of the caller first', async () => {
  script = say({
    includePaths: ['^/mill'],
    excludePaths: null,
    maxDiscoveryDepth: 3,
    crawlEntireDomain: null,
    allowSubdomains: null,
    allowExternalLinks: null,
    sitemap: 'skip',
    limit: 50,
  })
  const crawl = (body: object) => started.service.ask('POST', '/v2/crawl', { body })
  const { status, body } = await crawl({
    url: started.site.url,
    prompt: 'At most fifty pages of the mill',
    limit: 2,
    maxDiscoveryDepth: null,
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.promptGeneratedOptions.limit, 2)
  const { limit, maxDiscoveryDepth, sitemap, includePaths } = body.finalCrawlerOptions
  assert.deepEqual(
    [limit, maxDiscoveryDepth, sitemap, includePaths],
    [2, 3, 'skip', ['^/mill', '^/$']],
  )
  const job = await finishedJob(started.service, `/v2/crawl/${body.id}`)
  assert.equal(job.status, 'completed')
  assert.ok(job.data.length >= 1)
  script = say({ nothing: 'of use' })
  const unclear = await crawl({ url: started.site.url, prompt: 'Something' })
  assert.equal(unclear.status, 400)
  assert.match(unclear.body.error, /Please try rephrasing or use explicit crawler options/)
})

test('the options of a model never widen a crawl', async () => {
  const wide = {
    includePaths: null,
    excludePaths: null,
    maxDiscoveryDepth: 1_000,
    crawlEntireDomain: true,
    allowSubdomains: true,
    allowExternalLinks: true,
    sitemap: 'include',
    limit: 1_000_000,
  }
  script = say(wide)
  const { url } = started.site
  const asked = { url, prompt: 'Only the blog' }
  const ask = async (path: string, body: object) => {
    const answer = await started.service.ask('POST', path, { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const bounded = {
    maxDiscoveryDepth: 1_000,
    crawlEntireDomain: false,
    allowSubdomains: false,
    allowExternalLinks: false,
    sitemap: 'include',
    limit: 10_000,
  }
  const preview = await ask('/v2/crawl/params-preview', asked)
  assert.deepEqual(preview.data, { ...bounded, url: preview.data.url })
  const names = 'crawlEntireDomain, allowSubdomains, allowExternalLinks, limit'
  assert.match(preview.warning, new RegExp(`cannot widen .*: ${names}\\.`))
  const plain = await ask('/v2/crawl', asked)
  assert.deepEqual(plain.promptGeneratedOptions, bounded)
  assert.equal(plain.finalCrawlerOptions.limit, 10_000)
  assert.match(plain.warning, /cannot widen/)
  // What the caller has set counts, and is as far as the model may go.
  const given = { limit: 3, maxDiscoveryDepth: 1, sitemap: 'skip', allowSubdomains: true }
  const { finalCrawlerOptions } = await ask('/v2/crawl', { ...asked, ...given })
  assert.deepEqual(
    { ...finalCrawlerOptions, ...given, allowExternalLinks: false, crawlEntireDomain: false },
    finalCrawlerOptions,
  )
})

test('a job reserves the surcharge of its formats before it starts', async () => {
  const { key } = await addTeam(started.service.database, { credits: 9 })
  const formats = [{ type: 'json', prompt: 'The price' }]
  const urls = [1, 2].map((number) => `${started.site.url}/news?${number}`)
  const start = (path: string, body: object) => started.service.ask('POST', path, { body, key })
  // Two pages cost ten credits.
  assert.equal((await start('/v2/batch/scrape', { urls, formats })).status, 402)
  script = say({ price: 12 })
  const crawl = await start('/v2/crawl', {
    url: `${started.site.url}/news`,
    limit: 2,
    scrapeOptions: { formats },
  })
  assert.equal(crawl.status, 200)
  const { body } = await started.service.ask('GET', `/v2/crawl/${crawl.body.id}`, { key })
  assert.match(body.warning, /remaining credits pay for 1 page\./)
})

test('a monitor judges a change by its goal, for one credit', async () => {
  news = 'The adult ticket costs 10 pounds.'
  script = say({
    meaningful: true,
    confidence: 'high',
    reason: 'The price has changed.',
    meaningfulChanges: [
      { type: 'changed', before: 'costs 10 pounds', after: 'costs 12 pounds', reason: 'price' },
      { type: 'added', before: null, after: 'a free lunch', reason: 'invented' },
    ],
  })
  const made = await started.service.ask('POST', '/v2/monitor', {
    body: {
      name: 'tickets',
      schedule: { text: 'daily' },
      goal: 'Price changes',
      targets: [{ type: 'scrape', urls: [`${started.site.url}/news`] }],
    },
  })
  const { id } = made.body.data
  const check = async () => {
    const done = await finishedCheck(started.service, id)
    assert.equal(done.status, 'completed', JSON.stringify(done))
    return done
  }
  await check()
  news = 'The adult ticket costs 12 pounds.'
  const { pages } = await check()
  const [changed] = pages
  assert.equal(changed.status, 'changed')
  assert.equal(changed.judgment.meaningful, true)
  assert.deepEqual(
    changed.judgment.meaningfulChanges.map(({ after }: { after: string }) => after),
    ['costs 12 pounds'],
  )
  const goal = started.model.requests.at(-1)?.texts.find(({ text }) => text.startsWith('Goal: '))
  assert.equal(goal?.text, 'Goal: Price changes')
})

/** Creates a monitor of data; returns what makes a check and returns its page. */
async function startDataMonitor(modes: readonly string[], tag: string) {
  const { body } = await started.service.ask('POST', '/v2/monitor', {
    body: {
      name: `data ${tag}`,
      schedule: { text: 'daily' },
      targets: [
        {
          type: 'scrape',
          urls: [`${started.site.url}/news?${tag}`],
          scrapeOptions: { formats: [{ type: 'changeTracking', modes, prompt: 'Prices' }] },
        },
      ],
    },
  })
  return async () => (await finishedCheck(started.service, body.data.id)).pages[0]
}

test('a monitor compares the data of its pages, by path', async () => {
  const check = await startDataMonitor(['json'], 'data')
  const both = await startDataMonitor(['git-diff', 'json'], 'both')
  news = 'The adult ticket costs 10 pounds.'
  script = say({ plans: [{ name: 'adult', price: 10 }] })
  assert.equal((await check()).status, 'new')
  assert.equal((await both()).status, 'new')

  news = 'The adult ticket costs 10 pounds. Now with other words.'
  assert.equal((await check()).status, 'same')
  const worded = await both()
  assert.deepEqual([worded.status, worded.diff.json], ['changed', {}])
  assert.match(worded.diff.text, /other words/)

  news = 'The adult ticket costs 12 pounds.'
  script = say({ plans: [{ name: 'adult', price: 12 }] })
  const changed = await check()
  assert.deepEqual(changed.diff, { json: { 'plans[0].price': { previous: 10, current: 12 } } })
  assert.deepEqual(changed.snapshot, { json: { plans: [{ name: 'adult', price: 12 }] } })
  assert.deepEqual(Object.keys((await both()).diff.json), ['plans[0].price'])
})

test('pages of crawls and batches have data, each for its own price', async () => {
  script = say({ title: 'Weir Mill' })
  const { key } = await addTeam(started.service.database, { credits: 100 })
  const formats = [{ type: 'json', prompt: 'The title of the page' }]
  const start = (path: string, body: object) => started.service.ask('POST', path, { body, key })
  const url = `${started.site.url}/news`
  const batch = await start('/v2/batch/scrape', { urls: [`${url}?a`, `${url}?b`], formats })
  const crawl = await start('/v2/crawl', { url: `${url}?c`, limit: 1, scrapeOptions: { formats } })
  for (const [path, pages] of [
    [`/v2/batch/scrape/${batch.body.id}`, 2],
    [`/v2/crawl/${crawl.body.id}`, 1],
  ] as const) {
    const body = await finishedJob(started.service, path, key)
    assert.deepEqual(
      body.data.map((document: { json: unknown }) => document.json),
      Array.from({ length: pages }, () => ({ title: 'Weir Mill' })),
    )
    assert.equal(body.creditsUsed, pages * 5)
  }
})
