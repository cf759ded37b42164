import assert from 'node:assert/strict'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'
import { weir } from '#test/fixtures/terminal.ts'

const counter = join(import.meta.dirname, '../../test/fixtures/count-modules.ts')

/** Paths of the modules that the processes load which are started with these settings, from the folder of a source or package on. */
async function countedModules(
  start: (settings: NodeJS.ProcessEnv) => Promise<void>,
): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-modules-'))
  const file = join(folder.path, 'loaded')
  await start({ NODE_OPTIONS: `--import=${counter}`, LOADED_MODULES: file })
  const urls = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return urls.map((url) => url.replace(/^.*\/(?:node_modules|src)\//, ''))
}

const listModules = (command: string, env: NodeJS.ProcessEnv = {}) =>
  countedModules(async (settings) => {
    const { exitCode, note } = await weir(command.split(' '), { env: { ...env, ...settings } })
    assert.equal(exitCode, 0, note)
  })

/** Whether a module is part of what a command runs: the service, the database, the browser, the loading of pages, the parser of HTML. */
const isOfWork = (path: string) =>
  /^(?:accounts|browser|delivery|features|fetch|http|interact|jobs|net|queue|storage|fastify|parse5|pg|undici)\//.test(
    path,
  )

test('the version and the list of commands load no command', async () => {
  for (const flag of ['--version', '--help']) {
    const modules = await listModules(flag)
    assert.ok(modules.includes('cli/commands.ts'))
    assert.ok(modules.length <= 30, `${flag} loads ${modules.length} modules`)
  }
})

test('the help of a command loads its options, not what it runs', async () => {
  for (const [command, most] of [
    ['scrape', 210],
    ['crawl', 45],
    ['monitor', 45],
    ['mcp', 45],
  ] as const) {
    const modules = await listModules(`${command} --help`)
    assert.ok(modules.includes(`cli/${command}.ts`))
    assert.ok(modules.length <= most, `${command} --help loads ${modules.length} modules`)
    assert.deepEqual(modules.filter(isOfWork), [])
  }
})

test('a command on accounts loads the database, not the reading of pages', async () => {
  await using database = await testDatabase()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-modules-'))
  const env = { DATABASE_URL: database.url, WEIR_DATA_DIR: folder.path }
  const modules = await listModules('teams list', env)
  const read = modules.filter((path) => /^(?:browser|content|fetch|documents|undici)\//.test(path))
  assert.deepEqual(read, [])
  assert.ok(modules.length <= 300, `${modules.length} modules`)
})

/** Parts of which a service may need none, and compilers of Fastify that it never needs. */
const onFirstUse = [
  '@ai-sdk/',
  '@fastify/ajv-compiler/',
  '@fastify/fast-json-stringify-compiler/',
  '@modelcontextprotocol/',
  'compromise/',
  'esbuild/',
  'micromark/',
  'nodemailer/',
  'openid-client/',
  'playwright-core/',
]

test('a service starts without the parts that wait for their first use', async () => {
  await using database = await testDatabase()
  const modules = await countedModules(async (settings) => {
    const env = { DATABASE_URL: database.url, WEIR_BROWSER_PAGES_MAX: '0', ...settings }
    await using service = await startWeir({ env })
    await service.kill('SIGTERM')
  })
  assert.ok(modules.includes('features/docs/routes.ts'))
  const early = modules.filter((path) => onFirstUse.some((part) => path.startsWith(part)))
  assert.deepEqual(early, [])
})
