import assert from 'node:assert/strict'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { weir } from '#test/fixtures/terminal.ts'

const counter = join(import.meta.dirname, '../../test/fixtures/count-modules.ts')

/** Paths of the modules that a command loads, from the folder of its source or package on. */
async function listModules(command: string, env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-modules-'))
  const file = join(folder.path, 'loaded')
  const settings = { ...env, NODE_OPTIONS: `--import=${counter}`, LOADED_MODULES: file }
  const { exitCode, note } = await weir(command.split(' '), { env: settings })
  assert.equal(exitCode, 0, note)
  const urls = (await readFile(file, 'utf8')).split('\n')
  return urls.map((url) => url.replace(/^.*\/(?:node_modules|src)\//, ''))
}

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
