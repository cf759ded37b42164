/**
 * Schemathesis, with all of its checks, finds no response that the OpenAPI document does not describe and no valid request that is
 * refused. Every host name leads to one page. Arguments are passed on, for example `--include-path /v2/map`. Control: a document that
 * describes another response.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { report } from '#test/fixtures/acceptance.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startProxy } from '#test/fixtures/proxy-server.ts'
import { preparePython } from '#test/fixtures/python-package.ts'
import { startScriptedModel } from '#test/scripted-model.ts'
import { firstKey, startService } from '#test/service.ts'

const python = await preparePython('schemathesis', '4.32.5')
if (python === undefined) {
  process.stdout.write('schemathesis: skipped: needs Python and its package registry\n')
  process.exit(0)
}
enterNamespace()

const answer = { limit: 2, maxDiscoveryDepth: 1, answer: 'A page', summary: 'A page.' }
await using model = await startScriptedModel(() => ({ text: JSON.stringify(answer) }))
await using _dns = await startDns(53, [], { a: ['93.184.216.34'] })
const page = article('A page').replace('</main>', '<a href="/two">Two</a></main>')
await using site = await startPages({ '/': page, '/two': article('Another page') })
await using proxy = await startProxy({ leadsTo: site.port })
await using service = await startService({
  env: {
    WEIR_PROXY_BASIC: proxy.url,
    WEIR_LLM_PROVIDER: 'compatible',
    WEIR_LLM_MODEL: 'scripted',
    WEIR_LLM_URL: model.urls.compatible,
  },
})
await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-schemathesis-'))
const url = await service.listen()

// What needs a browser or another service is not configured here (503); the state of the team and the page decide the others.
await writeFile(
  join(folder.path, 'schemathesis.toml'),
  `[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 402, 403, 404, 408, 409, 410, 422, 429, 501, 503]
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", 501, 503]
`,
)

interface Outcome {
  readonly cases: number
  readonly findings: number
}

async function test(document: string, options: readonly string[], isShown: boolean) {
  const program = join(dirname(python ?? ''), 'schemathesis')
  const key = `Authorization: Bearer ${firstKey}`
  const args = ['run', document, '--url', url, '-H', key, '--no-color', ...options]
  const child = spawn(program, args, { cwd: folder.path, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    if (isShown) process.stderr.write(chunk)
  })
  await once(child, 'close')
  const count = (pattern: RegExp) => Number(pattern.exec(printed)?.[1] ?? 0)
  return {
    cases: count(/(\d+) generated/),
    findings: count(/found (\d+)/) + (child.exitCode === 0 ? 0 : 1),
  } satisfies Outcome
}

const response = await fetch(`${url}/v2/openapi.json`)
const described = (await response.json()) as { paths: Record<string, unknown> }
const file = join(folder.path, 'spoiled.json')
const spoiled = JSON.stringify({
  ...described,
  paths: { '/v2/parse/formats': described.paths['/v2/parse/formats'] },
}).replaceAll('ParseFormats', 'Failure')
await writeFile(file, spoiled)
const control = await test(file, ['--max-examples', '1'], false)
const { cases, findings } = await test(`${url}/v2/openapi.json`, process.argv.slice(2), true)
report(
  'schemathesis',
  findings === 0 && cases > 0 && control.findings > 0,
  `${cases} cases of ${Object.keys(described.paths).length} paths, ${findings} findings; control (another response described) ${control.findings}`,
)
