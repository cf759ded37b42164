import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { httpClients, publicServer } from '#test/fixtures/mcp-clients.ts'
import { knownPapers } from '#test/fixtures/search/paper-set.ts'
import { paperServers } from '#test/fixtures/search/paper-servers.ts'
import { repositoryServers } from '#test/fixtures/search/repository-servers.ts'
import { startProtocolServer } from '#test/fixtures/search/start-protocol-server.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const server = await startProtocolServer((asked) => {
  const name = asked.path.startsWith('/works') ? 'openalex' : 'github'
  const serve = { ...paperServers, ...repositoryServers }[name]
  return serve?.(asked) ?? { status: 404, body: '' }
})
const service = await startService({
  env: {
    WEIR_SEARCH: 'web',
    WEIR_OPENALEX_KEY: 'test-key',
    WEIR_OPENALEX_URL: `${server.url}/`,
    WEIR_GITHUB_TOKEN: 'test-key',
    WEIR_GITHUB_URL: server.url,
  },
})
disposeAfterTests(server, service)

const papers = '/v2/search/research/papers'

test('papers are searched, read and related, free of charge', async () => {
  const { status, body } = await service.ask('GET', `${papers}?query=bridges&k=1&integration=cli`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.results.map(({ paperId, primaryId }: Record<string, string>) => [paperId, primaryId]),
    [['W1001', 'doi:10.5555/paper.2']],
  )
  const one = await service.ask('GET', `${papers}/${encodeURIComponent('doi:10.5555/paper.2')}`)
  assert.equal(one.body.paper.authors, 'Bo Karlsson')
  const citers = await service.ask('GET', `${papers}/W1001/similar?intent=mills&mode=citers`)
  assert.equal(citers.body.results[0].title, 'A study of river mills')
  assert.equal(citers.body.poolSize, knownPapers.length - 2)
  const usage = await service.ask('GET', '/v2/team/activity')
  assert.equal(usage.body.data[0].endpoint, 'research')
  const credits = await service.ask('GET', '/v2/team/credit-usage/historical')
  assert.ok(!JSON.stringify(credits.body).includes('"creditsUsed":1'))
})

test('papers and searches for developers are found at their earlier addresses, with a key', async () => {
  const { status, body } = await service.ask('GET', '/v2/research/papers?query=bridges&k=1')
  assert.equal(status, 200)
  assert.equal(body.results[0].paper_id, body.results[0].paperId)
  const one = encodeURIComponent('doi:10.5555/paper.2')
  assert.equal((await service.ask('GET', `/v2/research/papers/${one}`)).status, 200)
  const developer = '/v2/developer/search'
  assert.equal((await service.ask('GET', `${developer}?query=bridges`)).status, 200)
  const sent = { body: { query: 'bridges', types: ['issue'] } }
  assert.equal((await service.ask('POST', developer, sent)).status, 200)
  assert.equal((await service.ask('GET', `${developer}?query=a&magic=true`)).status, 400)
  assert.equal((await service.ask('GET', `${developer}?query=a`, { key: '' })).status, 401)
})

test('MCP tools return papers and passages as those of the public server do', async () => {
  const url = await service.listen()
  await using ours = await httpClients['sdk 2, 2026-07-28'](`${url}/mcp`)
  await using theirs = await publicServer(url)
  // A client that knows the schemas of the tools refuses answers that do not fit them.
  await theirs.list()
  await ours.list()
  const paperId = 'doi:10.5555/paper.2'
  const calls: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    ['firecrawl_research_search_papers', { query: 'bridges', k: 2 }, /paper\.2/],
    ['firecrawl_research_inspect_paper', { paperId }, /Bo Karlsson/],
    [
      'firecrawl_research_related_papers',
      { seed_ids: ['W1001'], intent: 'mills', mode: 'citers' },
      /A study of river mills/,
    ],
    ['firecrawl_research_read_paper', { paperId, question: 'Which bridges?' }, /./],
    ['firecrawl_developer_search', { query: 'gate', k: 2 }, /gate of waterworks/],
  ]
  for (const [name, args, expected] of calls) {
    const [mine, its] = [await ours.call(name, args), await theirs.call(name, args)]
    assert.equal(mine.isError, false, `${name}: ${mine.texts[0]}`)
    assert.match(mine.texts[0] ?? '', expected)
    assert.equal(mine.texts[0], its.texts[0], name)
  }
})

test('bad parameters and unknown papers are refused', async () => {
  const statuses = []
  for (const path of ['', '?query=', '?query=x&k=501', '?query=x&from=soon', '/W1001/similar']) {
    statuses.push((await service.ask('GET', `${papers}${path}`)).status)
  }
  assert.deepEqual(statuses, [400, 400, 400, 400, 400])
  assert.equal((await service.ask('GET', `${papers}/W99`)).status, 404)
  assert.equal((await service.ask('GET', `${papers}/nonsense`)).status, 404)
})

test('the developer index answers GET and POST alike', async () => {
  const path = '/v2/search/developer'
  const got = await service.ask('GET', `${path}?query=gate&types=readme&types=issue&k=2`)
  const body = { query: 'gate', types: ['readme', 'issue'], k: 2, origin: 'js-sdk@4' }
  const posted = await service.ask('POST', path, { body })
  assert.equal(got.status, 200)
  assert.deepEqual(got.body, posted.body)
  assert.deepEqual(
    got.body.results.map(({ type }: { type: string }) => type),
    ['readme', 'issue'],
  )
})

test('the developer category and its aliases search the developer index', async () => {
  for (const category of ['developer', 'repo', { type: 'devdex' }]) {
    const { body, status } = await service.ask('POST', '/v2/search', {
      body: { query: 'gate', limit: 3, categories: [category] },
    })
    assert.equal(status, 200)
    assert.equal(body.data.web.length, 3)
    assert.ok(body.data.web.every((item: { category: string }) => item.category === 'developer'))
    assert.equal(body.creditsUsed, 2)
    assert.match(body.warning, /could not be searched: doc/)
  }
})

test('keys are held to their groups, and have a rate limit of their own', async () => {
  const { key } = await addTeam(service.database, { allowedEndpoints: ['search'] })
  assert.equal((await service.ask('GET', `${papers}?query=x`, { key })).status, 403)
  const { status, headers } = await service.ask('GET', '/v2/search/developer?query=gate', { key })
  assert.equal(status, 200)
  assert.match(String(headers['ratelimit-policy']), /"research";q=500/)
})

test('where no query leaves the service, both say what is missing', async () => {
  await using alone = await startService({ env: { WEIR_SEARCH: 'local' } })
  const paper = await alone.ask('GET', `${papers}?query=x`)
  assert.equal(paper.status, 503)
  assert.match(paper.body.error, /WEIR_OPENALEX_KEY/)
  const developer = await alone.ask('GET', '/v2/search/developer?query=x')
  assert.equal(developer.status, 503)
  assert.match(developer.body.error, /WEIR_GITHUB_TOKEN/)
})
