import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const site = await startPages({
  '/': article('Weirs').replace('</main>', '<a href="/a">A</a></main>'),
  '/a': article('Page A'),
})
disposeAfterTests(service, site)

const read = async (id: string) => (await service.ask('GET', `/v2/llmstxt/${id}`)).body

test('the llms.txt of a site lists its pages, with their text when it is wanted', async () => {
  for (const showFullText of [false, true]) {
    const body = { url: `${site.url}/`, maxUrls: 2, showFullText }
    const started = await service.ask('POST', '/v2/llmstxt', { body })
    assert.equal(started.status, 200, JSON.stringify(started.body))
    const done = await eventually(
      () => read(started.body.id),
      ({ status }) => status === 'completed',
    )
    assert.equal(done.success, true)
    assert.ok(done.data.llmstxt.includes(`- [Weirs](<${site.url}/>)`))
    assert.equal(done.data.llmstxt.match(/^- /gm)?.length, 2)
    assert.equal('llmsfulltxt' in done.data, showFullText)
    const crawl = await service.ask('GET', `/v2/crawl/${started.body.id}`)
    assert.equal(crawl.body.completed, 2)
  }
})

test('a cancelled crawl has no whole llms.txt, and that of another team is unknown', async () => {
  const crawl = await service.ask('POST', '/v2/crawl', { body: { url: site.url, delay: 20 } })
  await service.ask('DELETE', `/v2/crawl/${crawl.body.id}`)
  const { success, status, error } = await read(crawl.body.id)
  assert.deepEqual([success, status, error], [false, 'failed', 'The crawl was cancelled.'])
  const { key } = await addTeam(service.database)
  const path = `/v2/llmstxt/${crawl.body.id}`
  assert.equal((await service.ask('GET', path, { key })).status, 404)
})

test('a team that stores nothing gets no llms.txt', async () => {
  const { key } = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const { status, body } = await service.ask('POST', '/v2/llmstxt', {
    key,
    body: { url: site.url },
  })
  assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
})
