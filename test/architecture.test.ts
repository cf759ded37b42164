import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { isComposition, modules } from '#scripts/modules.ts'
import { findNetworkUses } from '#test/fixtures/network-use.ts'
import { listSourceFiles, type SourceFile } from '#test/fixtures/source-files.ts'

const src = join(import.meta.dirname, '../src')

/** The module of a file: the innermost of its folders that is one. */
function readPart(path: string): string {
  const folders = path.split('/').slice(0, -1)
  const parts = folders.map((_, index) => folders.slice(0, index + 1).join('/'))
  return parts.findLast((part) => Object.hasOwn(modules, part)) ?? folders[0] ?? path
}

/** The module that a file is for the importing module: a package is one for the others. */
function importedPart(from: string, path: string): string {
  const [name = ''] = path.split('/')
  const isPackage = name !== 'features' && Object.hasOwn(modules, name)
  return isPackage && !from.startsWith(name) ? name : readPart(path)
}

/** The files that a file imports, by their names. */
const listImports = ({ name, path }: SourceFile): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:from|import\() ?'(#|\.\/)([^']+)'/g)].map(
    ([, start, imported = '']) => (start === '#' ? imported : join(dirname(name), imported)),
  )

/** The composition is in no module. */
const listModuleFiles = () => listSourceFiles().filter(({ name }) => name.includes('/'))

function isAllowed(file: string, imported: string): boolean {
  const from = readPart(file)
  const to = importedPart(from, imported)
  const handsRoutesToTheEdge =
    /(?:routes|\/feature)\.ts$/.test(file) &&
    /^http\/(?:console-|link-|operator-)?endpoint(?:-parts)?\.ts$/.test(imported)
  const isFeature = /\/(?:feature|compose)\.ts$/.test(file) && imported === 'features/feature.ts'
  const isTerminal = from === 'cli' && isComposition(imported)
  const readsSettings =
    (file.endsWith('/compose.ts') || file === 'features/console/health.ts') &&
    imported === 'config.ts'
  return (
    from === to ||
    to === 'base' ||
    handsRoutesToTheEdge ||
    isFeature ||
    isTerminal ||
    readsSettings ||
    (modules[from]?.imports.includes(to) ?? false)
  )
}

test('every import follows the table', () => {
  const offences: string[] = []
  for (const file of listModuleFiles()) {
    for (const imported of listImports(file)) {
      if (!isAllowed(file.name, imported)) offences.push(`${file.name} imports ${imported}`)
    }
  }
  assert.deepEqual(offences, [])
})

/** What several features need is a foundation. */
const featureImportsMax = 20

const notFeature = ['**/*.test.ts', 'features/*/compose.ts']

test('features import little of each other', () => {
  const lines: string[] = []
  for (const file of globSync('features/*/**/*.ts', { cwd: src, exclude: notFeature })) {
    const source = readFileSync(join(src, file), 'utf8')
    for (const [, imported = ''] of source.matchAll(/(?:from|import\() ?'#(features\/[^']+)'/g)) {
      const isOther = imported !== 'features/feature.ts' && readPart(imported) !== readPart(file)
      if (isOther) lines.push(`${file} imports ${imported}`)
    }
  }
  assert.ok(lines.length <= featureImportsMax, lines.join('\n'))
})

test('every permission of the table is used', () => {
  const used = new Set<string>()
  for (const file of listModuleFiles()) {
    const from = readPart(file.name)
    for (const imported of listImports(file))
      used.add(`${from} imports ${importedPart(from, imported)}`)
  }
  const unused = Object.entries(modules).flatMap(([from, { imports }]) =>
    imports.map((to) => `${from} imports ${to}`).filter((permission) => !used.has(permission)),
  )
  assert.deepEqual(unused, [])
})

const listContaining = (text: RegExp) =>
  listSourceFiles()
    .filter(({ path }) => text.test(readFileSync(path, 'utf8')))
    .map(({ name }) => name)

test('references of foreign schemas are followed in one module, and values are validated in a thread', () => {
  assert.deepEqual(listContaining(/base\/json-pointer\.ts'/), ['schemas/flat-schema.ts'])
  assert.deepEqual(listContaining(/from '(?:ajv|@cfworker\/json-schema)/), ['llm/schema-thread.ts'])
  assert.deepEqual(listContaining(/from '\.\/page-thread\.ts'/), ['answers/page-work.ts'])
})

/** The rest of the service sees Node's requests and responses, or endpoint records. */
const knowFastify: readonly string[] = [
  'http/hooks.ts',
  'http/metrics-server.ts',
  'http/mount-endpoints.ts',
  'http/mount-key-endpoint.ts',
  'http/multipart.ts',
  'http/send-failures.ts',
  'http/send-reply.ts',
  'http/server.ts',
]

test('only eight files know Fastify', () => {
  assert.deepEqual(listContaining(/['"](?:fastify|@fastify\/[^'"]+)['"]/), knowFastify)
})

test('http names no path of a feature', () => {
  const operational = ['/v2/openapi.json', '/v2/keyless/eligibility', '/health/live']
  const own = new Set(['/v2/', ...operational, '/health/ready'])
  const offences: string[] = []
  for (const file of globSync('http/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })) {
    const source = readFileSync(join(src, file), 'utf8')
    for (const [, path = ''] of source.matchAll(/['"`](\/(?:v2|health|monitor)\/[^'"`]*)['"`]/g))
      if (!own.has(path)) offences.push(`${file}: ${path}`)
  }
  assert.deepEqual(offences, [])
})

test('no source text is compiled at run time', () => {
  // The second reads the stack of a thread that stands, the third has memory cleared.
  const permitted = [
    "import { Script } from 'node:vm'",
    "import { Session, type Debugger } from 'node:inspector'",
    "import { Session } from 'node:inspector'",
  ]
  const ways =
    /\beval\(|\bnew Function\b|(?<![.\w])Function\(|\.runIn(?:New|This)?Context\(|node:(?:vm|wasi|repl|inspector)\b/
  const offences = listSourceFiles().filter(({ path }) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .some((line) => ways.test(line) && !permitted.some((text) => line.includes(text))),
  )
  assert.deepEqual(offences, [])
})

test('only net opens connections', () => {
  assert.deepEqual(findNetworkUses().uses, [])
})

test('tools that every part needs have one place each', () => {
  const tools: readonly (readonly [RegExp, string])[] = [
    [/\b(\w+)\.size >=? \w+[^\n]*\b\1\.(?:clear|delete)\(|'lru-cache'/, 'kernel/memory.ts'],
    [/\b(?:Number|Date\.parse)\([^\n]*'retry-after'/, 'kernel/retry-after.ts'],
    [/\bpage\.attempts [<>]=? (?!crash)[a-z]/, 'kernel/page-retries.ts'],
    [/\bTheoretical arrivals\b|\bburst \* everyMs\b/, 'kernel/rate-limit.ts'],
    [/\b(\w+) === 'object' && \1 !== null && !Array\.isArray/, 'base/json-values.ts'],
    [/\(\/\\s\+\/g, ' '\)\.trim\(\)/, 'base/one-line.ts'],
    [/replaceAll\('<', '&lt;'\)/, 'base/html-text.ts'],
    [/lastIndexOf\('PK/, 'base/zip-directory.ts'],
    [/`\/proc\/\$\{(?!process)/, 'kernel/processes.ts'],
    [/\b(\w+)\.slice\((\w+), \2 \+ (?:lengthMax|pieceLength)\)/, 'base/text-pieces.ts'],
  ]
  const offences: string[] = []
  for (const { name: file, path } of listSourceFiles()) {
    const source = readFileSync(path, 'utf8')
    for (const [pattern, place] of tools)
      if (file !== place && pattern.test(source)) offences.push(`${file}: use ${place}`)
  }
  assert.deepEqual(offences, [])
})
