import assert from 'node:assert/strict'

import { test } from 'node:test'
import { failure, get, loopbackGuard } from '#test/fixtures/client.ts'
import { startSite } from '#test/fixtures/site.ts'
import { createClient } from './client.ts'
import type { NetFailureKind } from './failure.ts'
const startClient = () => createClient({ guard: loopbackGuard() })

test('redirects are followed, keeping the fragment and their cookies', async () => {
  await using site = await startSite((request, response) => {
    const paths: Record<string, string> = { '/a': '/b', '/b': 'c%20d', '/c%20d': '/ü' }
    const next = paths[request.url ?? '']
    if (!next) return response.end(`${request.url} ${request.headers.cookie}`)
    const location = Buffer.from(next).toString('latin1')
    const cookies = ['one=1; Path=/', 'other=2; Path=/elsewhere', 'wide=3; Domain=com']
    return response.writeHead(302, { location, 'set-cookie': cookies }).end()
  })
  await using client = startClient()
  const { url, body } = await get(client, `${site.url}/a#part`, {
    credentials: { cookie: 'own=0' },
  })

  assert.equal(url, `${site.url}/%C3%BC#part`)
  assert.equal(Buffer.from(body).toString(), '/%C3%BC own=0; one=1')
})

test("the caller's headers are not sent to another origin after a redirect, nor when it leads back", async () => {
  const seen: string[] = []
  await using second = await startSite((request, response) => {
    const { authorization, cookie, 'x-key': key, 'user-agent': agent } = request.headers
    seen.push([authorization, cookie, key, agent].join(' '))
    response.writeHead(302, { location: `${first.url}/back` }).end()
  })
  await using first = await startSite((request, response) => {
    const { authorization, cookie, 'x-key': key, 'user-agent': agent } = request.headers
    seen.push([authorization, cookie, key, agent].join(' '))
    if (request.url === '/back') response.end()
    else response.writeHead(307, { location: `${second.url}/` }).end()
  })
  await using client = startClient()
  await get(client, `${first.url}/`, {
    headers: { 'user-agent': 'UA' },
    credentials: { authorization: 'Bearer t', cookie: 'c=1', 'x-key': 'k' },
  })

  assert.deepEqual(seen, ['Bearer t c=1 k UA', '   UA', '   UA'])
})

test('redirects that are endless, without target or to other schemes have their own errors', async () => {
  await using site = await startSite((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid')
    const next = Number(url.searchParams.get('n')) + 1
    const to: Record<string, string> = {
      '/loop': '/loop',
      '/endless': `/endless?n=${next}`,
      '/garbage': 'http://[::bad',
      '/file': 'file:///etc/passwd',
      '/script': 'javascript:alert(1)',
      '/private': 'http://10.0.0.1/',
    }
    response.writeHead(302, { location: to[url.pathname] ?? '' }).end()
  })
  await using client = startClient()
  const refuses = (path: string, reason: string, kind: NetFailureKind = 'site') =>
    assert.rejects(get(client, site.url + path), failure(kind, reason))

  await refuses('/loop', 'ERR_TOO_MANY_REDIRECTS')
  await refuses('/endless', 'ERR_TOO_MANY_REDIRECTS')
  await refuses('/garbage', 'ERR_INVALID_REDIRECT')
  await refuses('/file', 'ERR_UNSAFE_REDIRECT')
  await refuses('/script', 'ERR_UNSAFE_REDIRECT')
  await refuses('/private', 'ERR_NAME_NOT_RESOLVED', 'address')
  assert.equal((await get(client, `${site.url}/nowhere`)).status, 302)
})

test('a redirect that sets a cookie may lead to the same page', async () => {
  await using site = await startSite((request, response) => {
    if (request.headers.cookie === 'seen=1') response.end('welcome')
    else response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' }).end()
  })
  await using client = startClient()
  const { body } = await get(client, `${site.url}/`)
  assert.equal(Buffer.from(body).toString(), 'welcome')
})

test('a redirect to a URL that may not be visited is not followed: its server is never dialled', async () => {
  await using other = await startSite((_request, response) => response.end('secret'))
  await using site = await startSite((request, response) => {
    if (request.url === '/here') response.end('here')
    else
      response.writeHead(302, { location: request.url === '/a' ? '/here' : `${other.url}/` }).end()
  })
  await using client = startClient()
  const mayVisit = (url: string) => url.startsWith(site.url)
  const { url } = await get(client, `${site.url}/a`, { mayVisit })
  assert.equal(url, `${site.url}/here`)
  for (const path of [`${site.url}/b`, other.url])
    await assert.rejects(get(client, path, { mayVisit }), failure('forbidden', 'ERR_BLOCKED'))
  assert.equal(other.connections.total, 0)
  await get(client, `${site.url}/b`)
  assert.equal(other.connections.total, 1)
})
