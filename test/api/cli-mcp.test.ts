import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { article } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'

const script = join(import.meta.dirname, '../../scripts/weir.mjs')

/** `weir mcp` without the address and the key of a service, and one message after the other. */
function startMcp(folder: string) {
  const { WEIR_URL: _url, WEIR_KEY: _key, ...inherited } = process.env
  const env = { ...inherited, TMPDIR: folder, WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' }
  const child = spawn(process.execPath, [script, 'mcp'], {
    // The file `.env` of the repository is not read.
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return {
    child,
    async open() {
      const clientInfo = { name: 'weir-test', version: '1.0.0' }
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
      send({ id: 0, method: 'initialize', params })
      await answers.next()
      send({ method: 'notifications/initialized' })
    },
    async call(name: string, args: object): Promise<string> {
      send({ id: 1, method: 'tools/call', params: { name, arguments: args } })
      return String((await answers.next()).value)
    },
  }
}

/** Process ids of everything that uses the folder. */
const findUsers = (folder: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false
    }
  })

for (const end of ['closes its input', 'kills it'] as const) {
  test(`weir mcp serves tools without a running service, and leaves nothing behind when the client ${end}`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-mcp-'))
    await using site = await startSite((_request, response) => {
      response.setHeader('content-type', 'text/html').end(article('A page'))
    })
    const client = startMcp(folder.path)
    const { child } = client
    const exited = once(child, 'exit') as Promise<[number | null]>
    await client.open()

    const answer = await client.call('firecrawl_scrape', { url: site.url })
    assert.match(answer, /# A page/)
    assert.equal(
      readdirSync(folder.path).some((name) => name.startsWith('weir-command-')),
      true,
    )
    if (end === 'kills it') child.kill('SIGKILL')
    else child.stdin.end()

    assert.deepEqual((await exited)[0], end === 'kills it' ? null : 0)
    while (findUsers(folder.path).length > 0) await sleep(50)
    assert.deepEqual(readdirSync(folder.path), [])
  })
}
