import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { prices } from '#credits/prices.ts'
import { pagesWithPrices } from '#scripts/prices-in-docs.ts'

const root = join(import.meta.dirname, '..')

test('the pages name the prices of the table', () => {
  for (const [path, text] of Object.entries(pagesWithPrices(root)))
    assert.equal(readFileSync(join(root, path), 'utf8'), text, `${path}: run npm run docs`)
  const interact = readFileSync(join(root, 'docs/api/interact.md'), 'utf8')
  assert.ok(interact.includes(`\n${prices.browserMinute}<!-- price.browserMinute --> credits`))
})

test('no other place writes a price', () => {
  const files = globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}', 'docs/**/*.md', 'skills/**/*.md'], {
    cwd: root,
    exclude: ['**/*.test.ts', 'docs/decisions/**', 'src/credits/**', 'web/pages/samples.ts'],
  })
  const written = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) =>
        /\bcosts? (?:[a-z]+ )?\d+ credit|\b\d+ credits? (?:per minute|for each|for every ten)/i.test(
          line,
        ),
      )
      .map((line) => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(written, [])
})
