import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const sources = globSync('{src,packages/*/src}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })

test('the name of every error ends in Error', () => {
  const others = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/class (\w+) extends (\w*)/g)]
      .filter(([, name = '', parent = '']) => parent.endsWith('Error') && !name.endsWith('Error'))
      .map(([, name]) => `${file}: ${name}`),
  )
  assert.deepEqual(others, [])
})
