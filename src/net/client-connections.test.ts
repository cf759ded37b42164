import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { failure, get, loopbackGuard } from '#test/fixtures/client.ts'
import { startSite } from '#test/fixtures/site.ts'
import { createClient } from './client.ts'
import { createGuard, type Guard } from './guard.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
const startClient = () => createClient({ guard: loopbackGuard() })

const startSlow = () =>
  startSite((_request, response) => {
    response.setHeader('connection', 'close')
    setTimeout(() => response.end('ok'), 20)
  })

test('an abort ends the request with its reason and closes the connection', async () => {
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
    const pending = client.get(request, callerUntil(controller.signal))
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
      callerUntil(AbortSignal.abort(new Error('too late'))),
    ),
    /too late/,
  )
})

test('connections are reused, and a closed one is replaced', async () => {
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

test('open connections are limited over all sites', async () => {
  await using one = await startSlow()
  await using other = await startSlow()
  await using client = createClient({ guard: loopbackGuard(), connectionsMax: 2 })
  let most = 0
  using timer = setInterval(() => {
    most = Math.max(most, one.connections.open + other.connections.open)
  }, 1)
  const urls = [one.url, other.url, one.url, other.url]
  await Promise.all(urls.map((url) => get(client, url)))
  void timer
  assert.equal(most, 2)
})

test('hanging connections of one team leave some for another', async () => {
  await using site = await startSite((request, response) => {
    if (request.url !== '/hang') response.end('ok')
  })
  await using client = createClient({ guard: loopbackGuard(), connectionsMax: 2 })
  const stop = new AbortController()
  const { signal } = stop
  const hanging = [1, 2, 3].map(() => get(client, `${site.url}/hang`, { signal }))
  while (site.connections.open < 2) await sleep(5)

  const { body } = await get(client, site.url, { teamId: 'another team' })

  assert.equal(Buffer.from(body).toString(), 'ok')
  stop.abort(new Error('enough'))
  for (const { status } of await Promise.allSettled(hanging)) assert.equal(status, 'rejected')
})

test('old connections are closed, so that DNS changes take effect', async () => {
  await using site = await startSite((_request, response) => response.end('ok'))
  let lookups = 0
  const lookup = async () => {
    lookups++
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const guard = createGuard({ allowedCidrs: ['127.0.0.0/8'], lookup })
  await using client = createClient({ guard, connectionLifeMs: 20 })
  const url = `http://site.example:${site.port}/`
  await get(client, url)
  await sleep(40)
  await get(client, url)
  assert.equal(lookups, 2)
  while (site.connections.open > 1) await sleep(5)
})

test('the address of a connected socket is checked again', async () => {
  let requests = 0
  await using site = await startSite((_request, response) => {
    requests++
    response.end()
  })
  // A guard that finds only now that the address is not permitted.
  const guard: Guard = {
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: () => false,
  }
  await using client = createClient({ guard })
  await assert.rejects(get(client, site.url), failure('address', 'ERR_NAME_NOT_RESOLVED'))
  while (site.connections.open > 0) await sleep(5)
  assert.equal(requests, 0)
})

test('a disposed client leaves no connection open', async () => {
  await using site = await startSite((_request, response) => response.end('ok'))
  const client = startClient()
  await get(client, site.url)
  await client[Symbol.asyncDispose]()
  while (site.connections.open > 0) await sleep(5)
})

test('a response after an abort is discarded', async () => {
  await using site = await startSite(() => {})
  await using client = startClient()
  const controller = new AbortController()
  controller.abort(new Error('gone'))
  const request = { url: site.url, headers: {}, credentials: {} } as const
  const pending = client.get(
    { ...request, proxy: 'basic', skipTlsVerification: false, bodyBytesMax: 1 },
    callerUntil(controller.signal),
  )
  await assert.rejects(pending, /gone/)
  await once(AbortSignal.timeout(20), 'abort')
  assert.equal(site.connections.open, 0)
})
