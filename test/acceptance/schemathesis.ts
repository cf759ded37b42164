/**
 * Schemathesis, with all of its checks, finds no response that the OpenAPI document does not describe and no valid request that is
 * refused. Arguments are passed on, for example `--include-path /v2/map`. Control: a document that describes another response.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'
import { startOneSiteWeb } from '#test/fixtures/one-site-web.ts'
import { preparePython } from '#test/fixtures/python-package.ts'

const python = await preparePython('schemathesis', '4.32.5')
if (python === undefined) {
  process.stdout.write('schemathesis: skipped: needs Python and its package registry\n')
  process.exit(0)
}
enterNamespace()
await using web = await startOneSiteWeb({ env: { WEIR_BROWSER_PAGES_MAX: '0' } })
await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-schemathesis-'))

// No schema says that texts have no NUL. A browser and other services are not configured here (503); credits, the team and the page decide about the others.
await writeFile(
  join(folder.path, 'schemathesis.toml'),
  `[generation]
allow-x00 = false
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 402, 403, 404, 408, 409, 410, 422, 429, 501, 503]
[checks.not_a_server_error]
expected-statuses = ["2xx", "4xx", 501, 503]
`,
)

async function test(document: string, options: readonly string[], isShown: boolean) {
  const key = `Authorization: Bearer ${web.key}`
  const args = [
    '-m',
    'schemathesis.cli',
    'run',
    document,
    '--url',
    web.url,
    '-H',
    key,
    '--no-color',
    ...options,
  ]
  const child = spawn(python ?? '', args, {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    if (isShown) process.stderr.write(chunk)
  })
  await once(child, 'close')
  const count = (pattern: RegExp) => Number(pattern.exec(printed)?.[1] ?? 0)
  const found = count(/found (\d+)/)
  return { cases: count(/(\d+) generated/), findings: found || Number(child.exitCode !== 0) }
}

const { body } = await request(`${web.url}/v2/openapi.json`)
const described = (await body.json()) as { paths: Record<string, unknown> }
const name = '/v2/parse/formats'
const part = JSON.stringify({ ...described, paths: { [name]: described.paths[name] } })
const spoiled = join(folder.path, 'spoiled.json')
await writeFile(spoiled, part.replaceAll('schemas/ParseFormats', 'schemas/Failure'))
const control = await test(spoiled, ['--max-examples', '1'], false)
const { cases, findings } = await test(`${web.url}/v2/openapi.json`, process.argv.slice(2), true)
report(
  'schemathesis',
  findings === 0 && cases > 0 && control.findings > 0,
  `${cases} cases of ${Object.keys(described.paths).length} paths, ${findings} findings; control (another response described) ${control.findings}`,
)
