/**
 * The examples of the guide to frameworks run as they are, with the newest packages of PyPI and npm: each prints the text of a page
 * that Weir has read, or what a scripted model returns for a question about a crawled manual. Packages that cannot be installed are
 * skipped by name. Names as arguments run these alone. Control: the same with a wrong key.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { report } from '#test/fixtures/acceptance.ts'
import { readGuideExamples, type GuideExample } from '#test/fixtures/guide-examples.ts'
import { grinding, manual, quotePassage } from '#test/fixtures/mill-manual.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startScriptedModel } from '#test/scripted-model.ts'
import { firstKey, startService } from '#test/service.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../../node_modules/.cache/weir-frameworks')
const installMs = 900_000
const runMs = 120_000

const folderName = ({ packages }: GuideExample) => packages.join('+')

/** Returns the program that runs an example, after its packages were installed once; undefined where they cannot be. */
async function prepare(example: GuideExample): Promise<readonly string[] | undefined> {
  const own = join(folder, folderName(example))
  const isReady = existsSync(join(own, 'complete'))
  const file = join(own, example.language === 'js' ? 'example.mjs' : 'example.py')
  mkdirSync(own, { recursive: true })
  writeFileSync(file, example.code)
  try {
    if (!isReady) await install(example, own)
  } catch (error) {
    process.stderr.write(`${example.name}: ${String(error).slice(0, 500)}\n`)
    return undefined
  }
  mkdirSync(join(own, 'complete'), { recursive: true })
  return [example.language === 'js' ? process.execPath : join(own, 'venv/bin/python'), file]
}

async function install({ language, packages }: GuideExample, own: string): Promise<void> {
  const limits = { cwd: own, timeout: installMs, maxBuffer: 64 * 1024 ** 2 }
  if (language === 'js') {
    writeFileSync(join(own, 'package.json'), '{"type":"module"}')
    await run('npm', ['install', '--silent', ...packages], limits)
    return
  }
  await run('python3', ['-m', 'venv', 'venv'], limits)
  await run('venv/bin/python', ['-m', 'pip', 'install', '--quiet', ...packages], limits)
}

/** What an example prints when it has read the site. */
const readExpected = ({ name }: GuideExample) =>
  name.endsWith(', question') ? grinding : 'A page for frameworks'

async function prints(command: readonly string[], expected: string, key: string): Promise<boolean> {
  const [program = '', ...args] = command
  // CrewAI refuses loopback otherwise, before it asks anybody.
  const own = {
    WEIR_KEY: key,
    CREWAI_TOOLS_ALLOW_UNSAFE_PATHS: 'true',
    CREWAI_TRACING_ENABLED: 'false',
    MODEL: 'scripted',
    OPENAI_BASE_URL: model.urls.openai,
    OPENAI_API_BASE: model.urls.openai,
    OPENAI_API_KEY: 'k',
  }
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, OTEL_SDK_DISABLED: 'true', ...own }
  const answer = await run(program, args, { env, timeout: runMs }).catch((error: unknown) => error)
  const { stdout = '', stderr = '' } = answer as { stdout?: string; stderr?: string }
  const isRead = stdout.includes(expected)
  if (!isRead && key === firstKey) process.stderr.write(`${args[0]}: ${stderr.slice(-1_500)}\n`)
  return isRead
}

await using service = await startService()
await using model = await startScriptedModel(quotePassage)
const links = '<p><a href="/manual">Manual</a></p></main>'
const start = article('A page for frameworks').replace('</main>', links)
await using site = await startPages({ '/': start, ...manual })
const place = { serviceUrl: await service.listen(), pageUrl: `${site.url}/` }
const wanted = process.argv.slice(2)
const examples = readGuideExamples(place)
  // Examples without packages to install continue another one.
  .filter(({ language, packages }) => language !== 'sh' && packages.length > 0)
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))

const right: string[] = []
const wrong: string[] = []
const skipped: string[] = []
let fooled = 0
for (const example of examples) {
  const command = await prepare(example)
  if (!command) {
    skipped.push(example.name)
    continue
  }
  const expected = readExpected(example)
  const isRight = await prints(command, expected, firstKey)
  ;(isRight ? right : wrong).push(example.name)
  if (await prints(command, expected, 'fc-00000000000000000000000000000000')) fooled += 1
}
report(
  'frameworks',
  wrong.length + fooled === 0 && right.length > 0,
  `${right.length} of ${examples.length - skipped.length} examples read the page (${right.join(', ')}); wrong: ${wrong.join(', ') || 'none'}; not installed: ${skipped.join(', ') || 'none'}; control (wrong key) ${fooled}`,
)
