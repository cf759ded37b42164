import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RE2JS } from 're2js'
import { measureSize } from './pattern-size.ts'

test('the estimated size of a pattern is not far below that of its program', () => {
  for (const pattern of [
    'a{700}'.repeat(3),
    '(?:a{30}){30}',
    '((ab){10}c){9}x{0,50}',
    '[a-z]{200}',
    '\\pL{90}',
    '(a|b|c){300}',
    '^/docs/[^/]+/v\\d{1,3}$',
    '\\Q((((\\E{20}',
  ]) {
    const { size } = measureSize(pattern)
    assert.ok(size * 2 + 20 >= RE2JS.compile(pattern).programSize(), `${pattern}: ${size}`)
  }
})

test('escaped and quoted brackets, and brackets in classes, open no group', () => {
  assert.equal(measureSize('((a)(b))').nesting, 2)
  assert.equal(measureSize('\\(\\Q(((\\E[(()[:alpha:](](a)').nesting, 1)
  assert.equal(measureSize('[](]a[^](]').nesting, 0)
})
