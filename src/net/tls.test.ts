import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { makeCertificate } from '#net/make-certificate.ts'
import { failure, getText, loopbackGuard } from '#test/fixtures/client.ts'
import { startSite } from '#test/fixtures/site.ts'
import { createClient } from './client.ts'
import { createGuard } from './guard.ts'

const startClient = () => createClient({ guard: loopbackGuard() })

const tlsFailure = (reason: string) => failure('tls', reason)

const lookup = async () => [{ address: '127.0.0.1', family: 4 }]

test('an invalid certificate is accepted only if requested', async () => {
  await using site = await startSite((_request, response) => response.end('hello'), {
    tls: makeCertificate(),
  })
  await using client = startClient()
  assert.equal(await getText(client, site.url, { skipTlsVerification: true }), 'hello')
  // The connection without validation must not serve a request with validation.
  const refused = tlsFailure('ERR_CERT_AUTHORITY_INVALID')
  await assert.rejects(getText(client, site.url, { skipTlsVerification: false }), refused)
  assert.equal(await getText(client, site.url, { skipTlsVerification: true }), 'hello')
  await assert.rejects(getText(client, site.url, { skipTlsVerification: false }), refused)
})

test('the handshake has the server name, without a trailing dot', async () => {
  await using site = await startSite(
    (request, response) => {
      const socket = request.socket as typeof request.socket & { servername?: string | false }
      response.end(`${socket.servername} ${request.headers.host}`)
    },
    { tls: makeCertificate() },
  )
  const guard = createGuard({ allowedCidrs: ['127.0.0.0/8'], lookup })
  await using client = createClient({ guard })
  const [named, dotted] = [`site.example:${site.port}`, `site.example.:${site.port}`]
  assert.equal(
    await getText(client, `https://${named}/`, { skipTlsVerification: true }),
    `site.example ${named}`,
  )
  assert.equal(
    await getText(client, `https://${dotted}/`, { skipTlsVerification: true }),
    `site.example ${dotted}`,
  )
  assert.equal(
    await getText(client, site.url, { skipTlsVerification: true }),
    `false 127.0.0.1:${site.port}`,
  )
})

test('HTTP/2 is used with sites that support it', async () => {
  await using site = await startSite(
    (request, response) => response.end(`${request.httpVersion} ${request.url}`),
    { tls: makeCertificate(), http2: true },
  )
  await using client = startClient()
  assert.deepEqual(
    await Promise.all(
      ['/a', '/b', '/c'].map((path) =>
        getText(client, site.url + path, { skipTlsVerification: true }),
      ),
    ),
    ['2.0 /a', '2.0 /b', '2.0 /c'],
  )
  assert.equal(site.connections.total, 1)
})

test('a server that does not speak TLS, or closes the connection, has its own error', async () => {
  await using plain = await startSite((_request, response) => response.end('plain'))
  const closing = createServer((socket) => socket.once('data', () => socket.destroy()))
  closing.listen(0, '127.0.0.1')
  await once(closing, 'listening')
  await using client = startClient()

  const url = plain.url.replace('http:', 'https:')
  await assert.rejects(
    getText(client, url, { skipTlsVerification: true }),
    tlsFailure('ERR_SSL_PROTOCOL_ERROR'),
  )
  await assert.rejects(
    getText(client, `https://127.0.0.1:${(closing.address() as AddressInfo).port}/`, {
      skipTlsVerification: true,
    }),
    failure('site'),
  )
  closing.close()
})
