import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from './table.ts'

test('a table aligns words to the left and numbers to the right', () => {
  const rows = [
    { name: 'first', credits: 7, revokedAt: null },
    { name: 'a', credits: 1200, revokedAt: new Date('2026-11-20T10:30:00Z') },
  ]

  const printed = table(rows, {
    name: (row) => row.name,
    credits: (row) => row.credits,
    revoked: (row) => row.revokedAt,
  })

  assert.equal(
    printed,
    ['name   credits  revoked', 'first        7  –', 'a         1200  2026-11-20 10:30'].join('\n'),
  )
})

test('a table without rows is its head', () => {
  assert.equal(table([], { name: () => '' }), 'name')
})
