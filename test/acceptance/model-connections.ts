// acceptance: quick
/**
 * Calls to a language model use one kind of connection: all five providers and structure modes connect to the configured origin
 * only, redirects and other origins get nothing, metadata addresses are refused, and no package uses the global `fetch`. Control:
 * the global `fetch` of Node.js reaches the other origin.
 */
import diagnostics from 'node:diagnostics_channel'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { badAnswers, personSchema } from '#test/fixtures/bad-answers.ts'
import { caller, openScriptedLlm } from '#test/fixtures/scripted-llm.ts'
import { startScriptedModel } from '#test/scripted-model.ts'
import { report } from '#test/fixtures/acceptance.ts'

const providers = ['openai', 'anthropic', 'google', 'ollama', 'compatible'] as const
const modes = ['schema', 'object', 'tool', 'text'] as const
const question = { instructions: 'Extract.', texts: ['A page.'], schema: personSchema }

let globalCalls = 0
const realFetch = globalThis.fetch
globalThis.fetch = async () => {
  globalCalls += 1
  throw new Error('The global fetch is not used.')
}

/** An origin that nothing may reach. */
let strangers = 0
const stranger = createServer((socket) => {
  strangers += 1
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
})
await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
const strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`

/** Every connection that this process opens. */
const opened: Socket[] = []
diagnostics.subscribe('net.client.socket', (message) => {
  opened.push((message as { readonly socket: Socket }).socket)
})
const makePorts = (sockets: readonly Socket[]) =>
  new Set(sockets.flatMap(({ remotePort }) => (remotePort === undefined ? [] : [remotePort])))

const good = badAnswers[0]?.steps ?? []
let [calls, answered, redirected] = [0, 0, 0]
const elsewhere = new Set<number>()
for (const provider of providers) {
  for (const structure of modes) {
    for (const steps of [good, [{ status: 307, headers: { location: strangerUrl } }]]) {
      await using server = await startScriptedModel(steps)
      await using llm = openScriptedLlm({ provider, url: server.urls[provider], structure })
      const since = opened.length
      const outcome = await llm.model.askJson(question, caller()).catch(() => undefined)
      calls += server.requests.length
      if (steps === good && outcome?.state === 'answered') answered += 1
      if (steps !== good && outcome === undefined) redirected += 1
      const own = Number(new URL(server.origin).port)
      for (const port of makePorts(opened.slice(since))) if (port !== own) elsewhere.add(port)
    }
  }
}

/** Metadata addresses as base URL: nothing is dialled. */
const metadata = ['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200']
let refused = 0
const before = opened.length
for (const host of metadata) {
  await using llm = openScriptedLlm({ provider: 'compatible', url: `http://${host}/v1` })
  const outcome = await llm.model.askText(question, caller()).catch(() => undefined)
  if (outcome === undefined) refused += 1
}
const dialled = opened.length - before
const connections = before
const reached = strangers
// Control: what a package that uses the global `fetch` would do.
await (await realFetch(strangerUrl)).text()
const control = strangers - reached
stranger.close()
report(
  'model-connections',
  globalCalls === 0 &&
    reached === 0 &&
    elsewhere.size === 0 &&
    answered === providers.length * modes.length &&
    redirected === answered &&
    calls >= 2 * answered &&
    connections >= calls / 2 &&
    refused === metadata.length &&
    dialled === 0 &&
    control === 1,
  `${calls} calls of ${providers.length} providers over ${connections} connections: ${elsewhere.size} other ports, ${reached} connections to another origin, ${globalCalls} calls of the global fetch, ${redirected} of ${answered} redirects and ${refused} of ${metadata.length} metadata addresses refused with ${dialled} connections; control: the global fetch reached the other origin ${control} time`,
)
