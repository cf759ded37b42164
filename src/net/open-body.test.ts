import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { failure, loopbackGuard } from '#test/fixtures/client.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import { createClient } from './client.ts'

test('a large body is opened behind redirects and read within its limit', async () => {
  await using site = await startSite((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/film' }).end('moved')
    else if (request.url === '/film') response.end(Buffer.alloc(100_000, 'film'))
    else if (request.url === '/announced')
      response.writeHead(200, { 'content-length': 2e6 }).flushHeaders()
    else if (request.url === '/packed')
      response.writeHead(200, { 'content-encoding': 'br' }).end('x')
    else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': 50_000 }).write('x')
      setImmediate(() => response.destroy())
    } else response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  })
  await using client = createClient({ guard: loopbackGuard() })
  const open = (path: string, bodyBytesMax = 1_000_000) =>
    client.open(
      {
        url: site.url + path,
        headers: {},
        credentials: {},
        proxy: 'basic',
        skipTlsVerification: true,
        bodyBytesMax,
      },
      callerUntil(),
    )

  const film = await open('/')
  assert.equal(film.url, `${site.url}/film`)
  assert.equal((await buffer(film.body)).length, 100_000)
  const tooBig = failure('site', 'ERR_RESPONSE_TOO_BIG')
  await assert.rejects(open('/announced'), tooBig)
  await assert.rejects(open('/film', 50_000), tooBig)
  await assert.rejects(open('/packed'), failure('site', 'ERR_CONTENT_DECODING_FAILED'))
  const cut = await open('/cut')
  await assert.rejects(buffer(cut.body), failure('site', 'ERR_CONNECTION_CLOSED'))
  await assert.rejects(open('/inside'), { name: 'NetError', kind: 'address' })
})
