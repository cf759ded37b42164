import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { SiemEvent } from '#delivery/siem/siem-event.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { startSiemReceiver } from '#test/fixtures/siem-receiver.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { weirHere } from '#test/fixtures/terminal.ts'
import { startService } from '#test/service.ts'

const receiver = await startSiemReceiver()
const service = await startService({ env: { WEIR_AZURE_LOGIN_URL: receiver.url } })
const site: Pages = await startPages({
  '/a/': `${article('A')}<a href="/a/1">1</a>`,
  '/a/1': article('One'),
  '/lynx': article('The lynx', 'The lynx has tufts on its ears.'),
  '/away': () => ({ status: 302, headers: { location: `http://127.0.0.9:${site.port}/` } }),
  '/gone': { status: 410, body: '<p>Gone</p>' },
})
disposeAfterTests(receiver, service, site)

const put = (key: string, body: object) =>
  service.ask('PUT', '/v2/team/siem', { key, body: { origin: 'test', ...body } })

const azure = () => ({
  type: 'azure_sentinel',
  tenantId: 'tenant',
  clientId: 'client',
  dceUrl: receiver.url,
  dcrImmutableId: 'dcr-1',
  streamName: 'Custom-Weir',
})

const listEvents = (teamId: string) => receiver.events.filter(({ team_id: id }) => id === teamId)

async function addLoggedTeam(destination: object = { type: 'http', url: `${receiver.url}/log` }) {
  const team = await addTeam(service.database, { credits: 1_000 })
  assert.equal((await put(team.key, { enabled: true, destination })).status, 200)
  const ask = (url: string, body: object) => service.ask('POST', url, { body, key: team.key })
  /** Events of the team, when as many as wanted have arrived. */
  const events = async (count: number): Promise<SiemEvent[]> => {
    await eventually(
      async () => listEvents(team.teamId).length,
      (found) => found >= count,
    )
    return listEvents(team.teamId)
  }
  return { ...team, ask, events }
}

test('settings are stored without showing their secret', async () => {
  const { key } = await addTeam(service.database, {})
  const read = async () => (await service.ask('GET', '/v2/team/siem', { key })).body
  assert.deepEqual(await read(), {
    success: true,
    data: { configured: false, enabled: false, destination: null },
  })
  const first = await put(key, { enabled: true, destination: azure() })
  assert.deepEqual(
    [first.status, first.body.error],
    [400, 'clientSecret is required when SIEM is first configured'],
  )
  await put(key, { enabled: true, destination: { ...azure(), clientSecret: 'right' } })
  // The stored secret stays.
  await put(key, { enabled: false, destination: azure() })
  const { data } = await read()
  assert.deepEqual(
    [data.configured, data.enabled, data.destination],
    [true, false, { ...azure(), clientSecretConfigured: true }],
  )
  assert.equal(data.delivery.dropped, 0)
  const rows = await service.database.query('select * from siem_settings', [])
  assert.doesNotMatch(JSON.stringify(rows), /right|dcr-1/)
})

test('settings that cannot be used are refused', async () => {
  const { key } = await addTeam(service.database, {})
  const http = { type: 'http', url: 'https://siem.example.com/' }
  const secret = { clientSecret: 'right' }
  const wrong: readonly (readonly [object, string])[] = [
    [{ enabled: true, destination: { ...azure(), ...secret, streamName: 'Weir' } }, 'Custom-'],
    [{ enabled: true, destination: { ...http, url: 'http://10.0.0.1/' } }, 'private address'],
    [{ enabled: true, destination: { ...azure(), ...secret, dceUrl: 'ftp://x.example' } }, 'URL'],
    [{ enabled: true, destination: { type: 'syslog' } }, ''],
    [{ enabled: true, destination: http, more: 1 }, 'Unrecognized key'],
    [{ destination: http }, ''],
  ]
  for (const [body, text] of wrong) {
    const answer = await put(key, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.ok(JSON.stringify(answer.body).includes(text), JSON.stringify(answer.body))
  }
  const test409 = await service.ask('POST', '/v2/team/siem/test', { key })
  assert.deepEqual(
    [test409.status, test409.body.error],
    [409, 'SIEM Logging is not configured and enabled.'],
  )
})

test('every operation sends one event for each fetched URL', async () => {
  const team = await addLoggedTeam()
  const { ask } = team
  const auditMetadata = { username: 'ann' }
  const page = `${site.url}/a/1`
  const scraped = await ask('/v2/scrape', { url: page, auditMetadata, origin: 'sdk' })
  await ask('/v2/scrape', { url: `${site.url}/gone`, integration: 'test' })
  await ask('/v2/scrape', { url: 'http://no-such-host.invalid/' })
  const batch = await ask('/v2/batch/scrape', { urls: [page, page], auditMetadata, origin: 'sdk' })
  const crawl = await ask('/v2/crawl', { url: `${site.url}/a/`, sitemap: 'skip', auditMetadata })
  await ask('/v2/map', { url: `${site.url}/a/` })
  const form = new FormData()
  form.append('file', new Blob(['<h1>Hello</h1>']), 'hello.html')
  const request = new Request('http://x/', { method: 'POST', body: form })
  await service.server.inject({
    method: 'POST',
    url: '/v2/parse',
    headers: {
      authorization: `Bearer ${team.key}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const extract = await ask('/v2/extract', {
    urls: [page],
    schema: { type: 'object', properties: { title: { type: 'string' } } },
  })
  assert.equal(extract.status, 200, JSON.stringify(extract.body))

  const isRobots = (url: string) => url === `${site.url}/robots.txt`
  // The crawl or the map asks for it first, or both at the same time; later ones have it in memory.
  const asked = () => site.requests.filter(({ url }) => url === '/robots.txt').length
  const { [String(true)]: robots = [], [String(false)]: events = [] } = await eventually(
    async () => Object.groupBy(listEvents(team.teamId), ({ url }) => String(isRobots(url))),
    ({ true: ofRobots = [], false: others = [] }) =>
      others.length >= 13 && ofRobots.length === asked(),
  )
  assert.equal(robots.length, asked())
  assert.ok(robots.every(({ operation }) => ['crawl', 'map'].includes(operation)))
  const seen = events
    .map(({ endpoint, url, result, http_status: status }) =>
      [endpoint, url.replace(site.url, ''), result, status].join(' '),
    )
    .toSorted()
  assert.deepEqual(seen, [
    'batch_scrape /a/1 success 200',
    'batch_scrape /a/1 success 200',
    'crawl /a/ success 200',
    'crawl /a/1 success 200',
    'extract /a/1 success 200',
    'parse hello.html success 200',
    'scrape /a/1 success 200',
    'scrape /gone failure 410',
    'scrape http://no-such-host.invalid/ failure ',
    'unknown /a/ success 200',
    'unknown /a/sitemap.xml failure 404',
    'unknown /sitemap.xml failure 404',
    'unknown /sitemap_index.xml failure 404',
  ])
  const of = (name: string) => events.filter(({ endpoint }) => endpoint === name)
  const findScrape = (path: string) => of('scrape').find(({ url }) => url === site.url + path)
  const first = findScrape('/a/1')
  assert.deepEqual(
    [first?.scrape_id, first?.origin, first?.audit_metadata, first?.api_key.name],
    [scraped.body.data.metadata.scrapeId, 'sdk', auditMetadata, 'test'],
  )
  assert.equal(findScrape('/gone')?.integration, 'test')
  for (const [name, { body }] of [
    ['batch_scrape', batch],
    ['crawl', crawl],
    ['extract', extract],
  ] as const) {
    assert.deepEqual(new Set(of(name).map(({ request_id: id }) => id)), new Set([body.id]), name)
  }
  for (const event of [...of('batch_scrape'), ...of('crawl')])
    assert.deepEqual(event.audit_metadata, auditMetadata)
  assert.deepEqual(
    Object.keys(first ?? {}).toSorted(),
    [
      'api_key audit_metadata completed_at domain endpoint error event_id event_type http_method',
      'http_status integration operation org_id origin request_id result schema_version scrape_id started_at',
      'team_id url zero_data_retention',
    ]
      .join(' ')
      .split(' '),
  )
})

test('events have the decision of threat protection', async () => {
  const team = await addLoggedTeam()
  const policy = { mode: 'manual-only', blacklist: ['127.0.0.9'], whitelist: ['127.0.0.1'] }
  await service.ask('PUT', '/v2/team/threat-protection', { key: team.key, body: policy })
  const away = `http://127.0.0.9:${site.port}/`
  await team.ask('/v2/scrape', { url: `${site.url}/a/1` })
  await team.ask('/v2/scrape', { url: away })
  await team.ask('/v2/scrape', { url: `${site.url}/away` })
  const none = { provider: null, categories: [] }
  const events = await team.events(3)
  const facts = Object.fromEntries(
    events.map(({ url, result, threat }) => [url, [result, threat]] as const),
  )
  assert.deepEqual(facts, {
    [`${site.url}/a/1`]: ['success', { decision: 'allow', rule: 'whitelist', ...none }],
    [away]: ['blocked', { decision: 'deny', rule: 'blacklist', ...none }],
    [`${site.url}/away`]: ['blocked', { decision: 'deny', rule: 'blacklist', ...none }],
  })
})

test('scraped results of a search are events of the search', async () => {
  const team = await addLoggedTeam()
  await team.ask('/v2/scrape', { url: `${site.url}/lynx` })
  const search = () =>
    team.ask('/v2/search', { query: 'lynx', scrapeOptions: { formats: ['markdown'] } })
  await eventually(
    async () => (await search()).body.data?.web?.length,
    (count) => count === 1,
  )
  const found = (await team.events(2)).filter(({ endpoint }) => endpoint === 'search')
  assert.equal(found[0]?.url, `${site.url}/lynx`)
})

test('requests to a receiver of JSON lines are signed like webhooks', async () => {
  const key = Buffer.from('a secret of the receiver').toString('base64')
  const secret = `whsec_${key}`
  const team = await addLoggedTeam({ type: 'http', url: `${receiver.url}/signed`, secret })
  await team.ask('/v2/scrape', { url: `${site.url}/a/1` })
  await team.events(1)
  const request = receiver.requests.find(({ path }) => path === '/signed')
  assert.ok(request)
  assert.equal(request.headers['content-type'], 'application/x-ndjson')
  const hmac = createHmac('sha256', secret).update(request.body).digest('hex')
  assert.equal(request.headers['x-firecrawl-signature'], `sha256=${hmac}`)
  const headers = request.headers as Record<string, string>
  assert.doesNotThrow(() =>
    new Webhook(secret).verify(JSON.stringify(JSON.parse(request.body)) + '\n', headers),
  )
})

test('Azure gets the events with a token, and a test event on request', async () => {
  const team = await addLoggedTeam({ ...azure(), clientSecret: 'right' })
  const sent = await service.ask('POST', '/v2/team/siem/test', { key: team.key })
  assert.deepEqual(sent.body, { success: true, data: { delivered: true } })
  await team.ask('/v2/scrape', { url: `${site.url}/a/1` })
  const events = await team.events(2)
  assert.equal(events[0]?.url, 'https://siem-test.invalid/')
  const tokens = receiver.requests.filter(({ path }) => path === '/tenant/oauth2/v2.0/token')
  assert.equal(tokens.length, 1)
  const form = new URLSearchParams(tokens[0]?.body)
  assert.deepEqual(
    [form.get('grant_type'), form.get('scope')],
    ['client_credentials', 'https://monitor.azure.com/.default'],
  )
  const ingested = receiver.requests.filter(({ path }) => path.startsWith('/dataCollectionRules'))
  assert.equal(
    ingested[0]?.path,
    '/dataCollectionRules/dcr-1/streams/Custom-Weir?api-version=2023-01-01',
  )
  assert.equal(ingested[0]?.headers.authorization, 'Bearer token-1')
  const [row] = JSON.parse(ingested.at(-1)?.body ?? '[]')
  assert.equal(row.TimeGenerated, row.completed_at)
})

test('a test reports why the destination refuses the event', async () => {
  const team = await addLoggedTeam({ ...azure(), clientSecret: 'wrong' })
  const test = async () => (await service.ask('POST', '/v2/team/siem/test', { key: team.key })).body
  const refused = await test()
  assert.equal(refused.data.delivered, false)
  assert.match(refused.data.error, /^Microsoft Entra ID refused the client \(401\)\. AADSTS7000215/)
  await put(team.key, { enabled: true, destination: { ...azure(), clientSecret: 'right' } })
  receiver.statuses.push(413)
  assert.equal((await test()).data.error, 'The destination answered 413. not now')
  const closed = { type: 'http', url: 'http://127.0.0.1:9/' }
  await put(team.key, { enabled: true, destination: closed })
  assert.match((await test()).data.error, /^The destination could not be reached: /)
})

test('the command line sets, tests and shows the destination', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-siem-cli-'))
  const file = join(folder.path, 'siem.json')
  writeFileSync(file, JSON.stringify({ type: 'http', url: `${receiver.url}/cli` }))
  const { key } = await addTeam(service.database, {})
  const env = { WEIR_URL: await service.listen(), WEIR_KEY: key }
  const run = (...args: string[]) => weirHere(['siem', ...args], { env })
  assert.match((await run('show')).note, /No destination is configured/)
  assert.match((await run('set')).note, /Name the destination with --file/)
  assert.match((await run('set', '--file', file)).out, /enabled +true/)
  assert.match((await run('test')).note, /accepted the event/)
  receiver.statuses.push(500)
  const refused = await run('test')
  assert.deepEqual(
    [refused.exitCode, refused.note.trim()],
    [1, 'The destination answered 500. not now'],
  )
  assert.match((await run('set', '--off')).out, /enabled +false/)
  assert.equal(JSON.parse((await run('show', '--json')).out).destination.url, `${receiver.url}/cli`)
})

test('an operator can switch the log off', async () => {
  await using off = await startService({ env: { WEIR_SIEM: 'off' } })
  const { status, body } = await off.ask('GET', '/v2/team/siem')
  assert.equal(status, 403)
  assert.match(body.error, /^SIEM Logging is not enabled for your team\./)
})
