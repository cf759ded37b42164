import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { failure, get, loopbackGuard } from '#test/fixtures/client.ts'
import { startSite } from '#test/fixtures/site.ts'
import { createClient } from './client.ts'

const startClient = () => createClient({ guard: loopbackGuard() })

test('a response is returned unchanged with any status', async () => {
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

test('encodings in two headers are decoded as in one', async () => {
  await using site = await startSite((_request, response) => {
    response.writeHead(200, ['Content-Encoding', 'gzip', 'Content-Encoding', 'identity'])
    response.end(gzipSync('twice told'))
  })
  await using client = startClient()

  const { body } = await get(client, site.url)

  assert.equal(Buffer.from(body).toString(), 'twice told')
})

test('a body is refused as soon as its length or its size exceeds the limit', async () => {
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

test('credentials in a URL become an Authorization header', async () => {
  await using site = await startSite((request, response) => {
    response.end(request.headers.authorization)
  })
  await using client = startClient()
  const { url, body } = await get(client, site.url.replace('//', '//user:p%40ss%@'))
  const expected = `Basic ${Buffer.from('user:p@ss%').toString('base64')}`
  assert.equal(Buffer.from(body).toString(), expected)
  assert.equal(url, `${site.url}/`)
})

test('refused, reset and empty connections have the error names of browsers', async () => {
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

test('a port without listener refuses', async () => {
  const site = await startSite((_request, response) => response.end())
  await site[Symbol.asyncDispose]()
  await using client = startClient()
  await assert.rejects(get(client, site.url), failure('site', 'ERR_CONNECTION_REFUSED'))
})

test('other schemes and invalid headers are errors of the request', async () => {
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

test('ports of other protocols are refused for every host', async () => {
  await using client = startClient()
  for (const host of ['site.example', '127.0.0.1', '10.0.0.1']) {
    for (const port of [22, 25, 5432, 6379, 11211]) {
      const asked = get(client, `http://${host}:${port}/`)
      await assert.rejects(asked, failure('site', 'ERR_UNSAFE_PORT'))
    }
  }
})

test('a flood of informational responses ends', async () => {
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

test('early hints before the response are skipped', async () => {
  await using site = await startSite((_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => response.end('page'))
  })
  await using client = startClient()
  assert.equal(Buffer.from((await get(client, site.url)).body).toString(), 'page')
})
