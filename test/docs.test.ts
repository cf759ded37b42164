import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { settingsByModule } from '#config.ts'
import { printDocs } from '#scripts/print-docs.ts'

const root = join(import.meta.dirname, '..')
const documents = globSync(
  '{*.md,docs/**/*.md,benchmarks/*.md,packages/*/*.md,test/acceptance/*.md}',
  {
    cwd: root,
  },
)

for (const [path, text] of Object.entries(printDocs())) {
  test(`${path} is what the source says; "npm run docs" prints it`, () => {
    assert.equal(readFileSync(join(root, path), 'utf8'), text)
  })
}

test('every setting named in the docs exists', () => {
  const declared = Object.values(settingsByModule).flatMap((group) => group)
  const settings = new Set(declared.map(({ variable }) => variable))
  const unknown = documents.flatMap((path) => {
    const names = readFileSync(join(root, path), 'utf8').match(/\bWEIR_[A-Z_]+[A-Z]\b/g) ?? []
    return names.filter((name) => !settings.has(name)).map((name) => `${path}: ${name}`)
  })
  assert.deepEqual(unknown, [])
})

test('every link between the docs resolves', () => {
  const broken = documents.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .filter(([, target = '']) => !existsSync(join(root, dirname(path), target)))
      .map(([, target]) => `${path}: ${target}`)
  })
  assert.deepEqual(broken, [])
})

test('every file of the repository named in the docs exists', () => {
  const readmes = globSync('{src,packages/*/src}/**/README.md', { cwd: root })
  const missing = [...documents, ...readmes].flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[^]*?^```/gm, '')
    const named = [
      ...text.matchAll(/`((?:src|packages|test|benchmarks|scripts|migrations)\/[\w./*-]+)`/g),
    ]
    // A README of a module names its files without their folder.
    const own = /^(?:src|packages)\//.test(path)
      ? [...text.matchAll(/`([\w-]+(?:\/[\w-]+)*\.ts)`/g)].filter(
          ([, name = '']) => !/^(?:src|packages|test|benchmarks|scripts)\//.test(name),
        )
      : []
    return [
      ...named.filter(([, name = '']) => globSync(name, { cwd: root }).length === 0),
      ...own.filter(
        ([, name = '']) =>
          globSync(`{src,packages,test,scripts}/**/${name}`, { cwd: root }).length === 0,
      ),
    ].map(([, name]) => `${path}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

test('every feature of several files has a README', () => {
  const sources = globSync('src/features/*/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const folders = Map.groupBy(sources, (path) => path.split('/').slice(0, 3).join('/'))
  const missing = [...folders]
    .filter(([folder, files]) => files.length > 1 && !existsSync(join(root, folder, 'README.md')))
    .map(([folder]) => folder)
  assert.deepEqual(missing, [])
})

test('every npm script named in the docs exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const unknown = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([, name]) => `${path}: npm run ${name}`),
  )
  assert.deepEqual(unknown, [])
})

test('every package of the lock file has its integrity, but for platforms that the registry did not carry', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Readonly<Record<string, string | readonly string[] | true>>>
  }
  const unproven = Object.entries(packages).filter(
    ([path, { integrity, link }]) =>
      path.startsWith('node_modules/') && link === undefined && integrity === undefined,
  )
  const isOfOtherPlatform = ({ optional, os, cpu, libc }: (typeof unproven)[number][1]) =>
    optional === true && !([os, cpu, libc ?? 'glibc'].join() === 'linux,x64,glibc')
  const wrong = unproven.filter(([, entry]) => !isOfOtherPlatform(entry)).map(([path]) => path)
  assert.deepEqual(wrong, [], 'Run: node scripts/complete-lock.mjs')
})

test('the lock file names the packages of every platform, so that npm ci accepts it', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const missing = Object.values(packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))
  assert.deepEqual(missing, [], 'Run: node scripts/complete-lock.mjs')
})
