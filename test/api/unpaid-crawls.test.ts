import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const site = await startPages(
  Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/${index}/`, '<h1>Page</h1>'])),
)
disposeAfterTests(service, site)

/** Starts crawls with one credit and waits for their ends; returns how many read sitemaps. */
async function crawl(count: number, options: object) {
  const { key } = await addTeam(service.database, { credits: 1 })
  const before = site.requests.length
  const starts = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const body = { url: `${site.url}/${index}/`, ...options }
      const { body: started } = await service.ask('POST', '/v2/crawl', { key, body })
      return started.id as string | undefined
    }),
  )
  for (const id of starts.filter((one) => one !== undefined))
    await finishedJob(service, `/v2/crawl/${id}`, key)
  return site.requests.slice(before).filter(({ url }) => /sitemap/.test(url ?? '')).length
}

test('crawls that are started with one credit read the sitemaps of one or two of them', async () => {
  const ofOne = await crawl(1, {})
  assert.ok(ofOne > 0)
  const ofMany = await crawl(20, { ignoreRobotsTxt: false })
  assert.ok(ofMany <= 2 * ofOne, `${ofMany} of ${ofOne}`)
})
