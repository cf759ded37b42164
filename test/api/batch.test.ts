import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { makePdf } from '#fixtures/pdf.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const numbers = Array.from({ length: 40 }, (_, index) => index)

const service = await startService()
const site = await startPages({
  ...Object.fromEntries(numbers.map((n) => [`/ring/${n}`, article(`Ring ${n}`)])),
  '/small/a': article('A'),
  '/small/b': article('B'),
  '/small/c': article('C'),
  '/four.pdf': {
    headers: { 'content-type': 'application/pdf' },
    body: makePdf(['One', 'Two', 'Three', 'Four'].map((text) => [{ text: `Page ${text}` }])),
  },
})
disposeAfterTests(service, site)

const finished = (path: string, key = firstKey) => finishedJob(service, path, key)

test('a batch with more URLs than credits is refused, also when appended', async () => {
  const { key } = await addTeam(service.database, { credits: 3 })
  const urls = numbers.slice(0, 4).map((n) => `${site.url}/ring/${n}`)
  const post = (body: object) => service.ask('POST', '/v2/batch/scrape', { body, key })
  assert.equal((await post({ urls })).status, 402)
  const { body: batch } = await post({ urls: urls.slice(0, 2) })
  assert.equal((await post({ urls, appendToId: batch.id })).status, 402)
})

test('a PDF file is charged by page, or fails and is free', async () => {
  const { key } = await addTeam(service.database, { credits: 5 })
  const body = { urls: [`${site.url}/four.pdf`, `${site.url}/four.pdf`], maxConcurrency: 1 }
  const { body: batch } = await service.ask('POST', '/v2/batch/scrape', { body, key })
  const { completed, creditsUsed } = await finished(`/v2/batch/scrape/${batch.id}`, key)
  assert.deepEqual([completed, creditsUsed], [1, 4])
  const { body: failed } = await service.ask('GET', `/v2/batch/scrape/${batch.id}/errors`, { key })
  assert.deepEqual(
    failed.errors.map(({ code }: { code: string }) => code),
    ['INSUFFICIENT_CREDITS'],
  )
  const scraped = await service.ask('POST', '/v2/scrape', {
    body: { url: `${site.url}/four.pdf`, maxAge: 0 },
    key,
  })
  assert.equal(scraped.status, 402)
  const { body: usage } = await service.ask('GET', '/v2/team/credit-usage', { key })
  assert.equal(usage.data.remainingCredits, 1)
})

test('a batch scrapes a repeated URL each time', async () => {
  const urls = [`${site.url}/small/a`, 'not a url', `${site.url}/small/a`, `${site.url}/small/b`]
  const { body: batch } = await service.ask('POST', '/v2/batch/scrape', { body: { urls } })
  assert.deepEqual(batch.invalidURLs, ['not a url'])
  const { body: more } = await service.ask('POST', '/v2/batch/scrape', {
    body: { urls: [`${site.url}/small/c`], appendToId: '00000000-0000-7000-8000-000000000000' },
  })
  assert.equal(more.error, 'Job not found')
  const body = await finished(`/v2/batch/scrape/${batch.id}`)
  assert.deepEqual([body.total, body.completed, body.creditsUsed], [3, 3, 3])
  const refusal = await service.ask('POST', '/v2/batch/scrape', {
    body: { urls: ['not a url'], ignoreInvalidURLs: false },
  })
  assert.equal(refusal.status, 400)
  const empty = await service.ask('POST', '/v2/batch/scrape', { body: { urls: ['not a url'] } })
  assert.deepEqual([empty.status, empty.body.error], [400, 'No valid URLs provided'])
})

test('a running batch accepts more URLs', async () => {
  const { key } = await addTeam(service.database, { concurrencyMax: 1 })
  const urls = numbers.map((n) => `${site.url}/ring/${n}`)
  const { body: batch } = await service.ask('POST', '/v2/batch/scrape', { body: { urls }, key })
  const append = { urls: [`${site.url}/small/a`], appendToId: batch.id }
  const { body: same } = await service.ask('POST', '/v2/batch/scrape', { body: append, key })
  assert.equal(same.id, batch.id)
  const { total, completed } = await finished(`/v2/batch/scrape/${batch.id}`, key)
  assert.deepEqual([total, completed], [41, 41])
})
