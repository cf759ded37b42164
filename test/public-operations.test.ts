import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { differences } from '#scripts/differences.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { routesInRouter } from '#test/fixtures/router.ts'
import { startService } from '#test/service.ts'

const service = await startService()
disposeAfterTests(service)
await service.server.ready()

/** Reads the source of a public client as it is installed. */
function readClient(name: string): string {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`)
  const folder = dirname(file)
  return globSync('dist/**/*.js', { cwd: folder })
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
    .join('\n')
}

/** Paths of the API that a client names; what it fills in is `:id`. */
const pathsIn = (source: string) =>
  new Set(
    [...source.matchAll(/["'`](\/v2\/[^"'`\s?]*)/g)].map(([, path = '']) =>
      path
        .replaceAll(/\/\$\{[^}]*\}+/g, '/:id')
        .replaceAll(/\$\{.*$/g, '')
        .replace(/\/$/, ''),
    ),
  )

const known = routesInRouter(service.server).map(({ path }) => path.replaceAll(/:\w+/g, ':id'))
const missing: readonly string[] = differences.flatMap(({ missing: paths = [] }) => paths)

/** A path that is put together later is the beginning of others. */
const isKnown = (path: string) =>
  [...known, ...missing].some((one) => one === path || one.startsWith(`${path}/`))

for (const name of ['firecrawl', 'firecrawl-mcp', 'firecrawl-cli']) {
  test(`every operation that ${name} names is served, or is a listed difference`, () => {
    const paths = [...pathsIn(readClient(name))]
    assert.ok(paths.length > 0)
    assert.deepEqual(
      paths.filter((path) => !isKnown(path) && !path.startsWith('/v2/mcp')),
      [],
    )
  })
}

test('no listed difference names an operation that is served', () => {
  assert.deepEqual(
    missing.filter((path) => known.includes(path)),
    [],
  )
})
