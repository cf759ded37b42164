import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const service = await startService({ env: { WEIR_SEARCH: 'local' } })
const site = await startPages({
  '/zebras': article('Zebras of the plains', 'Zebras are striped animals.'),
  '/quaggas': article('Quaggas', 'Quaggas were striped like zebras, but only in front.'),
  '/private/okapi': article('Okapis', 'Okapis live in the forest.'),
  '/hidden': {
    headers: { 'x-robots-tag': 'noindex' },
    body: article('Pangolins', 'Pangolins have scales.'),
  },
  '/hidden-too': article('Aardvarks', 'Aardvarks dig.').replace(
    '<title>',
    '<meta name="robots" content="noindex, follow"><title>',
  ),
  '/data.json': { headers: { 'content-type': 'application/json' }, body: '{"a":"tapir"}' },
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: tapir' },
  '/gone': { status: 404, body: article('Numbats', 'No numbats here.') },
  '/ecole': article('École supérieure', 'Une école pour les élèves, dans la ville.').replace(
    'lang="en"',
    'lang="fr"',
  ),
  '/schiffe': article('Über Schiffe', 'Die Schiffe fahren auf dem Meer und in den Häfen.').replace(
    'lang="en"',
    'lang="de"',
  ),
  '/nihon': article('日本の鉄道', '東京と大阪を結ぶ新幹線は速い。').replace(
    'lang="en"',
    'lang="ja"',
  ),
  '/copy': article('Zebras of the plains', 'Zebras are striped animals.'),
})
disposeAfterTests(service, site)

const scrape = (path: string, options: object = {}, key?: string) =>
  service.ask('POST', '/v2/scrape', {
    body: { url: `${site.url}${path}`, ...options },
    ...(key !== undefined && { key }),
  })

async function found(query: string, options: object = {}, key?: string): Promise<string[]> {
  const { body } = await service.ask('POST', '/v2/search', {
    body: { query, ...options },
    ...(key !== undefined && { key }),
  })
  return (body.data?.web ?? []).map(({ url }: { url: string }) => url.replace(site.url, ''))
}

/** The results once there are some. */
const findable = (query: string, options: object = {}, key?: string) =>
  eventually(
    () => found(query, options, key),
    (urls) => urls.length > 0,
  )

async function findStriped(options: object) {
  const { body } = await service.ask('POST', '/v2/search', {
    body: { query: 'striped zebras', ...options },
  })
  return body.data.web[0]
}

test('results from the pages of the team have passages when they are wanted', async () => {
  await scrape('/zebras')
  await findable('striped zebras')
  assert.equal((await findStriped({})).passages, undefined)
  const [first, ...others] = (await findStriped({ passages: 1 })).passages
  assert.deepEqual(others, [])
  assert.match(first.text, /striped/)
  assert.ok(first.headings.includes('Zebras of the plains'))
  assert.match(first.anchor, /^#:~:text=/)
  assert.ok(first.score > 0 && first.score <= 1)
})

test('a page that was scraped is found, in any of its forms', async () => {
  await scrape('/zebras')
  await scrape('/quaggas', { formats: ['html'] })
  assert.deepEqual(await findable('quagga'), ['/quaggas'])
  assert.deepEqual(await findable('striped animal zebra'), ['/zebras', '/quaggas'])
  assert.deepEqual(await found('"striped like zebras"'), ['/quaggas'])
  assert.deepEqual(await found('zebras -quaggas'), ['/zebras'])
  assert.deepEqual(await found('intitle:quaggas striped'), ['/quaggas'])
  assert.deepEqual(await found('zebras site:127.0.0.1 inurl:quagg'), ['/quaggas'])
  assert.deepEqual(await found('inurl:QUAGG'), ['/quaggas'])
  assert.deepEqual(await found('inurl:no-such-part'), [])
  assert.deepEqual(await found('zebras', { excludeDomains: ['127.0.0.1'] }), [])
  assert.deepEqual(await found('zebras', { includeDomains: ['example.com'] }), [])
})

test('the first search after a scrape finds its page', async () => {
  const { key, teamId } = await addTeam(service.database)
  await scrape('/quaggas', {}, key)
  assert.deepEqual(await found('inurl:quagg', {}, key), ['/quaggas'])
  assert.doesNotMatch(await findWarning('zebus', key), /index yet/)
  await service.database.query(
    `insert into search_pending (team_id, cache_key, created_at) values ($1, '\\x00', now() + interval '1 hour')`,
    [teamId],
  )
  assert.match(await findWarning('zebus', key), /are not in the index yet/)
  await service.database.query('delete from search_pending where team_id = $1', [teamId])
})

async function findWarning(query: string, key: string) {
  const { body } = await service.ask('POST', '/v2/search', { body: { query }, key })
  assert.deepEqual(body.data.web, [])
  return body.warning
}

test('a local result has title, text and position, and costs what others cost', async () => {
  await scrape('/zebras')
  await findable('zebras')
  const { body } = await service.ask('POST', '/v2/search', { body: { query: 'zebras plains' } })
  const [first] = body.data.web
  assert.equal(first.title, 'Zebras of the plains')
  assert.match(first.description, /^Zebras are striped animals\./)
  assert.deepEqual([first.position, body.creditsUsed], [1, 2])
})

test('a misspelled word finds the intended pages, and the answer says so', async () => {
  await scrape('/quaggas')
  await findable('quaggas')
  const { body } = await service.ask('POST', '/v2/search', { body: { query: 'quagas' } })
  assert.equal(body.data.web[0].title, 'Quaggas')
  assert.match(body.warning, /searched for "quaggas" instead of "quagas"/)
  assert.deepEqual(await found('"quagas"'), [])
})

test('two errors in a longer word are corrected, in shorter ones not', async () => {
  await scrape('/zebras')
  await findable('striped')
  for (const query of ['stirpde', 'tripeed', 'strpedd']) {
    const { body } = await service.ask('POST', '/v2/search', { body: { query } })
    assert.equal(
      body.warning,
      `Pages read before were searched for "striped" instead of "${query}".`,
    )
    assert.ok(body.data.web.length > 0, query)
  }
  const { body } = await service.ask('POST', '/v2/search', { body: { query: 'pliaz' } })
  assert.match(body.warning, /^Nothing was found\./)
})

test('a search that finds nothing says so, also of words that no page is found by', async () => {
  for (const query of ['what it does', 'unheardof']) {
    const { status, body } = await service.ask('POST', '/v2/search', { body: { query } })
    assert.deepEqual([status, body.data.web ?? [], body.creditsUsed], [200, [], 0], query)
    const beginning =
      query === 'unheardof'
        ? /^Nothing was found\./
        : /^Pages read before were not searched: "what it does" is in nearly every page\. Add a word that says more\. Nothing was found\./
    assert.match(body.warning, beginning, query)
  }
})

test('words are found in the languages of the pages', async () => {
  for (const path of ['/ecole', '/schiffe', '/nihon']) await scrape(path)
  assert.deepEqual(await findable('ecole', { lang: 'fr' }), ['/ecole'])
  assert.deepEqual(await findable('Schiff', { lang: 'de' }), ['/schiffe'])
  assert.deepEqual(await found('HÄFEN meer'), ['/schiffe'])
  assert.deepEqual(await findable('新幹線', { lang: 'ja' }), ['/nihon'])
})

test('equal pages are one result', async () => {
  await scrape('/zebras')
  await scrape('/copy')
  await findable('intitle:zebras inurl:copy')
  await findable('zebras')
  const urls = await found('zebras plains')
  assert.equal(urls.filter((url) => ['/zebras', '/copy'].includes(url)).length, 1)
})

test('pages that must not be stored or found are not in the index', async () => {
  await scrape('/hidden')
  await scrape('/hidden-too')
  await scrape('/data.json')
  await scrape('/gone')
  await scrape('/robots.txt')
  await scrape('/private/okapi', { storeInCache: false })
  await scrape('/private/okapi', { headers: { cookie: 'a=b' } })
  // What comes after them is indexed after them.
  await scrape('/zebras', { maxAge: 0 })
  await eventually(
    () => service.database.query('select from search_pending'),
    (rows) => rows.length === 0,
  )
  for (const query of ['pangolins', 'aardvarks', 'tapir', 'numbats', 'okapis']) {
    assert.deepEqual(await found(query), [], query)
  }
})

test('a page with a new noindex is removed from the index', async () => {
  let body = article('Capybaras', 'Capybaras swim.')
  await using other = await startPages({ '/': () => body })
  const scrapeOther = () =>
    service.ask('POST', '/v2/scrape', { body: { url: other.url, maxAge: 0 } })
  await scrapeOther()
  await findable('capybaras')
  body = body.replace('<title>', '<meta name="robots" content="noindex"><title>')
  await scrapeOther()
  const left = await eventually(
    () => found('capybaras'),
    (urls) => urls.length === 0,
  )
  assert.deepEqual(left, [])
})

test('teams do not find the pages of others', async () => {
  await scrape('/zebras')
  await findable('zebras')
  const { key } = await addTeam(service.database)
  await scrape('/schiffe', {}, key)
  assert.deepEqual(await findable('Schiffe', { lang: 'de' }, key), ['/schiffe'])
  assert.deepEqual(await found('zebras', {}, key), [])
})

test('a response without a type is found if its content is a page', async () => {
  await using untyped = await startSite(({ url }, response) => {
    response.end(url === '/kiwis' ? article('Kiwis', 'Kiwis do not fly.') : '{"bird": "kiwis"}')
  })
  for (const path of ['/data', '/kiwis']) {
    const { body } = await service.ask('POST', '/v2/scrape', { body: { url: untyped.url + path } })
    assert.match(body.data.markdown, /kiwis/i)
  }
  assert.deepEqual(await findable('kiwis'), [`${untyped.url}/kiwis`])
})
