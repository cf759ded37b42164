import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Firecrawl, SdkError } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { httpClients, publicServer } from '#test/fixtures/mcp-clients.ts'
import { providersFile, startProviderApis } from '#test/fixtures/provider-apis.ts'
import { preparePythonSdk, runPython } from '#test/fixtures/python-package.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const apis = await startProviderApis()
const folder = await mkdtempDisposable(join(tmpdir(), 'weir-providers-'))
const path = join(folder.path, 'providers.json')
writeFileSync(path, JSON.stringify(providersFile(apis.url)))
const service = await startService({
  env: {
    WEIR_PROVIDERS: 'ror,wikidata',
    WEIR_PROVIDERS_FILE: path,
    WEIR_ROR_URL: apis.url,
    WEIR_WIKIDATA_URL: apis.url,
  },
})
const apiUrl = await service.listen()
const outsider = await addTeam(service.database, {})
await choose(['first', 'second', 'ror', 'wikidata', 'reserved'])
disposeAfterTests(folder, apis, service)

async function choose(providers: readonly string[], key = firstKey) {
  const body = { enabled: true, providers, origin: 'test' }
  const answer = await service.ask('PUT', '/v2/team/third-party-data', { body, key })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

const client = (apiKey = firstKey) => new Firecrawl({ apiKey, apiUrl, maxRetries: 1 })
const credits = async () =>
  Number((await service.ask('GET', '/v2/team/credit-usage')).body.data.remainingCredits)

const accept = (body: object) =>
  service.ask('POST', '/v2/team/third-party-data/terms', { body: { origin: 'x', ...body } })

async function refusal(scraping: Promise<unknown>): Promise<SdkError> {
  const thrown = await scraping.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(thrown instanceof SdkError, String(thrown))
  return thrown
}

const scrape = (url: string, options: object = {}, key = firstKey) =>
  client(key).scrape(url, { formats: ['markdown'], ...options } as never)

test('the first provider with a record answers, and it alone is charged', async () => {
  const before = await credits()
  const document = await scrape('https://people.example/in/ada')
  assert.match(document.markdown ?? '', /# Ada[^]*Hydrologist/)
  assert.deepEqual(document.metadata?.['provider'], {
    id: 'first',
    creditsCost: 5,
    steps: [{ provider: 'first', status: 'matched', creditsCost: 5 }],
  })
  assert.equal(before - (await credits()), 5)
  assert.equal(apis.requests.at(-1)?.headers['x-key'], 'k')
})

test('every code of third-party data is seen by the SDK', async () => {
  const profile = 'https://people.example/in/nobody'
  const cases: readonly (readonly [() => Promise<unknown>, number, string])[] = [
    [() => scrape(profile), 404, 'THIRD_PARTY_DATA_NOT_FOUND'],
    [() => scrape('https://people.example/in/ada/posts'), 400, 'THIRD_PARTY_DATA_UNSUPPORTED_URL'],
    [() => scrape(profile, { minAge: 1 }), 400, 'THIRD_PARTY_DATA_UNSUPPORTED_OPTION'],
    [
      () => scrape(profile, { redactPII: { mode: 'fast' } }),
      400,
      'THIRD_PARTY_DATA_UNSUPPORTED_OPTION',
    ],
    [
      () => scrape(profile, { formats: ['screenshot'] }),
      400,
      'THIRD_PARTY_DATA_UNSUPPORTED_OPTION',
    ],
    [() => scrape(profile, { lockdown: true }), 400, 'THIRD_PARTY_DATA_UNSUPPORTED_OPTION'],
    [() => scrape('https://reserved.example/in/a'), 403, 'THIRD_PARTY_DATA_NOT_ENABLED'],
    [() => scrape(profile, {}, outsider.key), 403, 'THIRD_PARTY_DATA_ENRICHMENT_NOT_ENABLED'],
    [() => scrape('https://signed.example/in/grace'), 403, 'THIRD_PARTY_DATA_TERMS_REQUIRED'],
    [() => scrape('https://www.social.example/x'), 403, 'UNSUPPORTED_SITE'],
  ]
  const before = await credits()
  for (const [scraping, status, code] of cases) {
    const { status: got, code: gotCode } = await refusal(scraping())
    assert.deepEqual([got, gotCode], [status, code])
  }
  assert.equal(await credits(), before)
  const options = await refusal(scrape(profile, { minAge: 1, formats: ['links', 'images'] }))
  assert.match(options.message, /minAge, the format images\./)
  const enrichment = await refusal(scrape(profile, {}, outsider.key))
  assert.match(enrichment.message, /\/console\/providers\./)
})

const pythonCode = `
import json, os
from firecrawl import Firecrawl
key, outsider = os.environ["API_KEY"], os.environ["OUTSIDER"]
seen = []
def scrape(url, api_key=key, **options):
    try:
        Firecrawl(api_key=api_key, api_url=os.environ["API_URL"]).scrape(url, **{"formats": ["markdown"], **options})
    except Exception as error:
        action = error.requires_action
        seen.append([error.status_code, error.code, action and [action.type, action.terms, action.version, action.url]])
profile = "https://people.example/in/nobody"
scrape(profile)
scrape("https://people.example/in/ada/posts")
scrape(profile, formats=["screenshot"])
scrape("https://reserved.example/in/a")
scrape(profile, api_key=outsider)
scrape("https://signed.example/in/grace")
scrape("https://www.social.example/x")
print(json.dumps(seen))
`

test('every code of third-party data is seen by the Python SDK', async (t) => {
  const program = await preparePythonSdk()
  if (program === undefined) return t.skip('the Python SDK cannot be installed here')
  const env = { API_URL: apiUrl, API_KEY: firstKey, OUTSIDER: outsider.key }
  assert.deepEqual(await runPython(program, pythonCode, env), [
    [404, 'THIRD_PARTY_DATA_NOT_FOUND', null],
    [400, 'THIRD_PARTY_DATA_UNSUPPORTED_URL', null],
    [400, 'THIRD_PARTY_DATA_UNSUPPORTED_OPTION', null],
    [403, 'THIRD_PARTY_DATA_NOT_ENABLED', null],
    [403, 'THIRD_PARTY_DATA_ENRICHMENT_NOT_ENABLED', null],
    [
      403,
      'THIRD_PARTY_DATA_TERMS_REQUIRED',
      ['accept_terms', 'Terms of Second', '2', 'https://second.example/terms'],
    ],
    [403, 'UNSUPPORTED_SITE', null],
  ])
})

test('terms are accepted for a team and a version, and name the action before', async () => {
  const url = 'https://signed.example/in/grace'
  const { requiresAction } = await refusal(scrape(url))
  assert.deepEqual(requiresAction, {
    type: 'accept_terms',
    terms: 'Terms of Second',
    version: '2',
    url: 'https://second.example/terms',
  })
  assert.equal((await accept({ provider: 'second', version: '1' })).status, 409)
  assert.equal((await accept({ provider: 'first', version: '1' })).status, 404)
  const { status, body } = await accept({ provider: 'second', version: '2' })
  assert.deepEqual([status, body.data.available[1].terms.accepted], [200, true])
  const before = await credits()
  // The first provider has no record, and is not charged.
  const document = await scrape('https://people.example/in/grace')
  assert.deepEqual(document.metadata?.['provider'], {
    id: 'second',
    creditsCost: 9,
    steps: [
      { provider: 'first', status: 'no_match', creditsCost: 0 },
      { provider: 'second', status: 'matched', creditsCost: 9 },
    ],
  })
  assert.equal(before - (await credits()), 9)
  await choose(['second'], outsider.key)
  const other = await refusal(scrape(url, {}, outsider.key))
  assert.equal(other.code, 'THIRD_PARTY_DATA_TERMS_REQUIRED')
})

test('a provider that fails is skipped, and named when nothing else has a record', async () => {
  const failed = await refusal(scrape('https://people.example/in/broken'))
  assert.deepEqual([failed.status, failed.code], [500, 'SCRAPE_SITE_ERROR'])
  assert.match(failed.message, /could not be asked: first\./)
  const both = await scrape('https://people.example/in/broken-grace')
  const text = JSON.stringify(both.metadata?.['provider'])
  assert.match(text, /"first","status":"error".*"second","status":"matched"/)
})

test('open registries answer for their own pages', async () => {
  const oxford = await scrape('https://ror.org/052gg0110', { formats: ['markdown', 'links'] })
  assert.match(oxford.markdown ?? '', /University of Oxford[^]*United Kingdom/)
  assert.ok(oxford.links?.includes('https://www.ox.ac.uk/'))
  const author = await scrape('https://www.wikidata.org/wiki/Q42')
  assert.match(author.markdown ?? '', /Douglas Adams[^]*1952-03-11/)
  assert.equal(author.metadata?.creditsUsed, 1)
})

test('jobs use providers too, and list the reasons of their failures', async () => {
  const urls = ['https://people.example/in/ada', 'https://people.example/in/ada/more']
  const job = await client().batchScrape(urls, { options: { formats: ['markdown'] } })
  assert.equal(job.data.length, 1)
  const { errors } = await client().getBatchScrapeErrors(job.id)
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['THIRD_PARTY_DATA_UNSUPPORTED_URL'],
  )
})

test('tools are discovered by query and by domain, and called', async () => {
  const document = await scrape('https://people.example/in/ada', { domainTools: true })
  const [tool] = (document as { tools?: { capability: string; matchedBy: string[] }[] }).tools ?? []
  assert.deepEqual([tool?.capability, tool?.matchedBy], ['find-people', ['domain']])
  const sources = ['alexandria'] as never
  const found = await client().search('find a university organization', { sources })
  assert.equal(found.tools?.[0]?.provider, 'ror')
  assert.equal(found.tools?.[0]?.options, undefined)
  const full = await client().search('find people', { sources, toolDetail: 'full' })
  const people = full.tools?.find(({ provider }) => provider === 'first')
  assert.match(people?.examples?.curl ?? '', /alexandria/)

  const before = await credits()
  const { alexandria, creditsCost } = await client().scrape({
    alexandria: [
      { provider: 'first', capability: 'find-people', options: { query: 'hydrologist' } },
      { provider: 'ror', capability: 'find-organizations', options: { query: 'Oxford' } },
      { provider: 'wikidata', capability: 'find-items', options: { query: 'Adams' } },
      { provider: 'first', capability: 'find-people' },
      { provider: 'first', capability: 'nothing' },
      { provider: 'reserved', capability: 'nothing' },
    ],
  })
  assert.equal(creditsCost, 7)
  assert.equal(before - (await credits()), 7)
  const seen = alexandria.map((result) => (result.error ? result.error.code : result.records))
  assert.deepEqual(seen, [1, 1, 1, 'BAD_REQUEST', 'NOT_FOUND', 'NOT_FOUND'])
  assert.equal((await client().findTools({ providers: ['ror'] })).total, 1)
  const { key: stranger } = await addTeam(service.database, {})
  const refused = await refusal(
    client(stranger).scrape({ alexandria: { provider: 'ror', capability: 'x' } }),
  )
  assert.equal(refused.message, 'Exchange is not enabled for this team.')
})

test('MCP tools list and call the tools of providers, as those of the public server do', async () => {
  await using ours = await httpClients['sdk 2, 2026-07-28'](`${apiUrl}/mcp`)
  await using theirs = await publicServer(apiUrl)
  const listed = await ours.list()
  assert.ok(listed.some(({ name }) => name === 'firecrawl_find_tools'))
  assert.ok(JSON.stringify(listed).length <= 30_000, `${JSON.stringify(listed).length} characters`)
  // A client that knows the schemas of the tools refuses answers that do not fit them.
  await theirs.list()
  const alexandria = [{ provider: 'first', capability: 'find-people', options: { query: 'x' } }]
  const calls = { firecrawl_find_tools: { providers: ['first'] }, firecrawl_scrape: { alexandria } }
  for (const [name, args] of Object.entries(calls)) {
    const [mine, its] = await Promise.all([ours.call(name, args), theirs.call(name, args)])
    const [found, expected] = [mine, its].map(({ texts }) => JSON.parse(texts[0] ?? '').data)
    assert.deepEqual([mine.isError, its.isError], [false, false], mine.texts[0])
    assert.deepEqual(found.alexandria, expected.alexandria, name)
  }
  await using plain = await startService()
  await using without = await httpClients['sdk 2, 2026-07-28'](`${await plain.listen()}/mcp`)
  assert.ok((await without.list()).every(({ name }) => name !== 'firecrawl_find_tools'))
})

test('tools are browsed by category, provider and page, as the public server does', async () => {
  await using theirs = await publicServer(apiUrl)
  await theirs.list()
  const find = async (options: Record<string, unknown>) => {
    const { isError, texts } = await theirs.call('firecrawl_find_tools', options)
    assert.equal(isError, false, texts[0])
    return JSON.parse(texts[0] ?? '').data.alexandria[0].data
  }
  const categories = await find({})
  assert.match(categories.items[0].description, /Research Organization Registry/)
  const providers = await find(categories.items[0].next.options)
  assert.equal(providers.level, 'providers')
  const ror = providers.items.find(({ id }: { id: string }) => id === 'ror')
  const tools = await find({ ...ror.nextTool.arguments, expand: ['options'] })
  assert.deepEqual(tools.items[0].execute, { provider: 'ror', capability: 'find-organizations' })
  assert.deepEqual([tools.items[0].options.length > 0, tools.items[0].examples], [true, undefined])
  assert.deepEqual((await find({ categories: ['nothing'] })).items, [])
  assert.deepEqual((await find({ level: 'groups' })).items, [])
  assert.equal((await find({ query: 'university organization' })).items[0].provider, 'ror')

  const names: string[] = []
  for (let next: Record<string, unknown> | undefined = { level: 'providers', limit: 1 }; next;) {
    const page = await find(next)
    names.push(...page.items.map(({ id }: { id: string }) => id))
    next = page.nextTool?.arguments
  }
  assert.deepEqual(
    names,
    providers.items.map(({ id }: { id: string }) => id),
  )
  const odd = await client().scrape({
    alexandria: { provider: 'firecrawl', capability: 'find-tools', options: { limit: -1 } },
  })
  assert.equal(odd.alexandria[0]?.error?.code, 'BAD_REQUEST')
  const { body } = await service.ask('GET', '/v2/exchange/discover', { key: outsider.key })
  assert.equal(body.cohorts.length, 1)
})

test('without a provider the texts are those of a service without third-party data', async () => {
  await using plain = await startService()
  const ask = (url: string, body: object) => plain.ask('POST', url, { body })
  const call = { provider: 'ror', capability: 'find-organizations' }
  const executed = await ask('/v2/scrape', { alexandria: call })
  assert.deepEqual(
    [executed.status, executed.body.error],
    [403, 'Exchange is not enabled for this team.'],
  )
  const discovery = { provider: 'firecrawl', capability: 'find-tools', options: { query: 'x' } }
  const found = await ask('/v2/scrape', { alexandria: discovery })
  assert.deepEqual(found.body.data.alexandria[0].data.items, [])
  assert.equal((await ask('/v2/scrape', { alexandria: [discovery, call] })).status, 403)
  await using theirs = await publicServer(await plain.listen())
  await theirs.list()
  for (const options of [{ query: 'x' }, {}]) {
    const { isError, texts } = await theirs.call('firecrawl_find_tools', options)
    assert.equal(isError, false)
    assert.match(texts[0] ?? '', /WEIR_PROVIDERS/)
  }

  const search = { query: 'x', sources: ['alexandria'], domainTools: true, limit: 1 }
  const searched = await ask('/v2/search', search)
  assert.equal(searched.status, 200)
  assert.equal(searched.body.data.tools, undefined)
})
