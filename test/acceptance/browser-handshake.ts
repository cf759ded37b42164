/**
 * A site cannot tell the browser of `enhanced` from the same program started by hand: first message of TLS, and names, case, order
 * and values of the headers over HTTP/1.1 and HTTP/2, of pages that are rendered and of those that are only requested. Control: the
 * HTTP client of the service.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contextSetting } from '#browser/context-setting.ts'
import { createReceive } from '#browser/receive.ts'
import { httpEngine } from '#fetch/engines/http.ts'
import { killGroup } from '#kernel/kill-group.ts'
import { createClient } from '#net/client.ts'
import { makeCertificate } from '#net/make-certificate.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { browsersUnderTest, plainSetting, startBrowsers } from '#test/fixtures/browsers.ts'
import { loopbackGuard } from '#test/fixtures/client.ts'
import { pageRequest } from '#test/fixtures/fetch-page.ts'
import { readClientHello, type ClientHello } from '#test/fixtures/client-hello.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const enhanced = Object.values(browsersUnderTest).find(({ isLikeWindow }) => isLikeWindow)
if (process.platform !== 'linux' || enhanced?.found.kind !== 'program') {
  process.stdout.write('browser-handshake: skipped: needs Linux and a full Chromium\n')
  process.exit(0)
}
const program = enhanced.found.path
const waitMsMax = 180_000
const context = contextSetting({
  mobile: false,
  location: { country: 'US' },
  screenshot: undefined,
})

interface Seen {
  readonly hello: ClientHello
  /** Names and values by turns, as sent. */
  readonly headers: readonly string[]
}

/** A site that records the first message of TLS and the first request for a page. */
async function startRecorder(protocol: 'http/1.1' | 'h2') {
  const headers = Promise.withResolvers<readonly string[]>()
  const hello = Promise.withResolvers<ClientHello>()
  const certificate = makeCertificate(['localhost'])
  const secure =
    protocol === 'h2'
      ? createSecureServer(certificate, (request, response) => {
          headers.resolve(request.rawHeaders)
          response.end('<h1>Page</h1>')
        })
      : createHttpsServer(certificate, (request, response) => {
          headers.resolve(request.rawHeaders)
          response.setHeader('content-type', 'text/html').end('<h1>Page</h1>')
        })
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    let first = Buffer.alloc(0)
    socket.on('data', function read(chunk: Buffer) {
      first = Buffer.concat([first, chunk])
      const message = readClientHello(first)
      if (!message) return
      hello.resolve(message)
      socket.off('data', read).pause()
      socket.unshift(first)
      secure.emit('connection', socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => void server.close()
  return {
    url: `https://localhost:${port}/`,
    seen: async (): Promise<Seen> => {
      const sent = await headers.promise
      return { hello: await hello.promise, headers: withoutPort(sent, port) }
    },
    [Symbol.dispose]: stop,
  }
}

const withoutPort = (headers: readonly string[], port: number) =>
  headers.map((text) => text.replace(String(port), 'port'))

type Visit = (url: string) => Promise<void>

async function seenBy(visit: Visit): Promise<readonly Seen[]> {
  const all: Seen[] = []
  for (const protocol of ['http/1.1', 'h2'] as const) {
    using recorder = await startRecorder(protocol)
    await visit(recorder.url)
    all.push(await recorder.seen())
  }
  return all
}

await using browsers = await startBrowsers(enhanced)
const ours = await seenBy((url) =>
  browsers.withPage(
    { ...plainSetting, context, skipTlsVerification: true },
    callerUntil(AbortSignal.timeout(waitMsMax)),
    async ({ page }) => void (await page.goto(url, { timeout: waitMsMax })),
  ),
)

const client = createClient({ guard: loopbackGuard() })
const engine = httpEngine({
  client,
  userAgent: 'Weir',
  hasEnhanced: true,
  receive: createReceive({ browsers, contextSetting }),
  bodyBytesMax: 1_000_000,
})
const fetchBy = (proxy: 'basic' | 'enhanced') => async (url: string) => {
  const location = { country: 'US' }
  const { profile: _none, ...request } = pageRequest(url, { location })
  await engine.fetch({ ...request, proxy }, callerUntil(AbortSignal.timeout(waitMsMax)))
}
const unrendered = await seenBy(fetchBy('enhanced'))
const byClient = await seenBy(fetchBy('basic'))
await client[Symbol.asyncDispose]()

await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-by-hand-'))
await using stack = new AsyncDisposableStack()
let visits = 0
const byHand = await seenBy(async (url) => {
  const profile = `--user-data-dir=${join(folder.path, String(visits++))}`
  const flags = ['--ozone-platform=headless', '--no-sandbox', '--no-first-run', profile]
  const args = [...flags, '--ignore-certificate-errors', url]
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  stack.defer(() => killGroup(child.pid))
  await once(child, 'spawn')
})

/** Equal parts of 4: two first messages and two lists of headers. */
function equalParts(one: readonly Seen[], other: readonly Seen[]): number {
  const parts = one.flatMap((seen, index) => [
    [seen.hello, other[index]?.hello],
    [seen.headers, other[index]?.headers],
  ])
  return parts.filter(([a, b]) => JSON.stringify(a) === JSON.stringify(b)).length
}

const equal = [ours, unrendered].map((seen) => equalParts(seen, byHand))
const control = equalParts(byClient, byHand)
const passed = equal.every((parts) => parts === 4)
if (!passed) process.stderr.write(`${JSON.stringify({ ours, unrendered, byHand }, undefined, 1)}\n`)
report(
  'browser-handshake',
  passed && control === 0,
  `rendered ${equal[0]} of 4, not rendered ${equal[1]} of 4 parts equal to the browser started by hand; control ${control} of 4`,
)
