import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHealth } from '#web-search/health.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { testDatabase } from '#test/database.ts'
import type { Serve } from '#test/fixtures/search/provider-answers.ts'
import { knownRepositories, repositoryServers } from '#test/fixtures/search/repository-servers.ts'
import { startProtocolServer } from '#test/fixtures/search/start-protocol-server.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { createAskRepositories } from './ask-repositories.ts'
import { DeveloperBody, DeveloperQuery, toDeveloperWanted } from './contract.ts'
import { createSearchDeveloper } from './developer.ts'
import { github } from './github.ts'
import { createLocalDeveloperPages } from './local-pages.ts'
import { npm } from './npm.ts'
import type { DeveloperSource } from './wanted.ts'

const withToken = github({ token: 'test-key', url: 'https://api.github.com' })
const serve = (own: Partial<Record<'github' | 'npm', Serve>> = {}): Serve => {
  const servers = { ...repositoryServers, ...own }
  return (asked) =>
    (asked.path.startsWith('/-/') ? servers['npm'] : servers['github'])?.(asked) ?? { body: '' }
}

async function startDeveloper(sources: readonly DeveloperSource[], answers: Serve = serve()) {
  const database = await testDatabase()
  const server = await startProtocolServer(answers)
  const clock = { now: () => new Date() }
  const index = createPageIndex({ database, clock, budget: { daysMax: 30, pagesMax: 100 } })
  const askRepositories = createAskRepositories({
    sources,
    noRetention: [],
    callApi: server.callApi,
    health: createHealth({ database }),
    log: silentLog,
    now: () => new Date(),
  })
  const search = createSearchDeveloper({
    askRepositories,
    localPages: createLocalDeveloperPages(index),
  })
  const caller = { teamId, signal: AbortSignal.timeout(60_000), zeroDataRetention: false }
  return {
    search: (body: object) => search(toDeveloperWanted(DeveloperBody.parse(body)), caller),
    read: (url: string, text: string) =>
      index.put([
        {
          teamId,
          url,
          title: url.slice(8),
          headings: [],
          text,
          links: [],
          language: 'en',
          publishedAt: undefined,
          readAt: new Date(),
        },
      ]),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

const teamId = '00000000-0000-4000-8000-000000000001'

test('GitHub gives issues, pull requests, and READMEs with the passages that answer', async () => {
  await using developer = await startDeveloper([withToken])
  const { results, coverage } = await developer.search({ query: 'gate', passages: 2 })
  assert.deepEqual(coverage, {
    doc: 'unavailable',
    issue: 'ok',
    pull_request: 'ok',
    readme: 'ok',
  })
  assert.deepEqual(
    results.slice(0, 3).map(({ type, url }) => [type, url]),
    [
      ['issue', 'https://github.com/waterworks/sluice/issues/1'],
      ['pull_request', 'https://github.com/waterworks/sluice/pull/1'],
      ['readme', 'https://github.com/waterworks/sluice'],
    ],
  )
  const readme = results.find(({ type }) => type === 'readme')
  assert.equal(readme?.license, 'MIT')
  assert.match(readme?.passages[0]?.text ?? '', /Open the waterworks\/sluice gate/)
  assert.equal(readme?.passages[0]?.citation_url, readme?.url)
})

test('repositories, stars and types narrow the results', async () => {
  await using developer = await startDeveloper([withToken])
  const narrowed = await developer.search({
    query: 'gate',
    types: ['readme'],
    min_stars: 250,
    repos: ['stonecraft/arch', 'waterworks/gauge'],
  })
  assert.deepEqual(
    narrowed.results.map(({ title }) => title),
    ['stonecraft/arch'],
  )
  assert.deepEqual(narrowed.coverage.issue, 'skipped')
  assert.deepEqual(narrowed.repos?.[0], {
    repo: 'stonecraft/arch',
    indexed: true,
    types: { issue: false, pullRequest: false, readme: true },
  })
})

const limited = () => ({ status: 429, body: { message: 'limit' } })

test('packages replace repositories while GitHub limits requests', async () => {
  await using developer = await startDeveloper([withToken, npm()], serve({ github: limited }))
  const { results, coverage } = await developer.search({ query: 'gate' })
  assert.deepEqual([coverage.readme, coverage.issue], ['degraded', 'unavailable'])
  assert.equal(results.length, knownRepositories.length)
  assert.ok(results.every(({ id, type }) => id.startsWith('npm:') && type === 'readme'))
})

test('pages that the team has read are found without any index', async () => {
  await using developer = await startDeveloper([])
  await assert.rejects(developer.search({ query: 'gate' }), { code: 'SERVICE_UNAVAILABLE' })
  await developer.read('https://docs.example/guide/gates', 'The gate opens slowly. Wait for it.')
  await developer.read('https://docs.example/blog/gates', 'A gate is a door.')
  await developer.read('https://github.com/waterworks/sluice/issues/9', 'The gate is stuck.')
  const all = await developer.search({ query: 'gate' })
  assert.deepEqual(all.results.map(({ type }) => type).toSorted(), ['doc', 'doc', 'issue'])
  assert.deepEqual(all.coverage, {
    doc: 'ok',
    issue: 'degraded',
    pull_request: 'unavailable',
    readme: 'unavailable',
  })
  const below = await developer.search({
    query: 'gate',
    sources: ['docs.example/guide', 'other.example'],
  })
  assert.deepEqual(
    below.results.map(({ url }) => url),
    ['https://docs.example/guide/gates'],
  )
  assert.deepEqual(below.coverage.issue, 'skipped')
  assert.deepEqual(below.sources, [
    { source: 'docs.example/guide', indexed: true },
    { source: 'other.example', indexed: false },
  ])
})

const findError = (body: object) =>
  DeveloperBody.safeParse({ query: 'x', ...body }).error?.issues[0]?.message

test('lists that no requested type can match are refused', () => {
  assert.equal(
    findError({ sources: ['docs.example'], types: ['issue'] }),
    'sources cannot match any requested type; add doc or drop sources',
  )
  assert.match(findError({ repos: ['a/b'], types: ['doc'] }) ?? '', /^repos cannot match any/)
  assert.equal(findError({ repos: ['a/b'] }), undefined)
  assert.equal(findError({ repos: ['../../x'] }), 'Write it as owner/name.')
})

test('parameters of GET mean what members of the body mean', () => {
  const query = DeveloperQuery.parse({
    query: 'x',
    k: '3',
    types: 'issue,readme',
    topic: ['a', 'b'],
    min_stars: '5',
    fork: 'only',
    archived: 'false',
  })
  const body = DeveloperBody.parse({
    query: 'x',
    k: 3,
    types: ['issue', 'readme'],
    topic: ['a', 'b'],
    min_stars: 5,
    fork: 'only',
    archived: false,
  })
  assert.deepEqual(toDeveloperWanted(query), toDeveloperWanted(body))
})
