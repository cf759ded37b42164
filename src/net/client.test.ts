import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { startSite } from '#test/fixtures/site.ts'
import { createClient, type Client, type GetRequest } from './client.ts'
import { NetError } from './failure.ts'
import { createGuard } from './guard.ts'

const loopback = () => createGuard({ allowedCidrs: ['127.0.0.0/8', '::1'] })
const startClient = () => createClient({ guard: loopback() })

const get = (client: Client, url: string, changes: Partial<GetRequest> = {}) =>
  client.get(
    {
      url,
      headers: {},
      credentials: {},
      proxy: 'basic',
      skipTlsVerification: false,
      bodyBytesMax: 1_000_000,
      ...changes,
    },
    AbortSignal.timeout(5_000),
  )

const failure = (kind: NetError['kind'], reason: string) => (error: unknown) => {
  assert.ok(error instanceof NetError, String(error))
  assert.deepEqual([error.kind, error.reason], [kind, reason])
  return true
}

const startSlow = () =>
  startSite((_request, response) => {
    response.setHeader('connection', 'close')
    setTimeout(() => response.end('ok'), 20)
  })

test('an answer of the site comes back as it is, whatever its status', async () => {
  await using site = await startSite((_request, response) => {
    response.writeHead(404, { 'X-Some': ['a', 'b'], 'set-cookie': 'secret=1' }).end('not here')
  })
  await using client = startClient()
  const { status, headers, body, url } = await get(client, `${site.url}/missing?x=1#part`)

  assert.equal(status, 404)
  assert.equal(headers['x-some'], 'a, b')
  assert.equal(headers['set-cookie'], undefined)
  assert.equal(Buffer.from(body).toString(), 'not here')
  assert.equal(url, `${site.url}/missing?x=1#part`)
})

test('redirects are followed to their end, keeping the fragment and the cookies set on the way', async () => {
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

test("the caller's own headers do not follow a redirect to another origin, nor come back with it", async () => {
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

test('redirects without an end, a target or a web address are failures with their name', async () => {
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
  const refuses = (path: string, reason: string, kind: NetError['kind'] = 'site') =>
    assert.rejects(get(client, site.url + path), failure(kind, reason))

  await refuses('/loop', 'ERR_TOO_MANY_REDIRECTS')
  await refuses('/endless', 'ERR_TOO_MANY_REDIRECTS')
  await refuses('/garbage', 'ERR_INVALID_REDIRECT')
  await refuses('/file', 'ERR_UNSAFE_REDIRECT')
  await refuses('/script', 'ERR_UNSAFE_REDIRECT')
  await refuses('/private', 'ERR_NAME_NOT_RESOLVED', 'address')
  assert.equal((await get(client, `${site.url}/nowhere`)).status, 302)
})

test('a redirect that only sets a cookie may lead back to the same page', async () => {
  await using site = await startSite((request, response) => {
    if (request.headers.cookie === 'seen=1') response.end('welcome')
    else response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' }).end()
  })
  await using client = startClient()
  const { body } = await get(client, `${site.url}/`)
  assert.equal(Buffer.from(body).toString(), 'welcome')
})

test('a body is refused as soon as it is announced or grows too large', async () => {
  await using site = await startSite((request, response) => {
    if (request.url === '/announced')
      response.writeHead(200, { 'content-length': 2_000 }).flushHeaders()
    else if (request.url === '/exact') response.end('x'.repeat(1_000))
    else {
      const timer = setInterval(() => response.write('x'.repeat(400)), 1)
      response.on('close', () => clearInterval(timer))
    }
  })
  await using client = startClient()
  const bound = { bodyBytesMax: 1_000 }
  const isTooBig = failure('site', 'ERR_RESPONSE_TOO_BIG')
  await assert.rejects(get(client, `${site.url}/announced`, bound), isTooBig)
  await assert.rejects(get(client, `${site.url}/growing`, bound), isTooBig)
  assert.equal((await get(client, `${site.url}/exact`, bound)).body.length, 1_000)
})

test('the end of the signal ends the request with its reason and closes the connection', async () => {
  await using site = await startSite((request, response) => {
    if (request.url === '/body') response.write('first words')
    if (request.url === '/redirect') response.writeHead(302, { location: '/silent' }).end()
  })
  await using client = startClient()
  for (const path of ['/silent', '/body', '/redirect']) {
    const controller = new AbortController()
    const request = {
      url: site.url + path,
      headers: {},
      credentials: {},
      proxy: 'basic',
      skipTlsVerification: false,
      bodyBytesMax: 1_000,
    } as const
    const pending = client.get(request, controller.signal)
    setTimeout(() => controller.abort(new Error('enough')), 50)
    await assert.rejects(pending, /enough/)
  }
  while (site.connections.open > 0) await sleep(5)

  await assert.rejects(
    client.get(
      {
        url: site.url,
        headers: {},
        credentials: {},
        proxy: 'basic',
        skipTlsVerification: false,
        bodyBytesMax: 1,
      },
      AbortSignal.abort(new Error('too late')),
    ),
    /too late/,
  )
})

test('connections are kept and used again, and a closed one is replaced without a failure', async () => {
  await using site = await startSite((request, response) => {
    response.end('ok', () => {
      if (request.url === '/last') request.socket.destroy()
    })
  })
  await using client = startClient()
  await get(client, `${site.url}/`)
  await setImmediate()
  await get(client, `${site.url}/last`)
  assert.equal(site.connections.total, 1)

  const { body } = await get(client, `${site.url}/`)
  assert.equal(Buffer.from(body).toString(), 'ok')
  assert.equal(site.connections.total, 2)
})

test('open connections are bounded over all sites', async () => {
  await using one = await startSlow()
  await using other = await startSlow()
  await using client = createClient({ guard: loopback(), connectionsMax: 2 })
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, one.connections.open + other.connections.open)
  }, 1)
  const urls = [one.url, other.url, one.url, other.url]
  await Promise.all(urls.map((url) => get(client, url)))
  clearInterval(timer)
  assert.equal(most, 2)
})

test('credentials in a URL become the header they stand for', async () => {
  await using site = await startSite((request, response) => {
    response.end(request.headers.authorization)
  })
  await using client = startClient()
  const { url, body } = await get(client, site.url.replace('//', '//user:p%40ss%@'))
  const expected = `Basic ${Buffer.from('user:p@ss%').toString('base64')}`
  assert.equal(Buffer.from(body).toString(), expected)
  assert.equal(url, `${site.url}/`)
})

test('refused, reset and empty connections carry the name a browser would show', async () => {
  await using site = await startSite((request, response) => {
    if (request.url === '/reset') request.socket.resetAndDestroy()
    else if (request.url === '/close') request.socket.destroy()
    else if (request.url === '/short') {
      response.writeHead(200, { 'content-length': 10 }).write('short')
      setTimeout(() => request.socket.destroy(), 10)
    } else {
      response.write('chunk')
      setTimeout(() => request.socket.destroy(), 10)
    }
  })
  await using client = startClient()
  const fails = (path: string, reason: string) =>
    assert.rejects(get(client, site.url + path), failure('site', reason))
  await fails('/reset', 'ERR_CONNECTION_RESET')
  await fails('/close', 'ERR_EMPTY_RESPONSE')
  await fails('/short', 'ERR_CONTENT_LENGTH_MISMATCH')
  await fails('/chunked', 'ERR_INCOMPLETE_CHUNKED_ENCODING')
})

test('a port nobody listens on refuses', async () => {
  const site = await startSite((_request, response) => response.end())
  await site[Symbol.asyncDispose]()
  await using client = startClient()
  await assert.rejects(get(client, site.url), failure('site', 'ERR_CONNECTION_REFUSED'))
})

test('other schemes and headers that cannot be sent are faults of the request', async () => {
  await using site = await startSite((_request, response) => response.end())
  await using client = startClient()
  await assert.rejects(
    get(client, 'file:///etc/passwd'),
    failure('request', 'ERR_UNKNOWN_URL_SCHEME'),
  )
  for (const credentials of [{ 'x-bad': 'a\r\nb: c' }, { 'bad name': 'x' }]) {
    const sent = get(client, site.url, { credentials })
    await assert.rejects(sent, failure('request', 'ERR_INVALID_ARGUMENT'))
  }
  assert.equal(site.connections.total, 0)
})

test('ports of other protocols are refused on every host alike', async () => {
  await using client = startClient()
  for (const host of ['site.example', '127.0.0.1', '10.0.0.1']) {
    for (const port of [22, 25, 5432, 6379, 11211]) {
      const asked = get(client, `http://${host}:${port}/`)
      await assert.rejects(asked, failure('site', 'ERR_UNSAFE_PORT'))
    }
  }
})

test('a disposed client leaves no connection behind', async () => {
  await using site = await startSite((_request, response) => response.end('ok'))
  const client = startClient()
  await get(client, site.url)
  await client[Symbol.asyncDispose]()
  while (site.connections.open > 0) await sleep(5)
})

test('a flood of informational answers ends', async () => {
  await using site = await startSite((request) => {
    const flood = () => {
      while (!request.socket.destroyed && request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'));
    }
    request.socket.on('drain', flood)
    flood()
  })
  await using client = startClient()
  await assert.rejects(get(client, site.url), failure('site', 'ERR_INVALID_HTTP_RESPONSE'))
})

test('early hints before the answer are passed over', async () => {
  await using site = await startSite((_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => response.end('page'))
  })
  await using client = startClient()
  assert.equal(Buffer.from((await get(client, site.url)).body).toString(), 'page')
})

test('an answer after the request was given up reaches nobody', async () => {
  await using site = await startSite(() => {})
  await using client = startClient()
  const controller = new AbortController()
  controller.abort(new Error('gone'))
  const request = { url: site.url, headers: {}, credentials: {} } as const
  const pending = client.get(
    { ...request, proxy: 'basic', skipTlsVerification: false, bodyBytesMax: 1 },
    controller.signal,
  )
  await assert.rejects(pending, /gone/)
  await once(AbortSignal.timeout(20), 'abort')
  assert.equal(site.connections.open, 0)
})
