import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { ServiceError } from '#kernel/errors.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { createBackgroundWrites } from './background-writes.ts'
import type { PageCache } from './cache.ts'
import { createGetPage } from './get-page.ts'
import type { Page } from './page.ts'

const pageAt = (url: string): Page => ({
  url,
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<p>fetched'),
  engine: 'http',
  proxy: 'basic',
  fetchedAt: new Date('2020-01-01T00:00:00Z'),
})

const reader = {
  teamId: newId(),
  zeroDataRetention: false,
  deadlineAt: new Date(),
  signal: new AbortController().signal,
}
const request = {
  url: 'https://example.com/',
  headers: {},
  mobile: false,
  location: { country: 'US' },
  skipTlsVerification: true,
  proxy: 'auto',
  waitFor: 0,
  blockAds: true,
  maxAge: 60_000,
  storeInCache: true,
  lockdown: false,
} as const

test('a copy that cannot be read because its storage does not respond is fetched again', async () => {
  const now = new Date()
  const warnings: string[] = []
  const warn = (_: object, message: string) => void warnings.push(message)
  const cache: PageCache = {
    find: async () => ({
      ...pageAt('https://example.com/'),
      fetchedAt: now,
      validators: { etag: undefined, lastModified: undefined },
      load: () => Promise.reject(new ServiceError('SERVICE_UNAVAILABLE')),
    }),
    store: async () => {},
    renew: async () => {},
    sweep: async () => {},
  }
  const getPage = createGetPage({
    fetchPage: async ({ url }) => pageAt(url),
    cache,
    clock: { now: () => now },
    log: { debug() {}, info() {}, warn, error() {} },
  })
  const { page, cachedAt } = await getPage(request, reader)
  assert.equal(Buffer.from(page.body).toString(), '<p>fetched')
  // By the clock of the database, not by that of the process.
  assert.deepEqual([cachedAt, page.fetchedAt], [undefined, now])
  assert.deepEqual(warnings, ['cached page not readable'])
})

test('a request does not wait until a slow storage has taken a page', async () => {
  const taken = Promise.withResolvers<void>()
  const cache: PageCache = {
    find: async () => undefined,
    store: () => taken.promise,
    renew: async () => {},
    sweep: async () => {},
  }
  const writes = createBackgroundWrites({ patienceMs: 0 })
  const getPage = createGetPage({
    fetchPage: async ({ url }) => pageAt(url),
    cache,
    writes,
    clock: { now: () => new Date() },
    log: silentLog,
  })
  const { keep } = await getPage(request, reader)
  await keep()
  taken.resolve()
  await writes[Symbol.asyncDispose]()
})
