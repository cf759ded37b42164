/**
 * Schemathesis, with all of its checks, finds no response that the OpenAPI document does not describe, no failure with a code that it does not
 * describe, and no valid request that is refused for a reason that it does not give (`schemathesis-checks.py`). Arguments are passed on, for
 * example `--include-path /v2/map`. Controls: a document that describes another response, and one that gives another reason.
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

// The own checks decide which refusals of valid requests and which failures are described. How fast cases are made depends on the machine.
await writeFile(
  join(folder.path, 'schemathesis.toml'),
  `hooks = "${join(import.meta.dirname, '../fixtures/schemathesis-checks.py')}"
suppress-health-check = ["too_slow"]
[generation]
allow-x00 = false
[checks.positive_data_acceptance]
enabled = false
[checks.not_a_server_error]
enabled = false
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 415, 422, 428, 429, 431, "5xx"]
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
  const findings = count(/found (\d+)/)
  return { cases: count(/(\d+) generated/), findings, isClean: child.exitCode === 0 }
}

/** How often a document of one path is found wrong in which a text is replaced by another. */
async function countSpoiled(path: string, [text, other]: readonly [string, string]) {
  const part = JSON.stringify({ ...described, paths: { [path]: described.paths[path] } })
  const spoiled = join(folder.path, 'spoiled.json')
  await writeFile(spoiled, part.replaceAll(text, other))
  return (await test(spoiled, ['--max-examples', '5'], false)).findings
}

const { body } = await request(`${web.url}/v2/openapi.json`)
const described = (await body.json()) as { paths: Record<string, unknown> }
const controls = [
  await countSpoiled('/v2/parse/formats', ['schemas/ParseFormats', 'schemas/Failure']),
  await countSpoiled('/v2/team/third-party-data', ['There is no data provider', 'There is none']),
]
const { cases, findings, isClean } = await test(
  `${web.url}/v2/openapi.json`,
  process.argv.slice(2),
  true,
)
report(
  'schemathesis',
  isClean && findings === 0 && cases > 0 && !controls.includes(0),
  `${cases} cases of ${Object.keys(described.paths).length} paths, ${findings} findings; controls (another response, another reason described) ${controls.join(', ')}`,
)
