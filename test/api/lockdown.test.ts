import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService()
const site = await startPages({ '/': article('Kept'), '/new': article('New') })
disposeAfterTests(service, site)

async function left(key: string): Promise<number> {
  const { body } = await service.ask('GET', '/v2/team/credit-usage', { key })
  return body.data.remainingCredits
}

const finished = (id: string, key: string) => finishedJob(service, `/v2/batch/scrape/${id}`, key)

test('under lockdown every page of a batch is a cache hit or miss and priced accordingly', async () => {
  const { key } = await addTeam(service.database, { credits: 20 })
  const url = `${site.url}/`
  await service.ask('POST', '/v2/scrape', { body: { url }, key })
  const asked = site.requests.length
  const before = await left(key)

  const urls = [url, `${site.url}/new`, 'http://nowhere.invalid/']
  const body = { urls, lockdown: true }
  const started = await service.ask('POST', '/v2/batch/scrape', { body, key })
  const status = await finished(started.body.id, key)
  const { body: failed } = await service.ask('GET', `/v2/batch/scrape/${started.body.id}/errors`, {
    key,
  })

  assert.deepEqual([status.completed, status.creditsUsed], [1, 7])
  assert.equal(status.data[0].metadata.cacheState, 'hit')
  assert.equal(status.data[0].metadata.creditsUsed, 5)
  const codes = failed.errors.map(({ code }: { code: string }) => code)
  assert.deepEqual(codes, ['SCRAPE_LOCKDOWN_CACHE_MISS', 'SCRAPE_LOCKDOWN_CACHE_MISS'])
  assert.equal(await left(key), before - 7)
  assert.equal(site.requests.length, asked)
})

test('under lockdown what would need a request is left out with a warning', async () => {
  const url = `${site.url}/`
  await service.ask('POST', '/v2/scrape', { body: { url } })
  const asked = site.requests.length
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ formats: ['markdown', 'audio', 'video'] }, /left out: the format audio, the format video\./],
    [{ profile: { name: 'a' } }, /left out: the profile\./],
    [{ formats: ['markdown', 'audio'], profile: { name: 'a' } }, /the format audio, the profile\./],
  ]
  for (const [options, warning] of cases) {
    const body = { url, lockdown: true, ...options }
    const { status, body: answer } = await service.ask('POST', '/v2/scrape', { body })
    assert.equal(status, 200, JSON.stringify(answer))
    assert.match(answer.data.markdown, /^# Kept/)
    assert.deepEqual(
      [answer.data.metadata.cacheState, answer.data.metadata.creditsUsed],
      ['hit', 5],
    )
    assert.match(answer.data.warning, warning)
  }
  const only = { url, lockdown: true, formats: ['audio'] }
  const { data } = (await service.ask('POST', '/v2/scrape', { body: only })).body
  assert.deepEqual(
    [data.audio, data.markdown, data.metadata.statusCode],
    [undefined, undefined, 200],
  )
  const missed = { url: `${site.url}/never`, lockdown: true, formats: ['audio'] }
  const { body: miss } = await service.ask('POST', '/v2/scrape', { body: missed })
  assert.equal(miss.code, 'SCRAPE_LOCKDOWN_CACHE_MISS')
  assert.equal(site.requests.length, asked)

  const batch = { urls: [url], lockdown: true, formats: ['markdown', 'video'] }
  const started = await service.ask('POST', '/v2/batch/scrape', { body: batch })
  const { data: pages } = await finished(started.body.id, firstKey)
  assert.match(pages[0].warning, /left out: the format video/)
})

test('a crawl refuses lockdown', async () => {
  const asked = site.requests.length
  const body = { url: site.url, scrapeOptions: { lockdown: true } }
  const { status, body: answer } = await service.ask('POST', '/v2/crawl', { body })
  assert.deepEqual([status, answer.code], [400, 'BAD_REQUEST'])
  assert.deepEqual(answer.details[0].path, ['scrapeOptions', 'lockdown'])
  assert.equal(site.requests.length, asked)
})
