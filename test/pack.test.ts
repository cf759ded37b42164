import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'weir-pack-'))
after(() => rmSync(copy, { recursive: true, force: true }))

const parts = ['benchmarks/RESULTS.md', 'docs', 'migrations', 'packages', 'scripts', 'skills']
for (const path of [...parts, 'src', 'web', 'LICENSE', 'package.json', 'package-lock.json'])
  cpSync(join(root, path), join(copy, path), {
    recursive: true,
    filter: (from) => !/\/(node_modules|dist|cases)$/.test(from),
  })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const read = (path: string) => JSON.parse(readFileSync(join(copy, path), 'utf8'))
const before = readFileSync(join(copy, 'package.json'), 'utf8')
execFileSync(process.execPath, ['scripts/pack.mjs'], { cwd: copy })

test('the package depends on what every workspace depends on, and on no workspace', () => {
  const { dependencies, files, bin, ...others } = read('package.json')
  const { dependencies: ofDocuments } = read('packages/documents/package.json')
  assert.deepEqual({ ...dependencies, ...ofDocuments }, dependencies)
  assert.ok(Object.keys(dependencies).every((name) => !name.startsWith('weir')))
  assert.deepEqual({ files, bin }, { files: ['dist'], bin: { weir: 'dist/scripts/weir.mjs' } })
  assert.ok(!('devDependencies' in others) && !('workspaces' in others))
})

test('the packed command runs as JavaScript, without types and tests', () => {
  const scripts = globSync('dist/{src,packages}/**/*.{ts,tsx}', { cwd: copy })
  assert.deepEqual(scripts, [])
  assert.deepEqual(globSync('dist/**/*.test.*', { cwd: copy }), [])
  const run = (...words: string[]) =>
    execFileSync(process.execPath, ['dist/scripts/weir.mjs', ...words], {
      cwd: copy,
      encoding: 'utf8',
    })
  assert.equal(run('--version').trim(), read('package.json').version)
  assert.match(run('scrape', '--help'), /--format/)
})

test('files that are named by their path are there under that name', () => {
  const missing = globSync('dist/{src,web,packages}/**/*.{js,ts,tsx}', { cwd: copy }).flatMap(
    (path) => {
      const text = readFileSync(join(copy, path), 'utf8')
      return [...text.matchAll(/(?:from|import\() ?'(\.{1,2}\/[^']+)'/g)]
        .map(([, name = '']) => join(path, '..', name))
        .filter((name) => globSync(name, { cwd: copy }).length === 0)
    },
  )
  assert.deepEqual(missing, [])
})

test('afterwards the package.json of the repository is back', () => {
  execFileSync(process.execPath, ['scripts/pack.mjs', 'restore'], { cwd: copy })
  assert.equal(readFileSync(join(copy, 'package.json'), 'utf8'), before)
})
