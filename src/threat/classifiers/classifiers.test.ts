import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiClient } from '#net/api-client.ts'
import { askNameServer } from '#net/ask-name-server.ts'
import { createGuard } from '#net/guard.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { hashExpression } from '#threat/url-expressions.ts'
import { dnsVerdict, readResolver } from './dns-verdict.ts'
import { httpClassifier } from './http-endpoint.ts'
import { safeBrowsing } from './safe-browsing.ts'
import { webRisk } from './web-risk.ts'

const signal = () => AbortSignal.timeout(60_000)
const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const createApi = (url: string) => createApiClient({ guard: createGuard(), configuredUrls: [url] })
const bad = hashExpression('evil.example/malware/')

test('Safe Browsing gets prefixes of hashes, and its full hashes decide', async () => {
  const other = Buffer.concat([bad.subarray(0, 4), Buffer.alloc(28, 7)])
  await using server = await startPages({
    '/v5/hashes:search': (request) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://server')
      const isAsked = searchParams
        .getAll('hashPrefixes')
        .includes(bad.subarray(0, 4).toString('base64'))
      const details = [{ threatType: 'MALWARE' }, { threatType: 'SOCIAL_ENGINEERING' }]
      const full = (hash: Buffer) => ({
        fullHash: hash.toString('base64'),
        fullHashDetails: details,
      })
      return json({
        fullHashes: isAsked ? [full(other), full(bad)] : [full(other)],
        cacheDuration: '300s',
      })
    },
  })
  await using api = createApi(server.url)
  const classifier = safeBrowsing({ url: server.url, key: 'secret-key', callApi: api.callApi })
  const judge = (url: string) => classifier.classify(new URL(url), signal())

  assert.deepEqual(await judge('http://evil.example/malware/file?x=1'), {
    score: 100,
    categories: ['malware', 'social_engineering'],
    lifeMs: 300_000,
  })
  assert.equal((await judge('http://good.example/')).score, 0)
  const [asked] = server.requests
  assert.equal(asked?.headers['x-goog-api-key'], 'secret-key')
  assert.ok(server.requests.every(({ url }) => !url?.includes('evil') && !url?.includes('secret')))
})

test('Web Risk gets prefixes of hashes, and its full hashes decide', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  await using server = await startPages({
    '/v1/hashes:search': (request) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://server')
      assert.equal(searchParams.getAll('threatTypes').length, 3)
      const isAsked = searchParams.get('hashPrefix') === bad.subarray(0, 4).toString('base64url')
      const threat = {
        threatTypes: ['MALWARE'],
        hash: bad.toString('base64'),
        expireTime: inAnHour,
      }
      return json(isAsked ? { threats: [threat] } : { negativeExpireTime: inAnHour })
    },
  })
  await using api = createApi(server.url)
  const classifier = webRisk({ url: server.url, key: 'secret-key', callApi: api.callApi })
  const judge = (url: string) => classifier.classify(new URL(url), signal())

  const found = await judge('http://evil.example/malware/')
  assert.deepEqual([found.score, found.categories], [100, ['malware']])
  assert.ok(found.lifeMs > 3_500_000 && found.lifeMs <= 3_600_000)
  assert.equal((await judge('http://good.example/')).score, 0)
  assert.ok(server.requests.every(({ url }) => !url?.includes('evil')))
})

test('an HTTP endpoint gets the URL without its user, and its score counts', async () => {
  const bodies: string[] = []
  await using server = await startSite((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text))
    request.on('end', () => {
      const answer = { score: 42, categories: ['spam'], ttlSeconds: 120 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await using api = createApi(server.url)
  const classifier = httpClassifier({ url: server.url, key: 'k', callApi: api.callApi })
  const verdict = await classifier.classify(new URL('http://u:p@Site.example./a?b=1#c'), signal())
  assert.deepEqual(verdict, { score: 42, categories: ['spam'], lifeMs: 120_000 })
  assert.deepEqual(JSON.parse(bodies.join('')), {
    url: 'http://site.example./a?b=1',
    domain: 'site.example',
  })
})

test('answers that are no verdicts are failures', async () => {
  await using server = await startPages({
    '/status': { ...json({ score: 0 }), status: 503 },
    '/text': 'harmless',
    '/high': json({ score: 101 }),
    '/empty': json({}),
  })
  await using api = createApi(server.url)
  for (const path of ['/status', '/text', '/high', '/empty']) {
    const url = server.url + path
    const classifier = httpClassifier({ url, key: undefined, callApi: api.callApi })
    await assert.rejects(classifier.classify(new URL('http://a.example/'), signal()), path)
  }
})

test('the answer of a filtering name server is a verdict', async () => {
  await using filtering = await startDns(0, ['pub2.test'])
  await using control = await startDns(0)
  const resolver = readResolver(`127.0.0.1:${filtering.port}/127.0.0.1:${control.port}`)
  const classifier = dnsVerdict(resolver, askNameServer)
  const computeScore = async (url: string) =>
    (await classifier.classify(new URL(url), signal())).score
  assert.equal(await computeScore('http://pub.test/'), 0)
  // As Cloudflare blocks, and as Quad9 does.
  assert.equal(await computeScore('http://zero.test/'), 100)
  assert.equal(await computeScore('http://pub2.test./x'), 100)
  // A name that does not exist at all.
  assert.equal(await computeScore('http://nobody.test/'), 0)
  await assert.rejects(computeScore('http://a.silent.test/'))
  for (const url of ['http://127.0.0.1/', 'http://[2001:db8::1]/', 'http://localhost/'])
    assert.equal(classifier.makeKey(new URL(url)), undefined)
  assert.throws(() => readResolver('nobody'), /is not cloudflare, quad9 or two name servers/)
  assert.equal(readResolver('quad9').name, 'quad9-dns')
})
