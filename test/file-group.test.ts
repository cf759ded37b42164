import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const fileGroup = pathToFileURL(join(import.meta.dirname, 'file-group.ts')).href

/** What the test runner says of each test and file of a group, without times, and what they print. */
function runGroup(run: 'testFiles' | 'testChecks', sources: Readonly<Record<string, string>>) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-group-'))
  const write = (name: string, source: string) => {
    const path = join(folder.path, name)
    writeFileSync(path, source)
    return path
  }
  const files = Object.entries(sources).map(([name, source]) => [
    name,
    pathToFileURL(write(name, source)).href,
  ])
  const group = write(
    'group.mjs',
    `import { ${run} } from '${fileGroup}'\nawait ${run}(${JSON.stringify(files)})`,
  )
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const options = { encoding: 'utf8', env } as const
  const { stdout, status } = spawnSync(process.execPath, ['--test', group], options)
  const [shown = ''] = stdout.split('ℹ tests')
  const find = (pattern: RegExp) => shown.split('\n').filter((line) => pattern.test(line))
  const results = find(/[✔✖]/).map((line) => line.replace(/ \([\d.]+ms\)$/, ''))
  return { status, results, printed: find(/^\w/), stdout }
}

const wait = `(ms) => new Promise((done) => setTimeout(done, ms))`

test('tests belong to their file, and what a test leaves behind fails that test alone', () => {
  const { status, results, printed, stdout } = runGroup('testFiles', {
    'a.test.ts': `import { after, before, test } from 'node:test'
      const wait = ${wait}
      await wait(10)
      before(() => console.log('before a'))
      after(() => console.log('after a'))
      test('has a part', (t) => t.test('the part', () => wait(5)))
      test('throws later', async () => { setTimeout(() => { throw new Error('stray') }, 5); await wait(50) })
      test('forgets a promise', async () => { Promise.reject(new Error('forgotten')); await wait(20) })
      test('goes on', () => wait(5))`,
    'b.test.ts': `import { describe, it } from 'node:test'
      console.log('b begins')
      describe('of b', () => { it('is right', () => {}) })`,
  })
  assert.equal(status, 1)
  assert.deepEqual(printed, ['before a', 'after a', 'b begins'])
  assert.deepEqual(results, [
    '    ✔ the part',
    '  ✔ has a part',
    '  ✖ throws later',
    '  ✖ forgets a promise',
    '  ✔ goes on',
    '✖ a.test.ts',
    '    ✔ is right',
    '  ✔ of b',
    '✔ b.test.ts',
  ])
  assert.match(stdout, /✖ throws later[^✖]*Error: stray/)
  assert.match(stdout, /✖ forgets a promise[^✖]*Error: forgotten/)
})

test('a check fails by its exit code, with what it has printed', () => {
  const { status, results, printed, stdout } = runGroup('testChecks', {
    'good.mjs': `console.log('good: 3 of 3')`,
    'bad.mjs': `console.log('bad: 2 of 3'); console.error('the third'); process.exit(1)`,
  })
  assert.equal(status, 1)
  assert.deepEqual(printed, ['good: 3 of 3', 'bad: 2 of 3'])
  assert.deepEqual(results, ['✔ good.mjs', '✖ bad.mjs'])
  assert.match(stdout, /failing tests[^]*bad: 2 of 3\s+the third/)
})
