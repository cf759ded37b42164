import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { browsersUnderTest, silent } from '#test/fixtures/browsers.ts'
import { launchBrowser } from './launch.ts'
import { unpackBrowser } from './unpack.ts'

const servers: Server[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** A proxy that serves one page for all names, and what has been requested. */
async function startProxy() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'text/html').end('<h1>Page</h1>')
  })
  server.on('connect', (request, socket) => {
    requests.push(`CONNECT ${request.url}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: { url: `http://127.0.0.1:${port}`, host: '127.0.0.1', domain: 'proxy.invalid' },
    requests,
  }
}

const pages = ['http://one.test/', 'http://two.test/', 'http://three.test/']

for (const [name, { found, isLikeWindow = false }] of Object.entries(browsersUnderTest)) {
  test(`${name} opens and requests nothing but pages`, async () => {
    const { address, requests } = await startProxy()
    const running = await launchBrowser({
      program: await unpackBrowser(found),
      proxy: address,
      hasSandbox: true,
      isLikeWindow,
      scriptBytesMax: 1024 ** 3,
      log: silent,
    })
    try {
      const session = await running.browser.newBrowserCDPSession()
      for (const url of pages) {
        const context = await running.browser.newContext({ proxy: { server: address.url } })
        const page = await context.newPage()
        await page.goto(url)
        // Newer versions may name the features otherwise that `flags.ts` switches off.
        const { targetInfos } = await session.send('Target.getTargets')
        assert.deepEqual(
          targetInfos.map(({ type }) => type),
          ['page'],
        )
        await context.close()
      }
    } finally {
      await running.end()
    }

    const foreign = requests.filter((request) => !pages.some((url) => request.includes(url)))
    assert.deepEqual(foreign, [])
    assert.ok(pages.every((url) => requests.includes(`GET ${url}`)))
  })
}
