import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standsWhole } from './holds-value.ts'

for (const [text, value, isWhole] of [
  ['Version 3.0 of it', '3.0', true],
  ['Version 2.3.0', '3.0', false],
  ['Versions 2.3.0 and 3.0', '3.0', true],
  ['Versions 2.3.0 and 13.0', '3.0', false],
  ['It costs 12 euros', '3.0', false],
] as const)
  test(`"${value}" occurs ${isWhole ? '' : 'not '}as a whole in "${text}"`, () =>
    assert.equal(standsWhole(text, value), isWhole))
