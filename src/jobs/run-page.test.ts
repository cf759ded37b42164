import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFaultScopes } from '#kernel/fault-scopes.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import type { LeasedPage } from './frontier.ts'
import type { Job } from './job.ts'
import { createRunPage } from './run-page.ts'

const leased: LeasedPage = {
  jobId: 'a job',
  number: 1,
  url: 'https://example.com/a',
  depth: 0,
  scrapeId: 'a scrape',
  attempts: 1,
  crashPoints: 0,
  queuedMs: 0,
}
const principal = { kind: 'key', id: 'a key' } as const
const job = { id: 'a job', teamId: 'a team', principal, kind: 'batch', zeroDataRetention: false }

const runPage = createRunPage({
  jobs: { byId: async () => job as Job },
  jobTypes: {
    of: (kind) => ({
      kind,
      publicName: 'batch_scrape',
      chargesPages: true,
      comparesPages: false,
      handlers: { page: () => Promise.reject(new Error('a bug')), discover: async () => {} },
    }),
  },
  faultScopes: createFaultScopes(),
  log: silentLog,
})
const progress = { signal: new AbortController().signal, onProgress() {} }

test('a page that is given up is described for the audit log', async () => {
  const cases: readonly (readonly [Partial<LeasedPage>, string])[] = [
    [{ crashPoints: 4 }, 'SCRAPE_RETRY_LIMIT'],
    [{ attempts: 4 }, 'UNKNOWN_ERROR'],
    [{ attempts: 5 }, 'UNKNOWN_ERROR'],
  ]
  for (const [more, code] of cases) {
    const outcome = await runPage({ ...leased, ...more }, progress)
    assert.ok(outcome?.state === 'failed' && outcome.fetched, JSON.stringify(more))
    const { url, endpoint, requestId, scrapeId, outcome: end } = outcome.fetched
    assert.deepEqual(
      [url, endpoint, requestId, scrapeId],
      [leased.url, 'batch_scrape', 'a job', 'a scrape'],
    )
    assert.deepEqual([outcome.code, 'code' in end && end.code], [code, code])
  }
})

test('a page that is tried again, or whose URL cannot be read, has no event', async () => {
  assert.equal((await runPage(leased, progress))?.state, 'waiting')
  const unreadable = await runPage({ ...leased, url: '', isUnreadable: true }, progress)
  assert.ok(unreadable?.state === 'failed' && unreadable.fetched === undefined)
})
