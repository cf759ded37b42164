import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { makeCertificate } from '#test/fixtures/certificate.ts'
import { startSite } from '#test/fixtures/site.ts'
import { createClient, type Client } from './client.ts'
import { NetError } from './failure.ts'
import { createGuard } from './guard.ts'

const startClient = () =>
  createClient({ guard: createGuard({ allowedCidrs: ['127.0.0.0/8', '::1'] }) })

const get = async (client: Client, url: string, skipTlsVerification: boolean) => {
  const request = {
    url,
    headers: {},
    credentials: {},
    proxy: 'basic',
    skipTlsVerification,
    bodyBytesMax: 1_000_000,
  } as const
  const { body } = await client.get(request, AbortSignal.timeout(5_000))
  return Buffer.from(body).toString()
}

const tlsFailure = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof NetError, String(error))
  assert.deepEqual([error.kind, error.reason], ['tls', reason])
  return true
}

const lookup = async () => [{ address: '127.0.0.1', family: 4 }]

test('an unknown certificate is accepted only by those who asked for it', async () => {
  await using site = await startSite((_request, response) => response.end('hello'), {
    tls: makeCertificate(),
  })
  await using client = startClient()
  assert.equal(await get(client, site.url, true), 'hello')
  // The connection that was opened without verification must not serve a request that wants it.
  const refused = tlsFailure('ERR_CERT_AUTHORITY_INVALID')
  await assert.rejects(get(client, site.url, false), refused)
  assert.equal(await get(client, site.url, true), 'hello')
  await assert.rejects(get(client, site.url, false), refused)
})

test('the name of the site reaches it in the handshake, and names without a dot at the end', async () => {
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
  assert.equal(await get(client, `https://${named}/`, true), `site.example ${named}`)
  assert.equal(await get(client, `https://${dotted}/`, true), `site.example ${dotted}`)
  assert.equal(await get(client, site.url, true), `false 127.0.0.1:${site.port}`)
})

test('HTTP/2 is spoken with sites that offer it', async () => {
  await using site = await startSite(
    (request, response) => response.end(`${request.httpVersion} ${request.url}`),
    { tls: makeCertificate(), http2: true },
  )
  await using client = startClient()
  assert.deepEqual(
    await Promise.all(['/a', '/b', '/c'].map((path) => get(client, site.url + path, true))),
    ['2.0 /a', '2.0 /b', '2.0 /c'],
  )
  assert.equal(site.connections.total, 1)
})

test('a server that does not speak TLS, or hangs up on it, is named for what it does', async () => {
  await using plain = await startSite((_request, response) => response.end('plain'))
  const closing = createServer((socket) => socket.once('data', () => socket.destroy()))
  closing.listen(0, '127.0.0.1')
  await once(closing, 'listening')
  await using client = startClient()

  const url = plain.url.replace('http:', 'https:')
  await assert.rejects(get(client, url, true), tlsFailure('ERR_SSL_PROTOCOL_ERROR'))
  await assert.rejects(
    get(client, `https://127.0.0.1:${(closing.address() as AddressInfo).port}/`, true),
    (error: unknown) => error instanceof NetError && error.kind === 'site',
  )
  closing.close()
})
