import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentRequest } from '#content/content.ts'
import { readPage } from '#content/pipeline.ts'
import { providerAccess } from '#test/fixtures/search/provider-access.ts'
import { startProviderServer } from '#test/fixtures/search/start-provider-server.ts'
import { knownPages, matching } from '#test/fixtures/search/result-set.ts'
import { makeWanted } from '#test/fixtures/search/wanted.ts'
import { readTimeRange } from '#web-search/time-range.ts'
import { createProviders } from './create-providers.ts'
import { SearchProviderError, type SearchProvider } from './provider.ts'

const pages = {
  obeysRobots: true,
  robotsAgent: 'Weir',
  userAgent: 'Weir',
  readContent: async (request: ContentRequest) => readPage(request),
}
const providers = createProviders(providerAccess('test-key'), { names: [], pages })
const withoutKey = new Set([
  'result-page',
  'you-keyless',
  'exa-keyless',
  'gdelt',
  'openverse',
  'wikipedia',
])

const pagesAbout = (query: string) => matching(knownPages(new Date()), query)

/** The failure that an answer of the provider becomes, and its wait in milliseconds. */
async function probeKind({ name, sources, ...rest }: SearchProvider, status: number, body: string) {
  await using server = await startProviderServer(name, { status, body })
  const [source = 'web'] = sources
  const failure = await server
    .ask({ name, sources, ...rest }, makeWanted('rivers', { source }))
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  assert.ok(failure instanceof SearchProviderError, `${status}: ${String(failure)}`)
  return [failure.kind, failure.retryAfterMs]
}

for (const provider of providers) {
  test(`${provider.name} returns the known results of each of its sources`, async () => {
    await using server = await startProviderServer(provider.name)
    for (const source of provider.sources) {
      const hits = await server.ask(provider, makeWanted('rivers', { source }))
      const expected = pagesAbout('rivers').slice(0, 5)
      assert.deepEqual(
        hits.slice(0, 5).map(({ title }) => title),
        expected.map(({ title }) => title),
      )
      if (provider.name !== 'wikipedia') {
        assert.deepEqual(
          hits.slice(0, 5).map(({ url }) => url),
          expected.map(({ url }) => url),
        )
      }
      if (source !== 'images') continue
      const [image] = hits
      assert.deepEqual(
        [image?.imageUrl, image?.imageWidth, image?.imageHeight],
        [expected[0]?.imageUrl, expected[0]?.width, expected[0]?.height],
      )
    }
  })

  test(`${provider.name} returns an empty list for a query without results`, async () => {
    await using server = await startProviderServer(provider.name)
    for (const source of provider.sources) {
      assert.deepEqual(await server.ask(provider, makeWanted('zeppelins', { source })), [])
    }
  })

  test(`${provider.name} reports rate limits, server errors and malformed responses`, async () => {
    assert.deepEqual(await probeKind(provider, 429, '{}'), ['limited', 7_000])
    assert.deepEqual(await probeKind(provider, 500, 'oops'), ['failed', 0])
    for (const body of ['<html>', '', '[]', 'null', '7']) {
      assert.deepEqual(await probeKind(provider, 200, body), ['failed', 0], body)
    }
  })

  if (provider.limits.pagesMax > 1) {
    test(`${provider.name} is asked for further pages until the limit is reached`, async () => {
      await using server = await startProviderServer(provider.name)
      const [source = 'web'] = provider.sources
      const perPage = { [source]: 6 }
      const paged = { ...provider, limits: { ...provider.limits, perPage } }
      const hits = await server.ask(paged, makeWanted('rivers', { source, limit: 11 }))
      assert.deepEqual(
        hits.slice(0, 11).map(({ title }) => title),
        pagesAbout('rivers')
          .slice(0, 11)
          .map(({ title }) => title),
      )
    })
  }

  if (provider.supports.time === 'range' && !['serper', 'serpapi'].includes(provider.name)) {
    test(`${provider.name} takes a range of days`, async () => {
      await using server = await startProviderServer(provider.name)
      const [source = 'web'] = provider.sources
      const time = readTimeRange('qdr:w', new Date())
      const hits = await server.ask(provider, makeWanted('rivers', { source, time, limit: 20 }))
      assert.deepEqual(
        hits.map(({ title }) => title),
        pagesAbout('rivers')
          .slice(0, 4)
          .map(({ title }) => title),
      )
    })
  }

  if (provider.supports.siteLists) {
    test(`${provider.name} takes lists of sites`, async () => {
      await using server = await startProviderServer(provider.name)
      const only = await server.ask(provider, makeWanted('rivers', { sites: ['stone.example'] }))
      assert.ok(only.length > 0)
      assert.ok(only.every(({ url }) => url.startsWith('https://stone.example/')))
      const without = await server.ask(
        provider,
        makeWanted('rivers', { notSites: ['stone.example'] }),
      )
      assert.ok(without.every(({ url }) => !url.startsWith('https://stone.example/')))
    })
  }

  if (!withoutKey.has(provider.name)) {
    test(`${provider.name} reports a refused key`, async () => {
      await using server = await startProviderServer(provider.name)
      const [other] = createProviders(providerAccess('other'), { names: [provider.name], pages })
      assert.ok(other)
      const [source = 'web'] = other.sources
      await assert.rejects(server.ask(other, makeWanted('rivers', { source })), { kind: 'key' })
    })
  }
}

test('without keys only the free tiers are called', () => {
  assert.deepEqual(
    createProviders({}, { names: [], pages }).map(({ name }) => name),
    ['you-keyless', 'exa-keyless', 'gdelt', 'openverse', 'wikipedia'],
  )
})
