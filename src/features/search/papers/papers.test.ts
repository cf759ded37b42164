import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHealth } from '#web-search/health.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { testDatabase } from '#test/database.ts'
import { knownPapers, papersAbout } from '#test/fixtures/search/paper-set.ts'
import { paperServers } from '#test/fixtures/search/paper-servers.ts'
import type { Serve } from '#test/fixtures/search/provider-answers.ts'
import { startProtocolServer } from '#test/fixtures/search/start-protocol-server.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { arxiv } from './arxiv.ts'
import { createAskPapers } from './ask-papers.ts'
import { PapersQuery, SimilarQuery } from './contract.ts'
import { createLocalPapers, idsOfUrl } from './local-papers.ts'
import { openalex } from './openalex.ts'
import { readPaperId, type PaperSource } from './paper.ts'
import { readPaper, searchPapers } from './papers.ts'
import { semanticScholar } from './semantic-scholar.ts'
import { similarPapers } from './similar-papers.ts'

const unpaced = (source: PaperSource) => ({ ...source, pace: { perMs: 0 } })
const all: readonly PaperSource[] = [
  openalex({ key: 'test-key', url: 'https://api.openalex.org' }),
  semanticScholar('test-key'),
  arxiv(),
].map(unpaced)

async function startPapers(sources: readonly PaperSource[], serve: Serve, hasIndex = false) {
  const database = await testDatabase()
  const server = await startProtocolServer(serve)
  const clock = { now: () => new Date() }
  const budget = { daysMax: 30, pagesMax: 100 }
  const index = createPageIndex({ database, clock, budget })
  const askPapers = createAskPapers({
    sources,
    noRetention: [],
    callApi: server.callApi,
    health: createHealth({ database }),
    log: silentLog,
    now: () => new Date(),
  })
  return {
    deps: { askPapers, localPapers: hasIndex ? createLocalPapers(index) : undefined },
    index,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

const teamId = '00000000-0000-4000-8000-000000000001'
const caller = { teamId, signal: new AbortController().signal, zeroDataRetention: false }
const makeQuery = (query: string, more: object = {}) => PapersQuery.parse({ query, ...more })
const listTitles = ({ results }: { readonly results: readonly { readonly title: string }[] }) =>
  results.map(({ title }) => title)
const titles = (papers: readonly { readonly title: string }[]) => papers.map(({ title }) => title)
const [first] = knownPapers
assert.ok(first)

for (const source of all) {
  const serve = paperServers[source.name]
  assert.ok(serve)

  test(`${source.name} finds papers, and reads every member`, async () => {
    await using papers = await startPapers([source], serve)
    const reply = await searchPapers(papers.deps, makeQuery('bridges'), caller)
    assert.deepEqual(listTitles(reply), titles(papersAbout('bridges')))
    const [bridge] = reply.results
    const known = papersAbout('bridges')[0]
    assert.ok(known)
    assert.equal(bridge?.abstract, known.abstract)
    assert.deepEqual(bridge?.ids['doi'], [known.doi.toLowerCase()])
    assert.ok((bridge?.score ?? 0) > (reply.results[1]?.score ?? 1))
  })

  test(`${source.name} filters by day and author`, async () => {
    await using papers = await startPapers([source], serve)
    const dates = { from: '2021-01-01', to: '2022-12-31' }
    const dated = await searchPapers(papers.deps, makeQuery('measured', dates), caller)
    assert.deepEqual(listTitles(dated), titles(knownPapers.slice(1, 3)))
    const own = await searchPapers(
      papers.deps,
      makeQuery('measured', { authors: 'Karlsson' }),
      caller,
    )
    assert.deepEqual(listTitles(own), titles([1, 3].flatMap((index) => knownPapers[index] ?? [])))
  })

  test(`${source.name} returns one paper by its identifier, and what it says about a query`, async () => {
    await using papers = await startPapers([source], serve)
    const id = `arxiv:${first.arxiv}v2`
    const query = 'when did methods fail'
    const reply = await readPaper(papers.deps, { id, query, k: 1 }, caller)
    assert.equal(reply.paper.title, first.title)
    assert.equal(reply.paper.authors, first.author)
    assert.deepEqual(titles(reply.passages?.map(({ text: title }) => ({ title })) ?? []), [
      'Every method failed in winter.',
    ])
    await assert.rejects(readPaper(papers.deps, { id: 'arxiv:1901.99999', k: 1 }, caller), {
      code: 'NOT_FOUND',
    })
  })

  test(`${source.name} that fails leaves 503 with its reason`, async () => {
    for (const [answer, reason] of [
      [{ status: 500, body: 'oops' }, /answered with status 500/],
      [{ status: 429, body: '{}' }, /rate limited/],
      [{ body: '<html>' }, /did not answer in JSON|unknown form/],
    ] as const) {
      await using papers = await startPapers([source], () => answer)
      await assert.rejects(
        searchPapers(papers.deps, makeQuery('bridges'), caller),
        (error: Error) => {
          assert.match(error.message, reason)
          assert.match(error.message, /WEIR_OPENALEX_KEY/)
          return true
        },
      )
    }
  })
}

for (const source of all.slice(0, 2)) {
  const serve = paperServers[source.name]
  assert.ok(serve)
  const [, cited] = knownPapers
  assert.ok(cited)

  test(`${source.name} lists citing papers, references and similar ones`, async () => {
    await using papers = await startPapers([source], serve)
    const find = async (options: object) =>
      similarPapers(
        papers.deps,
        { id: `doi:${cited.doi}`, ...SimilarQuery.parse({ intent: 'harbour cranes', ...options }) },
        caller,
      )
    const citers = await find({ mode: 'citers', rerank: 'false' })
    assert.deepEqual(listTitles(citers), titles(knownPapers.slice(2)))
    assert.deepEqual(listTitles(await find({ mode: 'references' })), [first.title])
    const similar = await find({ k: '2', anchor: `doi:${first.doi}` })
    assert.deepEqual([similar.poolSize, similar.truncated], [3, true])
    assert.equal(similar.results[0]?.title, 'A study of harbour cranes')
    assert.deepEqual(similar.results[0]?.signals, {
      structural: 0.5,
      semantic: 1,
      articleRank: 0,
      seedOverlap: 2,
    })
    assert.match(similar.note ?? '', new RegExp(source.name))
  })
}

test('papers that the team has read are found without any index, by other teams never', async () => {
  await using papers = await startPapers([], () => ({ status: 500, body: '' }), true)
  const abstract = `Abstract: ${first.abstract} ${'It rained. '.repeat(10)}`
  await papers.index.put([
    {
      teamId,
      url: `https://arxiv.org/abs/${first.arxiv}v3`,
      title: `[${first.arxiv}] ${first.title}`,
      headings: [],
      text: `Submitted on a Monday\n${abstract}`,
      links: [],
      language: 'en',
      publishedAt: undefined,
      readAt: new Date(),
    },
  ])
  const reply = await searchPapers(papers.deps, makeQuery('tidal rivers'), caller)
  assert.deepEqual(
    reply.results.map(({ paperId, title }) => [paperId, title]),
    [[`arxiv:${first.arxiv}`, first.title]],
  )
  assert.match(reply.results[0]?.abstract ?? '', /^We measured/)
  assert.match(reply.warning ?? '', /only papers that the team has read/)
  const paper = await readPaper(
    papers.deps,
    { id: `doi:10.48550/arXiv.${first.arxiv}`, k: 1 },
    caller,
  )
  assert.equal(paper.paper.title, first.title)
  const other = { ...caller, teamId: '00000000-0000-4000-8000-000000000002' }
  await assert.rejects(searchPapers(papers.deps, makeQuery('tidal rivers'), other), {
    code: 'SERVICE_UNAVAILABLE',
  })
})

test('identifiers are read in all their forms', () => {
  const forms = {
    W123: ['openalex', 'W123'],
    'openalex:w123': ['openalex', 'W123'],
    '10.5555/A.b': ['doi', '10.5555/a.b'],
    '2101.00001v2': ['arxiv', '2101.00001'],
    'arxiv:hep-th/9901001': ['arxiv', 'hep-th/9901001'],
    'pmid:123': ['pmid', '123'],
  }
  for (const [text, [namespace, id]] of Object.entries(forms)) {
    assert.deepEqual(readPaperId(text), { namespace, id }, text)
  }
  for (const text of ['123', 'doi:2101.00001', 'nothing', '', '../../x']) {
    assert.equal(readPaperId(text), undefined, text)
  }
})

test('the URLs of papers hold their identifiers', () => {
  const urls = {
    'https://arxiv.org/pdf/2101.00001v2.pdf': { arxiv: '2101.00001' },
    'https://www.biorxiv.org/content/10.1101/2021.01.01.425000v1.full': {
      doi: '10.1101/2021.01.01.425000',
    },
    'https://dl.acm.org/doi/10.1145/3292500.3330701': { doi: '10.1145/3292500.3330701' },
    'https://www.nature.com/articles/s41586-021-03819-2.pdf': { doi: '10.1038/s41586-021-03819-2' },
    'https://pubmed.ncbi.nlm.nih.gov/123456/': { pmid: '123456' },
    'https://arxiv.org/list/cs.AI/recent': undefined,
    'https://example.com/10.1/x': undefined,
  }
  for (const [url, ids] of Object.entries(urls)) assert.deepEqual(idsOfUrl(url), ids, url)
})
