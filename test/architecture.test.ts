import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findNetworkUses } from '#test/fixtures/network-use.ts'

/** Who may import whom. What is not listed is forbidden. ARCHITECTURE.md draws this table. */
const mayImport: Record<string, readonly string[]> = {
  kernel: [],
  net: ['kernel'],
  storage: ['kernel'],
  queue: ['kernel'],
  accounts: ['storage', 'kernel'],
  credits: ['storage', 'kernel'],
  content: ['kernel'],
  documents: ['content', 'kernel'],
  changes: ['storage', 'kernel'],
  browser: ['net', 'kernel'],
  fetch: ['browser', 'net', 'storage', 'kernel'],
  http: ['kernel'],
  formats: ['changes', 'content', 'storage', 'kernel'],
  operations: ['accounts', 'credits', 'storage', 'kernel'],
  'features/scrape': [
    'formats',
    'operations',
    'jobs',
    'fetch',
    'content',
    'credits',
    'storage',
    'kernel',
  ],
  features: ['http', 'jobs'],
  delivery: ['jobs', 'queue', 'net', 'storage', 'kernel'],
  jobs: ['queue', 'storage', 'kernel'],
  'features/job': ['formats', 'operations', 'delivery', 'jobs', 'queue', 'credits', 'kernel'],
  'features/batch': [
    'features/job',
    'features/scrape',
    'formats',
    'operations',
    'delivery',
    'jobs',
    'kernel',
  ],
  'features/crawl': [
    'features/job',
    'features/scrape',
    'features/map',
    'formats',
    'operations',
    'delivery',
    'jobs',
    'fetch',
    'kernel',
  ],
  'features/map': ['operations', 'fetch', 'content', 'kernel'],
  'features/monitor': [
    'features/crawl',
    'features/scrape',
    'formats',
    'changes',
    'delivery',
    'jobs',
    'queue',
    'credits',
    'storage',
    'kernel',
    'accounts',
  ],
  'features/webhook': ['delivery', 'kernel'],
  'features/profile': ['storage', 'kernel'],
  'features/parse': [
    'features/scrape',
    'formats',
    'operations',
    'documents',
    'content',
    'credits',
    'storage',
    'kernel',
  ],
  'features/support': ['kernel'],
  'features/not-implemented': [],
  'features/team': ['credits', 'accounts', 'kernel'],
  cli: ['formats', 'net', 'kernel'],
}

/** The files that join the rooms; nothing imports them but each other. */
const joints = new Set([
  'compose.ts',
  'compose-edge.ts',
  'compose-foundations.ts',
  'compose-pages.ts',
  'compose-terminal.ts',
  'compose-work.ts',
  'config.ts',
])

const src = join(import.meta.dirname, '../src')
const partOf = (path: string) => /^(features\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? path

function isAllowed(file: string, imported: string): boolean {
  const [from, to] = [partOf(file), partOf(imported)]
  const handsRoutesToTheEdge = file.endsWith('routes.ts') && imported === 'http/endpoint.ts'
  const isFeature = file.endsWith('/feature.ts') && imported === 'features/feature.ts'
  const isTerminal = from === 'cli' && joints.has(imported)
  return (
    from === to ||
    handsRoutesToTheEdge ||
    isFeature ||
    isTerminal ||
    (mayImport[from]?.includes(to) ?? false)
  )
}

test('every import follows the table', () => {
  const offences: string[] = []
  for (const file of globSync('*/**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })) {
    const source = readFileSync(join(src, file), 'utf8')
    for (const [, imported = ''] of source.matchAll(/(?:from|import\() ?'#([^']+)'/g)) {
      if (!isAllowed(file, imported)) offences.push(`${file} imports ${imported}`)
    }
  }
  assert.deepEqual(offences, [])
})

test('every permission of the table is used', () => {
  const used = new Set<string>()
  for (const file of globSync('*/**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })) {
    const source = readFileSync(join(src, file), 'utf8')
    for (const [, imported = ''] of source.matchAll(/(?:from|import\() ?'#([^']+)'/g)) {
      used.add(`${partOf(file)} imports ${partOf(imported)}`)
    }
  }
  const unused = Object.entries(mayImport).flatMap(([from, parts]) =>
    parts.map((to) => `${from} imports ${to}`).filter((permission) => !used.has(permission)),
  )
  assert.deepEqual(unused, [])
})

/** The rest of the service sees Node's requests and responses, or endpoint records. */
const knowFastify: readonly string[] = [
  'http/metrics-server.ts',
  'http/mount-endpoints.ts',
  'http/multipart.ts',
  'http/server.ts',
]

test('only four files know Fastify', () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] }).filter((file) =>
    /['"](?:fastify|@fastify\/[^'"]+)['"]/.test(readFileSync(join(src, file), 'utf8')),
  )
  assert.deepEqual(files.toSorted(), knowFastify)
})

test('http names no path of a feature', () => {
  const own = new Set(['/v2/', '/v2/openapi.json', '/health/live', '/health/ready'])
  const offences: string[] = []
  for (const file of globSync('http/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })) {
    const source = readFileSync(join(src, file), 'utf8')
    for (const [, path = ''] of source.matchAll(/['"`](\/(?:v2|health|monitor)\/[^'"`]*)['"`]/g))
      if (!own.has(path)) offences.push(`${file}: ${path}`)
  }
  assert.deepEqual(offences, [])
})

test('no code of others is compiled here', () => {
  const ways =
    /\beval\(|\bnew Function\b|(?<![.\w])Function\(|\.runIn(?:New|This)?Context\(|node:(?:vm|wasi|repl|inspector)\b/
  const offences = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] }).filter((file) =>
    readFileSync(join(src, file), 'utf8')
      .split('\n')
      .some((line) => ways.test(line) && !line.includes("import { Script } from 'node:vm'")),
  )
  assert.deepEqual(offences, [])
})

test('only net opens connections', () => {
  assert.deepEqual(findNetworkUses().uses, [])
})
