import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/** Interfaces and types of these files whose names end in one of the words. */
function listTypes(patterns: readonly string[], words: string): string[] {
  const name = new RegExp(`^export (?:interface|type) (\\w*(?:${words}))\\b`, 'gm')
  return globSync(patterns, { cwd: root, exclude: ['**/*.test.ts'] })
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(name)])
    .flatMap(([, type]) => type ?? [])
    .toSorted()
}

const pipeline = [
  'src/{pages,fetch,formats,reading}/**/*.ts',
  'packages/content/src/content.ts',
] as const

test('a page is requested by three types, which ARCHITECTURE.md explains', () => {
  const requests = listTypes(pipeline, 'Request')
  assert.deepEqual(requests, ['ContentRequest', 'PageRequest', 'ScrapeRequest'])
  const callers = listTypes(
    ['src/**/*.ts'],
    '(?<!\\w)(?:Call|Reader)|Caller|Waiter|Asker|OperationContext',
  )
  assert.deepEqual(callers, ['Call', 'Caller', 'OperationContext'])
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  for (const type of [...requests, ...callers]) assert.ok(text.includes(`| \`${type}\``), type)
})
