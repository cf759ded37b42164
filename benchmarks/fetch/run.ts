/**
 * Cost of the service's client over bare undici on loopback, with 1 and 16 concurrent requests. node benchmarks/fetch/run.ts.
 * The server runs in another process and returns the same 20 KB page, compressed with gzip.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Agent, request as bareRequest } from 'undici'
import { createFetchPage } from '#fetch/fetch-page.ts'
import { httpEngine } from '#fetch/engines/http.ts'
import { plainRequest } from '#fetch/plain-request.ts'
import { createRoutes } from '#net/routes.ts'
import { createClient } from '#net/client.ts'
import { createGuard } from '#net/guard.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const requests = 3_000
const rounds = 5

if (process.argv[2] === 'serve') {
  const body = gzipSync(Buffer.from('<p>A paragraph of plain words.</p>\n'.repeat(600)))
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').setHeader('content-encoding', 'gzip').end(body)
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
  )
} else {
  const server = fork(import.meta.filename, ['serve'])
  const [url] = (await once(server, 'message')) as [string]
  await compare(url)
  server.kill()
}

async function compare(url: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const agent = stack.adopt(new Agent({ connections: 64 }), (it) => it.destroy())
  const client = stack.use(createClient({ guard: createGuard({ allowedCidrs: ['127.0.0.0/8'] }) }))
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const engine = httpEngine({
    client,
    userAgent: 'benchmark',
    hasEnhanced: false,
    bodyBytesMax: 10_000_000,
  })
  const fetchPage = createFetchPage({
    engines: [engine],
    routes: createRoutes({ basic: [], enhanced: [] }),
    log,
  })

  const ways: Record<string, () => Promise<unknown>> = {
    async 'bare undici'() {
      const { body } = await bareRequest(url, { dispatcher: agent })
      return gunzipSync(await body.bytes())
    },
    'client.get': () =>
      client.get(
        {
          url,
          headers: { 'accept-encoding': 'gzip' },
          credentials: {},
          proxy: 'basic',
          skipTlsVerification: true,
          bodyBytesMax: 10_000_000,
        },
        callerUntil(AbortSignal.timeout(10_000)),
      ),
    fetchPage: () =>
      fetchPage(plainRequest(url, { maxAge: 0 }), callerUntil(AbortSignal.timeout(10_000))),
  }
  process.stdout.write(
    'at once | way | us per request | p99 of one request, us\n--- | --- | --- | ---\n',
  )
  for (const atOnce of [1, 16]) {
    for (const [name, way] of Object.entries(ways)) {
      const { mean, p99 } = await best(way, atOnce)
      process.stdout.write(`${atOnce} | ${name} | ${mean} | ${p99}\n`)
    }
  }
}

/** The round with the best mean; the others are slower because of other load. */
async function best(way: () => Promise<unknown>, atOnce: number) {
  const results: { mean: number; p99: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const result = await measure(way, atOnce)
    if (round > 0) results.push(result)
  }
  return results.toSorted((a, b) => a.mean - b.mean)[0] ?? { mean: NaN, p99: NaN }
}

async function measure(way: () => Promise<unknown>, atOnce: number) {
  const taken: number[] = []
  let left = requests
  const start = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const began = performance.now()
      await way()
      taken.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const sorted = taken.toSorted((a, b) => a - b)
  return {
    mean: Math.round(((performance.now() - start) * 1_000) / requests),
    p99: Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? NaN) * 1_000),
  }
}
