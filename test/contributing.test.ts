import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

const root = join(import.meta.dirname, '..')
const printed = ['ARCHITECTURE.md', 'docs/formats.md']
const needed = [
  'src',
  'packages',
  'test',
  'scripts',
  'skills',
  'web',
  'migrations',
  'docs',
  'examples',
  'README.md',
  'package.json',
  'package-lock.json',
  '.env.example',
  'compose.yaml',
  '.oxlintrc.json',
  '.oxfmtrc.json',
]

/** Each patch of CONTRIBUTING.md, the number of files that it may touch, and the tests that must pass with it. */
const patches = [
  { name: 'format', filesMax: 3, tests: ['test/api/format-examples.test.ts'] },
  { name: 'operation', filesMax: 5, tests: ['test/api/count-words.test.ts'] },
  { name: 'job-type', filesMax: 4, tests: ['test/api/link-list.test.ts'] },
  { name: 'console-page', filesMax: 4, tests: ['test/console-words.test.ts'] },
  {
    name: 'price',
    filesMax: 1,
    tests: ['test/credits-docs.test.ts', 'test/prices-in-docs.test.ts'],
  },
]

const copy = mkdtempSync(join(tmpdir(), 'weir-patched-'))
before(() => {
  for (const path of [...needed, ...printed]) {
    cpSync(join(root, path), join(copy, path), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
after(() => rmSync(copy, { recursive: true }))

function run(command: string, ...args: string[]): string {
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  return execFileSync(command, args, { cwd: copy, env, encoding: 'utf8' })
}

const printedTexts = () => printed.map((path) => readFileSync(join(copy, path), 'utf8'))

for (const { name, filesMax } of patches) {
  test(`docs/contributing/${name}.patch applies and touches at most ${filesMax} files`, () => {
    const patch = join(root, `docs/contributing/${name}.patch`)
    const before = printedTexts()
    run('git', 'apply', '-C1', patch)
    run(process.execPath, 'scripts/print-docs.ts')
    const printedAgain = printedTexts().filter((text, index) => text !== before[index])
    const patched = readFileSync(patch, 'utf8').match(/^diff --git /gm) ?? []
    assert.ok(patched.length + printedAgain.length <= filesMax)
  })
}

test('the files that the patches touch pass the linter and the formatter', () => {
  const touched = patches.flatMap(({ name }) => {
    const patch = readFileSync(join(root, `docs/contributing/${name}.patch`), 'utf8')
    return [...patch.matchAll(/^\+\+\+ b\/(\S+\.tsx?)$/gm)].map(([, path = '']) => path)
  })
  run(process.execPath, 'node_modules/oxlint/bin/oxlint', ...touched)
  run(process.execPath, 'node_modules/oxfmt/bin/oxfmt', '--check', ...touched)
})

test('the source with all patches passes their tests and the rules of the source tree', () => {
  const tests = patches.flatMap((patch) => patch.tests)
  run(process.execPath, '--test', '--test-isolation=none', 'test/architecture.test.ts', ...tests)
})
